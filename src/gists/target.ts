import * as vscode from "vscode";
import type { Account, AccountsModel } from "../accounts/model.ts";
import { nameOf } from "../accounts/profile.ts";
import { UserError } from "../base/errors.ts";
import { isPassing } from "../client/errors.ts";
import type { Gist } from "../client/types/gist.ts";
import { pickOne } from "../ui/prompts.ts";
import { plainText } from "../ui/plainText.ts";
import { Drafts } from "./publishing/drafts.ts";
import { gistAccount } from "./gistAccount.ts";
import { filesOf, titleOf } from "./gistFacts.ts";
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

/** Which gists a command offers: own ones and starred ones, or some of them. */
export type OfferedGists = "all" | "mine" | "starred" | "unstarred";

export const listedGists = async (
  { gists }: TargetDeps,
  account: Account,
  offered: OfferedGists,
): Promise<readonly Gist[]> => {
  const accountId = account.profile.id;
  if (offered === "starred") return (await gists.lists.get(accountId, "starred")).gists;
  const own = await gists.lists.get(accountId, "own");
  if (offered === "unstarred") return own.gists.filter(({ id }) => gists.isStarred(accountId, id) !== true);
  const isAsked = offered === "all" && account.profile.missing?.starredGists === undefined;
  const starred = isAsked
    ? await gists.lists.get(accountId, "starred").catch((error: unknown) => {
        // What is known can be picked.
        if (own.gists.length === 0 || !isPassing(error)) throw error;
        return undefined;
      })
    : undefined;
  const others = (starred?.gists ?? []).filter(({ id }) => !own.gists.some((gist) => gist.id === id));
  return [...own.gists, ...others];
};

/** The row of a gist in a list to select from. */
export const pickRow = (gist: Gist): vscode.QuickPickItem & { readonly gistId: string } => ({
  label: `$(${gist.public ? "globe" : "lock"}) ${plainText(titleOf(gist))}`,
  description: plainText(
    filesOf(gist)
      .map(({ filename }) => filename)
      .join(", "),
  ),
  gistId: gist.id,
});

const noneText = (offered: OfferedGists, hasOwn: boolean): string => {
  if (offered === "starred") return vscode.l10n.t("You have starred no gists yet.");
  return hasOwn ? vscode.l10n.t("You have starred all of your gists.") : vscode.l10n.t("You have no gists yet.");
};

const pickGist = async (deps: TargetDeps, placeHolder: string, offered: OfferedGists): Promise<GistPlace> => {
  const account = await gistAccount(deps);
  const accountId = account.profile.id;
  const more = { label: `$(ellipsis) ${vscode.l10n.t("Load more")}`, gistId: "" };
  const list = offered === "starred" ? "starred" : "own";
  for (;;) {
    const items = listedGists(deps, account, offered).then(async (gists) => {
      const hasMore = deps.gists.lists.hasMore(accountId, list);
      if (gists.length === 0 && !hasMore)
        throw new UserError(noneText(offered, (await deps.gists.lists.get(accountId, list)).gists.length > 0));
      const rows = gists.map(pickRow);
      return hasMore ? [...rows, more] : rows;
    });
    const picked = await pickOne(items, { placeHolder, title: nameOf(account.profile) });
    if (picked.gistId !== "") return { accountId, gistId: picked.gistId };
    await deps.gists.loadMore(accountId, list);
  }
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
