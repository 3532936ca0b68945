import { HttpError } from "../../client/errors.ts";
import type { Dialect } from "../../client/request.ts";
import type { AccountsModel } from "../model.ts";
import type { Candidate } from "../profile.ts";

type Clients = Pick<AccountsModel, "clientWithoutToken">;

/** Whether the server has the list of watched repositories at the path that it has in this dialect, or refuses it. */
const watchedAt = async (
  clients: Clients,
  candidate: Candidate,
  token: string,
): Promise<"there" | "refused" | "missing"> => {
  const client = await clients.clientWithoutToken(candidate);
  try {
    client.authenticate({ type: "token", token, scheme: candidate.authScheme });
    await client.call("repos.getWatched", { per_page: 1 });
    return "there";
  } catch (error) {
    if (!HttpError.is(error)) throw error;
    return error.kind === "forbidden" ? "refused" : "missing";
  } finally {
    client.dispose();
  }
};

/**
 * Which of the two APIs the server of a checked token has, by a path that differs between them; undefined when it has
 * neither path, refuses both, or can't be reached.
 */
export const findDialect = async (
  clients: Clients,
  candidate: Omit<Candidate, "dialect">,
  token: string,
): Promise<Dialect | undefined> => {
  const today = await watchedAt(clients, { ...candidate, dialect: "github" }, token);
  if (today === "there") return "github";
  const former = await watchedAt(clients, { ...candidate, dialect: "interface" }, token);
  if (former === "there") return "interface";
  // A path that is refused to this token is there, unless the server refuses whatever it doesn't have.
  if (today === former) return undefined;
  return today === "refused" ? "github" : "interface";
};
