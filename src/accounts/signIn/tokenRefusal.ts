import { systemClock } from "../../base/clock.ts";
import { HttpError, isPassing } from "../../client/errors.ts";
import { type ClientDeps, createClient, credentialsOf } from "../accountClient.ts";
import type { Profile } from "../profile.ts";
import { wait } from "../../client/retry.ts";

/**
 * Asks the server once, with GET /user, whether it refuses the token: servers and proxies may answer 401 for a single route.
 * Throws what that failed with where it isn't known.
 */
const isTokenRefused = async (deps: ClientDeps, profile: Profile, token: string): Promise<boolean> => {
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

interface Holder {
  readonly profile: Profile;
  readonly token: string | undefined;
}

/** The shortest time between two checks whether a token is accepted again. Milliseconds. */
const recheckMs = 5000;

/** What servers say of tokens, asked once for all calls that need to know at the same time. */
export class TokenRefusals {
  readonly #deps: ClientDeps;
  /** By account and token. */
  readonly #asking = new Map<string, Promise<boolean>>();
  /** When it was last checked again, by account. Milliseconds since 1970-01-01T00:00:00Z. */
  readonly #rechecked = new Map<string, number>();
  readonly #turns = new Map<string, Promise<void>>();

  constructor(deps: ClientDeps) {
    this.#deps = deps;
  }

  /** As `isTokenRefused`. */
  isRefused({ profile, token = "" }: Holder): Promise<boolean> {
    const key = JSON.stringify([profile.id, token]);
    const open = this.#asking.get(key);
    if (open) return open;
    const asking = isTokenRefused(this.#deps, profile, token);
    this.#asking.set(key, asking);
    return asking.finally(() => this.#asking.delete(key));
  }

  /** Ends when an account's refused token may be checked again: at once after 5 seconds without a check. */
  turnToRecheck(accountId: string): Promise<void> {
    const clock = this.#deps.clock ?? systemClock;
    const begin = (): void => {
      this.#turns.delete(accountId);
      this.#rechecked.set(accountId, clock.now());
    };
    const open = this.#turns.get(accountId);
    if (open) return open;
    const last = this.#rechecked.get(accountId) ?? -Infinity;
    // Not longer when the clock was set back since then.
    const missing = Math.min(last + recheckMs - clock.now(), recheckMs);
    const turn = (missing > 0 ? wait(missing, clock, undefined) : Promise.resolve()).then(begin);
    this.#turns.set(accountId, turn);
    return turn;
  }
}
