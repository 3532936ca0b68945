import { HttpError } from "../../client/errors.ts";
import { type ClientDeps, createClient } from "../accountClient.ts";
import { type Identity, identify } from "../identity.ts";
import type { Candidate } from "../profile.ts";

/** Whose token it is, asked at its server. Throws HttpError when the server does not accept it. */
export const checkToken = async (
  deps: ClientDeps,
  candidate: Candidate,
  token: string,
  signal?: AbortSignal,
): Promise<Identity> => {
  const client = await createClient(deps, candidate);
  try {
    client.authenticate({ type: "token", token, scheme: candidate.authScheme });
    return await identify(client, signal);
  } catch (error) {
    // Gogs and other servers of its age accept the older word only.
    if (candidate.kind !== "other" || candidate.authScheme || !HttpError.is(error, "unauthorized")) throw error;
    const authScheme = "token";
    return { ...(await checkToken(deps, { ...candidate, authScheme }, token, signal)), authScheme };
  } finally {
    client.dispose();
  }
};
