import { noAccountOn, noAccountText } from "../../accounts/accountOnHost.ts";
import type { AccountsModel } from "../../accounts/model.ts";
import { ChoiceError } from "../../base/errors.ts";
import type { FilePlace } from "../types.ts";
import type { LinksModel } from "./model.ts";
import type { Link } from "./types.ts";

const hostOf = ({ server }: Link): string => new URL(server).host;

/** The file of a gist that a link leads to. Throws ChoiceError where no account is at its server. */
export const requirePlace = (links: LinksModel, link: Link): FilePlace => {
  const place = links.placeOf(link);
  if (place) return place;
  throw new ChoiceError(noAccountText(hostOf(link)), []);
};

/** Throws ChoiceError where no account is at the link's server: its button signs in, and `again` does what was asked for after that. */
export const requireSignedIn = (
  { accounts, links }: { readonly accounts: AccountsModel; readonly links: LinksModel },
  link: Link,
  again: () => Promise<unknown>,
): void => {
  const isThere = (): boolean => links.placeOf(link) !== undefined;
  if (!isThere()) throw noAccountOn(hostOf(link), accounts, isThere, again);
};
