import * as vscode from "vscode";
import type { AccountsModel } from "../../accounts/model.ts";
import { ChoiceError } from "../../base/errors.ts";
import type { FilePlace } from "../types.ts";
import type { LinksModel } from "./model.ts";
import type { Link } from "./types.ts";

/** The file of a gist that a link leads to. Throws ChoiceError where no account is at its server. */
export const requirePlace = (
  links: LinksModel,
  link: Link,
  choices: ConstructorParameters<typeof ChoiceError>[1] = [],
): FilePlace => {
  const place = links.placeOf(link);
  if (place) return place;
  const { host } = new URL(link.server);
  throw new ChoiceError(vscode.l10n.t("You have no account on {0}. Sign in there first.", host), choices);
};

/** As `requirePlace`, with a button to sign in: `again` does what was asked for after that. */
export const requireSignedIn = (
  { accounts, links }: { readonly accounts: AccountsModel; readonly links: LinksModel },
  link: Link,
  again: () => Promise<unknown>,
): FilePlace =>
  requirePlace(links, link, [
    {
      title: vscode.l10n.t("Sign In..."),
      run: async () => {
        await accounts.signIn();
        if (links.placeOf(link)) await again();
      },
    },
  ]);
