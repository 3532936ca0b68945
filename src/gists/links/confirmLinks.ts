import * as vscode from "vscode";
import { CancelledError } from "../../base/errors.ts";
import { plainText } from "../../ui/plainText.ts";
import { confirm } from "../../ui/prompts.ts";
import type { GistsModel } from "../model.ts";
import type { ConfirmedLinks } from "./confirmedLinks.ts";
import type { LinksModel } from "./model.ts";
import type { Link } from "./types.ts";

export interface ConfirmDeps {
  readonly gists: GistsModel;
  readonly links: LinksModel;
  readonly confirmed: ConfirmedLinks;
}

const targetText = ({ gists, links }: ConfirmDeps, link: Link): string => {
  const place = links.placeOf(link);
  const title = (place && gists.knownTitle(place.accountId, place.gistId)) ?? link.gistId;
  return plainText(vscode.l10n.t("{0} in the gist {1} on {2}", link.fileName, title, new URL(link.server).host));
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
