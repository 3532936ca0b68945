import type { Client } from "../client/client.ts";
import { HttpError } from "../client/errors.ts";

/** What not every server of this interface has. */
export type Capability = "publicGists" | "starredGists" | "authorizations";
/** What was found to be missing, with the status that said so. */
export type Missing = Readonly<Partial<Record<Capability, number>>>;

/** True for answers that say: this server has no such thing. */
const says = (error: unknown): error is HttpError => HttpError.is(error, "notFound", "gone");

/** Asks the server once, with a few cheap requests. Anything but a clear "no" counts as "yes". */
export const probe = async (client: Client, signal?: AbortSignal): Promise<Missing> => {
  // In the background: an answer to these questions is no reason to ask for another token.
  const options = { signal, priority: "background" } as const;
  const questions: Readonly<Record<Capability, () => Promise<unknown>>> = {
    publicGists: () => client.call("gists.public", { per_page: 1 }, options),
    starredGists: () => client.call("gists.starred", { per_page: 1 }, options),
    authorizations: () => client.call("authorization.getAll", { per_page: 1 }, options),
  };
  const answers = await Promise.all(
    Object.entries(questions).map(async ([capability, ask]) => {
      try {
        await ask();
        return [];
      } catch (error) {
        return says(error) ? [[capability, error.code] as const] : [];
      }
    }),
  );
  return Object.fromEntries(answers.flat());
};
