import * as vscode from "vscode";
import { noAccountText, signInOnHost } from "../../accounts/accountOnHost.ts";
import type { AccountsModel } from "../../accounts/model.ts";
import { UserError } from "../../base/errors.ts";
import type { FilePlace } from "../types.ts";
import type { LinksModel } from "./model.ts";
import { nameOf, type Link } from "./types.ts";

const hostOf = ({ server }: Link): string => new URL(server).host;

/** The file of a gist that a link leads to. Throws UserError where no account is at its server. */
export const requirePlace = (links: LinksModel, link: Link): FilePlace => {
  const place = links.placeOf(link);
  if (place) return place;
  throw new UserError(noAccountText(hostOf(link)));
};

/** Throws UserError where the file was unlinked, or linked to another one, before something was sent, or the file written. */
export const requireLinked = (links: LinksModel, link: Link, before: "send" | "write"): void => {
  if (links.has(link)) return;
  const [name, other] = [nameOf(link), link.fileName];
  throw new UserError(
    before === "send"
      ? vscode.l10n.t("“{0}” is no longer linked to {1} in that gist. Nothing was sent.", name, other)
      : vscode.l10n.t("“{0}” is no longer linked to {1} in that gist. The file was not changed.", name, other),
  );
};

/** Leads through the sign-in where no account is at the link's server. Throws CancelledError and UserError. */
export const requireSignedIn = async (
  { accounts, links }: { readonly accounts: AccountsModel; readonly links: LinksModel },
  link: Link,
): Promise<void> => {
  if (links.placeOf(link)) return;
  await signInOnHost(accounts, hostOf(link));
  requirePlace(links, link);
};
