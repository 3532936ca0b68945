import type { contextKeys } from "../ids.ts";
import { hasGists, type Profile } from "./profile.ts";

export type ProfileFacts = Pick<Profile, "credential" | "kind" | "missing">;

/** Whether the account is one that has a token or a sign-in of its own, also while that is missing on this computer. */
const hasOwnToken = ({ credential, kind }: ProfileFacts): boolean =>
  kind !== "sandbox" && credential !== "anonymous";

/** When a key holds for the accounts that are signed in, of which there is at least one; without any, no key holds. */
export const rules = {
  signedIn: () => true,
  ownAccount: (all) => all.some(hasOwnToken),
  noOwnToken: (all) => !all.some(hasOwnToken),
  gistsNotOffered: (all) => !all.some(hasGists),
  authorizationsNotOffered: (all) => all.every(({ missing }) => missing?.authorizations !== undefined),
  noSandbox: (all) => all.every(({ kind }) => kind !== "sandbox"),
  oneAccount: ({ length }) => length === 1,
  onlySandbox: (all) => all.every(({ kind }) => kind === "sandbox"),
} satisfies Partial<Record<keyof typeof contextKeys, (all: readonly ProfileFacts[]) => boolean>>;
