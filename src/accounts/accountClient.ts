import { type Clock, systemClock } from "../base/clock.ts";
import type { Disposable } from "../base/disposable.ts";
import type { Write } from "../client/beforeWrite.ts";
import { Client } from "../client/client.ts";
import type { Credentials } from "../client/credentials.ts";
import type { HttpError } from "../client/errors.ts";
import type { PermissionGate } from "../client/permissionGate.ts";
import type { OnSlow } from "../client/pipeline.ts";
import type { Priority } from "../client/scheduler.ts";
import type { Transport } from "../client/transport.ts";
import { currentTaskSignal, hurriedTask } from "../ui/callOrigin.ts";
import { type Candidate, hostOf, type Profile } from "./profile.ts";

/** What the clients of all accounts are made of. */
export interface ClientDeps {
  readonly transportFor: (profile: Pick<Candidate, "kind">) => Promise<Transport>;
  /** Looks at what an account is about to send, and answers what may be sent. Throws CancelledError. */
  readonly inspectWrite: (accountId: string, write: Write) => Promise<Readonly<Record<string, unknown>>>;
  readonly clock?: Clock;
  readonly currentOrigin?: () => string | undefined;
  /** As `OnSlow`, for the calls of one server. */
  readonly onSlow?: (server: string, ...call: Parameters<OnSlow>) => Disposable;
  /** Called with each client. */
  readonly withClient?: (client: Client, server: string) => void;
}

interface ClientUse {
  /** The account whose writes are inspected; a client of none, which checks a token, writes nothing. */
  readonly of?: string;
  /** For the client of a signed-in account, which sends nothing without its token. */
  readonly permissions?: PermissionGate;
  readonly reauthenticate?: (error: HttpError, priority: Priority) => Promise<boolean>;
}

/** The credentials that the client of an account gets; null when there is no token. */
export const credentialsOf = (
  { credential, authScheme }: Pick<Profile, "credential" | "authScheme">,
  token: string | undefined,
): Credentials | null => {
  if (credential === "anonymous") return { type: "anonymous" };
  return token === undefined ? null : { type: "token", token, scheme: authScheme };
};

/**
 * Milliseconds. What is saved is stored, and sent later. What a list lacks is said in a row, and read again later: VS Code
 * shows no other row of the view before.
 */
const longestWaits = { save: 5000, rows: 1000 };

export const createClient = async (
  { transportFor, inspectWrite, clock = systemClock, currentOrigin, onSlow, withClient }: ClientDeps,
  profile: Candidate,
  { of: id = "", permissions, reauthenticate }: ClientUse = {},
): Promise<Client> => {
  const client = new Client({
    version: "3.0.0",
    baseUrl: profile.baseUrl,
    dialect: profile.dialect,
    // Without a transport the account still exists; its calls reject with the reason.
    transport: await transportFor(profile).catch(
      (error: unknown): Transport =>
        () =>
          Promise.reject(error),
    ),
    clock,
    ...(onSlow ? { onSlow: (...call) => onSlow(hostOf(profile), ...call) } : {}),
    taskSignal: currentTaskSignal,
    ...(currentOrigin ? { callOrigin: currentOrigin } : {}),
    longestWait: () => {
      const task = hurriedTask();
      return task && longestWaits[task];
    },
    ...(profile.kind === "sandbox" ? { writeGap: 0 } : {}),
    beforeWrite: (write) => inspectWrite(id, write),
    ...(permissions ? { permissions } : {}),
    ...(reauthenticate ? { reauthenticate, requiresToken: true } : { retry: { attempts: 0 } }),
  });
  withClient?.(client, hostOf(profile));
  return client;
};
