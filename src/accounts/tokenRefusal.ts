import { HttpError } from "../client/errors.ts";
import { type ClientParts, createClient, credentialsOf } from "./accountClient.ts";
import type { Profile } from "./profile.ts";

/** Whether it says nothing of the token that GET /user failed with this. */
const isUnanswered = (error: unknown): boolean =>
  !HttpError.is(error) ||
  HttpError.is(
    error,
    "network",
    "cors",
    "certificate",
    "timeout",
    "server",
    "rateLimited",
    // Something else than the service answered, such as the sign-in page of a network.
    "unreadable",
    "redirect",
  );

/**
 * Asks the server once, with GET /user, whether it refuses the token: servers and proxies may answer 401 for a single route.
 * Throws what that failed with where it isn't known.
 */
export const isTokenRefused = async (parts: ClientParts, profile: Profile, token: string): Promise<boolean> => {
  const client = await createClient(parts, profile);
  try {
    client.authenticate(credentialsOf(profile, token));
    await client.get("/user", { leaveOrigin: false, timeout: 15_000 });
    return false;
  } catch (error) {
    if (isUnanswered(error)) throw error;
    return HttpError.is(error, "unauthorized");
  } finally {
    client.dispose();
  }
};

/** What a call failed with that was answered 401 although its token is accepted: another token makes no difference. */
export const routeRefusal = (refusal: HttpError): HttpError => {
  const { code, message, headers, raw, requestId } = refusal;
  return new HttpError("forbidden", code, message, { cause: refusal, headers, raw, requestId });
};
