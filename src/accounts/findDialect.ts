import { HttpError } from "../client/errors.ts";
import type { Dialect } from "../client/request.ts";
import type { AccountsModel } from "./model.ts";
import type { Candidate } from "./profile.ts";

type Clients = Pick<AccountsModel, "clientWithoutToken">;

/** Whether the server has the list of watched repositories at the path that it has in this dialect. */
const hasWatched = async (clients: Clients, candidate: Candidate, token: string): Promise<boolean> => {
  const client = await clients.clientWithoutToken(candidate);
  try {
    client.authenticate({ type: "token", token, scheme: candidate.authScheme });
    await client.call("repos.getWatched", { per_page: 1 });
    return true;
  } catch (error) {
    if (!HttpError.is(error)) throw error;
    // Refused to this token: the path is there.
    return error.kind === "forbidden";
  } finally {
    client.dispose();
  }
};

/**
 * Which of the two APIs the server of a checked token has, by a path that differs between them; undefined when it has
 * neither path, or can't be reached.
 */
export const findDialect = async (
  clients: Clients,
  candidate: Omit<Candidate, "dialect">,
  token: string,
): Promise<Dialect | undefined> => {
  for (const dialect of ["github", "interface"] as const)
    if (await hasWatched(clients, { ...candidate, dialect }, token)) return dialect;
  return undefined;
};
