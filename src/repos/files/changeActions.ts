import * as vscode from "vscode";
import { decodeBase64 } from "../../base/bytes.ts";
import type { ChangeActions } from "../../localChanges/feature.ts";
import type { LocalChange } from "../../localChanges/model.ts";
import { RepoConflict } from "./commitErrors.ts";
import { newestCopy } from "./commitPrompt.ts";
import { remoteOf } from "./committer.ts";
import { decodeBase } from "./fileBases.ts";
import type { RefusalDeps } from "./newBranch.ts";
import { sendWaiting, type WaitingDeps } from "./sendWaiting.ts";
import type { ContentPlace } from "../types.ts";
import { contentPlaceOf } from "../uri.ts";
import { checkFile } from "./checkFile.ts";

/** The conflict of a local change with what the service has now; undefined where there is none. Throws HttpError. */
const conflictOf = async (
  { repos }: RefusalDeps,
  place: ContentPlace,
  change: LocalChange,
): Promise<RepoConflict | undefined> => {
  const base = change.base === null ? undefined : decodeBase(change.base);
  const remote = await remoteOf(repos, place);
  const isSame = remote.sha === base?.sha && base.merge === undefined;
  return isSame ? undefined : new RepoConflict(place, decodeBase64(change.content), remote, change);
};

/** What can be done with a local change of a repository's file. */
export const repoChangeActions = (deps: WaitingDeps): ChangeActions => ({
  serverCopy: async (uri) => {
    const place = contentPlaceOf(uri);
    return place ? newestCopy(deps.repos, place) : uri;
  },
  checkServer: async (uri, signal) => {
    const place = contentPlaceOf(uri);
    return place && checkFile(deps.accounts, place, signal);
  },
  isShown: async (uri, { id }) => {
    const place = contentPlaceOf(uri);
    return place !== undefined && (await deps.files.shownChange(place))?.id === id;
  },
  reload: (uri) => {
    const place = contentPlaceOf(uri);
    if (place) deps.files.reload(place);
  },
  expectSaves: (uris) => {
    const expected = deps.files.expectSaves(uris.map(contentPlaceOf).filter((place) => place !== undefined));
    return {
      ended: (uri) => {
        const place = contentPlaceOf(uri);
        if (place) expected.ended(place);
      },
    };
  },
  resolve: async (uri, change, chosen) => {
    const place = contentPlaceOf(uri);
    const conflict = place && (await conflictOf(deps, place, change));
    if (!conflict) return false;
    await vscode.window.showTextDocument(uri, { preview: false });
    deps.askAboutConflict(conflict, chosen);
    return true;
  },
  sendWaiting: async (uri, change) => {
    const place = contentPlaceOf(uri);
    if (place) await sendWaiting(deps, place, change);
  },
  moveToBranch: async (uri, change) => {
    const place = contentPlaceOf(uri);
    if (place) await (await import("./newBranch.ts")).commitChangeElsewhere(deps, place, change);
  },
});
