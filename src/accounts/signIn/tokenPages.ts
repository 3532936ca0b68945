import type { Profile } from "../profile.ts";
import { hostOf } from "../profile.ts";

type Server = Pick<Profile, "kind" | "baseUrl">;

/** The address of the server's web pages; undefined where it is not known. */
const webOf = (server: Server): string | undefined =>
  server.kind === "github" || server.kind === "enterprise" ? `https://${hostOf(server)}` : undefined;

/** The page that makes a classic token, with a name and these scopes filled in; undefined where no page is known. */
export const classicTokenPage = (server: Server, scopes: readonly string[]): string | undefined => {
  const web = webOf(server);
  const query = new URLSearchParams({ description: "Forgeside", scopes: scopes.join(",") });
  return web && `${web}/settings/tokens/new?${query.toString()}`;
};

/**
 * The page that makes a fine-grained token. Nothing is filled in: GitHub took the description of these parameters back
 * in May 2026, as they did not work (github/docs#44419).
 */
export const fineGrainedTokenPage = (server: Server): string | undefined => {
  const web = webOf(server);
  return web && `${web}/settings/personal-access-tokens/new`;
};

/** Where the user authorizes what signed in for organizations with single sign-on. */
export const tokensPage = (server: Server & Pick<Profile, "credential">): string | undefined => {
  const web = webOf(server);
  return web && `${web}/settings/${server.credential === "session" ? "applications" : "tokens"}`;
};
