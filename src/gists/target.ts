import * as vscode from "vscode";
import type { AccountsModel } from "../accounts/model.ts";
import type { Gist } from "../client/types/gist.ts";
import { pickOne } from "../ui/prompts.ts";
import { plainText } from "../ui/plainText.ts";
import { Drafts } from "./publishing/drafts.ts";
import { filesOf, titleOf } from "./gistFacts.ts";
import { type OfferedGists, pickGist } from "./pickGist.ts";
import type { GistsModel } from "./model.ts";
import type {
  ForkFileNode,
  ForkNode,
  ForksNode,
  GistFileNode,
  GistNode,
  HistoryNode,
  RevisionNode,
} from "./nodeTypes.ts";
import type { FilePlace, GistPlace } from "./types.ts";
import { gistPlaceOf } from "./uri.ts";

export interface TargetDeps {
  readonly accounts: AccountsModel;
  readonly gists: GistsModel;
}

type GistRow = GistNode | GistFileNode | HistoryNode | RevisionNode | ForksNode | ForkNode | ForkFileNode;

const kinds: ReadonlySet<unknown> = new Set([
  "gist",
  "file",
  "history",
  "revision",
  "forks",
  "fork",
  "forkFile",
] satisfies GistRow["kind"][]);

const isNode = (target: unknown): target is GistRow =>
  typeof target === "object" && target !== null && kinds.has(Reflect.get(target, "kind"));

/** Stands for "whatever the user picks": the active editor does not decide. */
export const pickedByUser = Symbol("picked by the user");

/** The gist that a tree node, an editor's title or the active editor stands for. */
export const givenPlace = (target: unknown): GistPlace | undefined => {
  if (target === pickedByUser) return undefined;
  if (isNode(target)) {
    const place = { accountId: target.accountId, gistId: target.gist.id };
    return target.kind === "file" || target.kind === "forkFile"
      ? { ...place, fileName: target.file.filename }
      : place;
  }
  const uri = target instanceof vscode.Uri ? target : vscode.window.activeTextEditor?.document.uri;
  const place = uri && gistPlaceOf(uri);
  return place && !Drafts.isDraftId(place.gistId) ? place : undefined;
};

/** The given gist, or the one that the user picks. */
export const targetGist = async (
  deps: TargetDeps,
  target: unknown,
  placeHolder: string,
  offered: OfferedGists = "all",
): Promise<{ place: GistPlace; gist: Gist }> => {
  await deps.accounts.load();
  const place = givenPlace(target) ?? (await pickGist(deps, placeHolder, offered));
  return { place, gist: await deps.gists.get(place.accountId, place.gistId) };
};

/** The given file, the gist's only one, or the one that the user picks. */
export const targetFile = async (
  deps: TargetDeps,
  target: unknown,
  gistPlaceHolder: string,
  filePlaceHolder: string,
  offered: OfferedGists = "all",
): Promise<{ place: FilePlace; gist: Gist }> => {
  const { place, gist } = await targetGist(deps, target, gistPlaceHolder, offered);
  if (place.fileName !== undefined) return { place: { ...place, fileName: place.fileName }, gist };
  const names = filesOf(gist).map(({ filename }) => filename);
  const [only] = names;
  if (only !== undefined && names.length === 1) return { place: { ...place, fileName: only }, gist };
  const items = names.map((name) => ({ label: `$(file) ${plainText(name)}`, name }));
  const { name } = await pickOne(items, { placeHolder: filePlaceHolder, title: titleOf(gist) });
  return { place: { ...place, fileName: name }, gist };
};
