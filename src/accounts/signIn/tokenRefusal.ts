import { HttpError, isPassing } from "../../client/errors.ts";
import { type ClientDeps, createClient, credentialsOf } from "../accountClient.ts";
import type { Profile } from "../profile.ts";

/**
 * Asks the server once, with GET /user, whether it refuses the token: servers and proxies may answer 401 for a single route.
 * Throws what that failed with where it isn't known.
 */
export const isTokenRefused = async (deps: ClientDeps, profile: Profile, token: string): Promise<boolean> => {
  const client = await createClient(deps, profile);
  try {
    client.authenticate(credentialsOf(profile, token));
    await client.get("/user", { leaveOrigin: false, timeout: 15_000 });
    return false;
  } catch (error) {
    // Also when something else than the service answered, such as the sign-in page of a network.
    if (!HttpError.is(error) || isPassing(error)) throw error;
    return error.kind === "unauthorized";
  } finally {
    client.dispose();
  }
};
