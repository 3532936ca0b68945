import type { Client } from "../client/client.ts";
import type { CallOptions } from "../client/callOptions.ts";
import { isCancelled } from "../base/errors.ts";
import { HttpError, isPassing } from "../client/errors.ts";

/** What not every server of this interface has. */
export type Capability = "gists" | "publicGists" | "starredGists" | "authorizations";
/** What was found to be missing, with the status that said so. */
export type Missing = Readonly<Partial<Record<Capability, number>>>;

/** True for answers that say: this server has no such thing. */
const says = (error: unknown): error is HttpError => HttpError.is(error, "notFound", "gone");

/**
 * True when the account's own gists were not found, and its token is good: the server has no gists at all. Asks the
 * server whose token it is.
 */
export const lacksGists = async (client: Client, error: unknown, options: CallOptions): Promise<boolean> => {
  if (!says(error) || error.missing) return false;
  return client.get("/user", { ...options, leaveOrigin: false }).then(
    () => true,
    () => false,
  );
};

/** Asked only when the other lists are missing, too: most servers have gists. */
const probeGists = async (
  client: Client,
  missing: Missing,
  former: Missing,
  options: CallOptions,
): Promise<Missing> => {
  if (!missing.publicGists || !missing.starredGists) return missing;
  try {
    await client.call("gists.getAll", { per_page: 1 }, options);
    return missing;
  } catch (error) {
    if (isCancelled(error)) throw error;
    if (says(error) && (await lacksGists(client, error, options))) return { gists: error.code, ...missing };
    return former.gists === undefined ? missing : { gists: former.gists, ...missing };
  }
};

/**
 * Asks the server once, with a few cheap requests. Anything but a clear "no" counts as "yes"; what it can't answer now is
 * as it was found before, in `former`. Throws HttpError where it answers none of them, and CancelledError.
 */
export const probe = async (client: Client, former: Missing = {}, signal?: AbortSignal): Promise<Missing> => {
  // In the background: an answer to these questions is no reason to ask for another token.
  const options = { signal, priority: "background" } as const;
  const questions: Readonly<Record<Exclude<Capability, "gists">, () => Promise<unknown>>> = {
    publicGists: () => client.call("gists.public", { per_page: 1 }, options),
    starredGists: () => client.call("gists.starred", { per_page: 1 }, options),
    authorizations: () => client.call("authorization.getAll", { per_page: 1 }, options),
  };
  const failures: unknown[] = [];
  const answers = await Promise.all(
    Object.entries(questions).map(async ([capability, ask]) => {
      try {
        await ask();
        return [];
      } catch (error) {
        if (isCancelled(error)) throw error;
        if (says(error)) return [[capability, error.code] as const];
        if (!isPassing(error) && !HttpError.is(error, "unauthorized")) return [];
        failures.push(error);
        const code = former[capability as Capability];
        return code === undefined ? [] : [[capability, code] as const];
      }
    }),
  );
  if (failures.length === answers.length) throw failures[0];
  return probeGists(client, Object.fromEntries(answers.flat()), former, options);
};
