import * as vscode from "vscode";
import { CancelledError } from "../../base/errors.ts";
import { plainText } from "../../ui/plainText.ts";
import { confirm } from "../../ui/prompts.ts";
import type { GistsModel } from "../model.ts";
import { placeTitle, type TitleDeps } from "../placeTitle.ts";
import type { ConfirmedLinks } from "./confirmedLinks.ts";
import type { LinksModel } from "./model.ts";
import type { Link } from "./types.ts";

export interface LinkTitleDeps extends TitleDeps {
  readonly links: LinksModel;
}

export interface ConfirmDeps extends LinkTitleDeps {
  readonly gists: GistsModel;
  readonly confirmed: ConfirmedLinks;
}

/** The title of the linked gist, or its id where no account of its server is signed in. */
export const linkTitle = (deps: LinkTitleDeps, link: Link): string => {
  const place = deps.links.placeOf(link);
  return place ? placeTitle(deps, place) : link.gistId;
};

const targetText = (deps: ConfirmDeps, link: Link): string => {
  const { host } = new URL(link.server);
  return plainText(vscode.l10n.t("{0} in the gist {1} on {2}", link.fileName, linkTitle(deps, link), host));
};

/** Asks about a link that came with the repository. Throws CancelledError. */
export const confirmLink = async (deps: ConfirmDeps, link: Link, action: string): Promise<void> => {
  if (deps.confirmed.has(link)) return;
  await confirm(
    vscode.l10n.t("“{0}” was linked by this repository, not by you. Continue?", plainText(link.path)),
    vscode.l10n.t("It is linked to {0}.", targetText(deps, link)),
    action,
  );
  await deps.confirmed.add([link]);
};

/** The links that the user made, or selects of those that came with the repository. Throws CancelledError. */
export const confirmLinks = async (
  deps: ConfirmDeps,
  all: readonly Link[],
  title: string,
): Promise<readonly Link[]> => {
  const unknown = all.filter((link) => !deps.confirmed.has(link));
  if (unknown.length === 0) return all;
  const rows = unknown.map((link) => ({
    label: plainText(link.path),
    detail: targetText(deps, link),
    link,
  }));
  const picked = await vscode.window.showQuickPick(rows, {
    title,
    placeHolder: vscode.l10n.t("Linked by this repository, not by you. Select the files to include"),
    canPickMany: true,
    matchOnDetail: true,
    ignoreFocusOut: true,
  });
  if (!picked) throw new CancelledError();
  await deps.confirmed.add(picked.map(({ link }) => link));
  return all.filter((link) => deps.confirmed.has(link));
};
