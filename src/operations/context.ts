import * as vscode from "vscode";
import type { Account } from "../accounts/model.ts";
import { isAtServer } from "../accounts/serverAddress.ts";
import type { OperationId } from "../client/operations/table.ts";
import { gistPlaceOf } from "../gists/uri.ts";
import { openRepositories, repositoryOf } from "../localGit/git.ts";
import { type RemotePlace, remotePlace } from "../localGit/remote.ts";
import { contentPlaceOf } from "../repos/uri.ts";
import { factsOf, isRecord } from "./parameters.ts";
import type { Parameters } from "./types.ts";

/** What the user is at: in a row, an editor, or a checkout of this machine. */
interface Surroundings {
  readonly accountId?: string;
  readonly owner?: string;
  readonly repo?: string;
  readonly ref?: string;
  readonly path?: string;
  readonly gistId?: string;
}

const textsOf = (value: unknown): Readonly<Record<string, string>> =>
  Object.fromEntries(
    Object.entries(isRecord(value) ? value : {}).filter(
      (entry): entry is [string, string] => typeof entry[1] === "string" && entry[1] !== "",
    ),
  );

const ofRow = (target: unknown): Surroundings | undefined => {
  if (!isRecord(target) || typeof target["kind"] !== "string") return undefined;
  const { gist, place, accountId } = target;
  if (isRecord(gist) && typeof gist["id"] === "string") return { ...textsOf({ accountId }), gistId: gist["id"] };
  const { accountId: owned, owner, repo, ref, path } = textsOf(place);
  return owner === undefined ? undefined : textsOf({ accountId: owned, owner, repo, ref, path });
};

/** The account whose row it is. */
export const rowAccount = (target: unknown): string | undefined => ofRow(target)?.accountId;

const ofEditor = (uri: vscode.Uri | undefined): Surroundings | undefined => {
  const place = uri && contentPlaceOf(uri);
  if (place) return textsOf(place);
  const gist = uri && gistPlaceOf(uri);
  return gist && { accountId: gist.accountId, gistId: gist.gistId };
};

const ofCheckout = async (uri: vscode.Uri | undefined, baseUrl: string): Promise<Surroundings | undefined> => {
  const at = uri?.scheme === "file" ? await repositoryOf(uri) : undefined;
  const open = at ? [at] : await openRepositories();
  const places = open
    .flatMap(({ state }) => state.remotes.toSorted((left) => (left.name === "origin" ? -1 : 1)))
    .map(({ fetchUrl }) => (fetchUrl === undefined ? undefined : remotePlace(fetchUrl)))
    .filter((place): place is RemotePlace => place !== undefined && isAtServer(place.host, baseUrl));
  const [first] = places;
  return first && { owner: first.owner, repo: first.repo };
};

/** The values of a row, the active editor or this window's checkout; none of another account. */
export const surroundings = async ({ profile }: Account, target: unknown): Promise<Surroundings> => {
  const uri = target instanceof vscode.Uri ? target : vscode.window.activeTextEditor?.document.uri;
  const found = ofRow(target) ?? ofEditor(uri);
  if (found) return found.accountId === profile.id ? found : {};
  return (await ofCheckout(uri, profile.baseUrl).catch(() => undefined)) ?? {};
};

/** The parameters that the surroundings answer already. */
export const defaultsOf = (
  operation: OperationId,
  { profile }: Account,
  { owner, repo, ref, path, gistId }: Surroundings,
): Parameters => {
  const { route, parameters } = factsOf(operation, profile.dialect);
  const ofRepository = /\/:user\/:repo\b/.test(route);
  const known: Readonly<Record<string, string | undefined>> = {
    user: ofRepository ? owner : profile.login,
    repo,
    gist_id: gistId,
    id: /^\w+ \/gists\/:id\b/.test(route) ? gistId : undefined,
    name: operation === "repos.update" ? repo : undefined,
    ...(ofRepository ? { path: /\/contents\//.test(route) ? path : undefined, branch: ref } : {}),
    ref: operation === "repos.getContent" || operation === "repos.getReadme" ? ref : undefined,
  };
  return Object.fromEntries(
    parameters.flatMap(({ name, rule, place }) => {
      const value = known[name];
      // A branch to write to is the user's choice.
      const isWanted = place === "path" || rule.required || name === "ref";
      return value === undefined || !isWanted ? [] : [[name, value]];
    }),
  );
};
