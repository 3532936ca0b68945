import { accessTo, scopedFeatures } from "../accounts/featureAccess.ts";
import { grantedScopes, type KnownScopes } from "../accounts/grantedScopes.ts";
import { type Identity, identify, tokenPart } from "../accounts/identity.ts";
import type { Profile } from "../accounts/profile.ts";
import { isCancelled } from "../base/errors.ts";
import { fieldsOf } from "../base/fieldsOf.ts";
import type { SecretRetention } from "../accounts/storage/secretMarker.ts";
import type { Clock } from "../base/clock.ts";
import type { Client } from "../client/client.ts";
import { HttpError, isTokenMissing } from "../client/errors.ts";
import type { Priority } from "../client/scheduler.ts";
import type { FeatureId } from "../client/features.ts";

/** How it is: as it should be, worth knowing, or a fault. */
export type Level = "good" | "note" | "bad";

/** What was looked at, and found. */
export type Finding =
  | { readonly check: "server"; readonly level: Level; readonly ms: number; readonly error?: unknown }
  | {
      readonly check: "certificate";
      readonly level: Level;
      readonly how: "checked" | "loopback" | "refused" | "off" | "unreached" | "browser";
    }
  /** `address` is empty where none is set, or where the `source` is the browser, which does not name it. */
  | { readonly check: "proxy"; readonly level: Level; readonly address: string; readonly source: string }
  /** `seconds` that this machine's clock is ahead of the server's. */
  | { readonly check: "clock"; readonly level: Level; readonly seconds: number | undefined }
  | {
      readonly check: "token";
      readonly level: Level;
      readonly identity: Identity | undefined;
      /** Features that it opens in part or not at all; undefined where the server does not say what it is granted. */
      readonly lacks: readonly FeatureId[] | undefined;
      readonly error?: unknown;
    }
  | {
      readonly check: "keyring";
      readonly level: Level;
      /** Undefined where the secret storage does not work. */
      readonly retention?: SecretRetention;
      readonly error?: unknown;
    }
  | {
      readonly check: "limit";
      readonly level: Level;
      readonly remaining: number;
      readonly limit: number;
      readonly reset: number;
    };

/** What decides how VS Code connects to servers. */
interface NetworkSettings {
  /** The proxy that is set in VS Code; empty where none is. */
  readonly proxy: string;
  readonly checksCertificates: boolean;
  /** Undefined in a browser, which has a proxy and checks of certificates of its own. */
  readonly environment: Readonly<Record<string, string | undefined>> | undefined;
}

export interface DoctorDeps {
  readonly profile: Profile;
  readonly client: Client;
  readonly clock: Clock;
  /** Stores a text that is not a secret, reads it and deletes it; answers whether an earlier session's is still there. */
  readonly tryKeyring: () => Promise<SecretRetention>;
  readonly network: NetworkSettings;
}

const allowedSkew = 60;

/** An address without what is secret in it. */
export const withoutSecrets = (address: string): string => {
  try {
    return new URL(address.includes("://") ? address : `http://${address}`).host || "?";
  } catch {
    return "?";
  }
};

const proxyOf = ({ baseUrl }: Profile, { proxy, environment }: NetworkSettings): Finding => {
  if (!environment) return { check: "proxy", level: "good", address: "", source: "browser" };
  const isSecure = baseUrl.startsWith("https:");
  const names = isSecure ? ["HTTPS_PROXY", "https_proxy", "ALL_PROXY", "all_proxy"] : ["HTTP_PROXY", "http_proxy"];
  const given = [
    ["http.proxy", proxy] as const,
    ...names.map((name) => [name, environment[name] ?? ""] as const),
  ].find(([, address]) => address !== "");
  return given
    ? { check: "proxy", level: "note", address: withoutSecrets(given[1]), source: given[0] }
    : { check: "proxy", level: "good", address: "", source: "" };
};

const clockOf = (date: string | undefined, before: number, after: number): Finding => {
  const time = Date.parse(date ?? "");
  if (Number.isNaN(time)) return { check: "clock", level: "note", seconds: undefined };
  // The header has whole seconds, and was written some time between the two.
  const ahead = before - (time + 1000);
  const behind = time - after;
  const seconds = Math.round((ahead > 0 ? ahead : behind > 0 ? -behind : 0) / 1000);
  return { check: "clock", level: Math.abs(seconds) > allowedSkew ? "bad" : "good", seconds };
};

const certificateOf = (
  { baseUrl }: Profile,
  { checksCertificates, environment }: NetworkSettings,
  error: unknown,
  isReached: boolean,
): Finding => {
  if (HttpError.is(error, "certificate")) return { check: "certificate", level: "bad", how: "refused" };
  if (!baseUrl.startsWith("https:")) return { check: "certificate", level: "good", how: "loopback" };
  if (environment && !checksCertificates) return { check: "certificate", level: "bad", how: "off" };
  if (isReached) return { check: "certificate", level: "good", how: "checked" };
  // A browser reports a refused certificate as a connection that failed.
  return { check: "certificate", level: "note", how: environment ? "unreached" : "browser" };
};

/** The report says what is refused, with what to do: the user isn't asked for another token while it is made. */
const priority: Priority = "background";

const lacking = (known: KnownScopes): readonly FeatureId[] | undefined =>
  grantedScopes(known) === undefined
    ? undefined
    : scopedFeatures.filter((feature) => accessTo(feature, known) !== "full");

const findToken = async (
  { client, profile }: Pick<DoctorDeps, "client" | "profile">,
  signal: AbortSignal,
): Promise<Finding> => {
  try {
    const identity = await identify(client, signal, priority);
    const { kind, isAppToken } = profile;
    const lacks = lacking({ kind, ...(isAppToken ? { isAppToken } : {}), ...tokenPart(identity) });
    return { check: "token", level: lacks && lacks.length > 0 ? "note" : "good", identity, lacks };
  } catch (error) {
    if (isCancelled(error)) throw error;
    // Only the server's refusal of the token says something about it.
    const level = HttpError.is(error, "unauthorized") ? "bad" : "note";
    return { check: "token", level, identity: undefined, lacks: undefined, error };
  }
};

const findKeyring = async (tryKeyring: DoctorDeps["tryKeyring"]): Promise<Finding> => {
  try {
    const retention = await tryKeyring();
    const levels = { retained: "good", unknown: "note", lost: "bad" } as const;
    return { check: "keyring", level: levels[retention], retention };
  } catch (error) {
    return { check: "keyring", level: "bad", error };
  }
};

const isCount = (value: unknown): value is number => Number.isSafeInteger(value) && Number(value) >= 0;

/** How the server is that answered: it may have refused or failed what it was asked without a limit. */
const serverLevel = (failure: unknown, isIdentified: boolean): Level => {
  if (isIdentified) return "good";
  if (HttpError.is(failure, "server", "unreadable")) return "bad";
  return HttpError.is(failure, "unauthorized", "forbidden", "rateLimited") ? "note" : "good";
};

/** What `/rate_limit` says; undefined where it says nothing. Throws HttpError and CancelledError. */
const readLimit = async (
  client: Client,
  signal: AbortSignal,
  onHeaders?: (headers: Readonly<Record<string, string>>) => void,
): Promise<Finding | undefined> => {
  const options = { signal, priority, timeout: 15_000, leaveOrigin: false, ...(onHeaders && { onHeaders }) };
  const { resources, rate } = await client.call("misc.rateLimit", {}, options);
  const { limit, remaining, reset } = fieldsOf(resources?.core ?? rate);
  // Some servers have the route, and no limits.
  if (!isCount(limit) || !isCount(remaining) || !isCount(reset) || limit === 0) return undefined;
  const level = remaining === 0 ? "bad" : remaining / limit < 0.1 ? "note" : "good";
  return { check: "limit", level, remaining, limit, reset: reset * 1000 };
};

/** As `findToken`; a refusal because of the limit is newer than what was read of that, which is read again. */
const findTokenAndLimit = async (
  deps: Pick<DoctorDeps, "client" | "profile">,
  limit: Finding | undefined,
  signal: AbortSignal,
): Promise<readonly [token: Finding, limit: Finding | undefined]> => {
  const token = await findToken(deps, signal);
  if (!("error" in token && HttpError.is(token.error, "rateLimited"))) return [token, limit];
  try {
    return [token, await readLimit(deps.client, signal)];
  } catch (error) {
    if (isCancelled(error)) throw error;
    return [token, limit];
  }
};

/** Looks at everything between this window and the service. What fails is a finding; throws CancelledError only. */
export const diagnose = async (deps: DoctorDeps, signal: AbortSignal): Promise<readonly Finding[]> => {
  const { profile, client, clock, tryKeyring, network } = deps;
  const before = clock.now();
  let headers: Readonly<Record<string, string>> = {};
  let failure: unknown;
  let limit: Finding | undefined;
  try {
    limit = await readLimit(client, signal, (given) => (headers = given));
  } catch (error) {
    if (isCancelled(error)) throw error;
    failure = error;
    if (HttpError.is(error)) headers = error.headers;
  }
  const after = clock.now();
  // A server without limits (404) was reached, too. Browsers show no date.
  const isReached =
    failure === undefined || (HttpError.is(failure) && ("date" in headers || failure.raw !== undefined));
  // Nothing was sent, so nothing is known of the server.
  if (isTokenMissing(failure))
    return [
      { check: "token", level: "bad", identity: undefined, lacks: undefined, error: failure },
      proxyOf(profile, network),
      await findKeyring(tryKeyring),
    ];
  let token: Finding | undefined;
  if (isReached && profile.credential !== "anonymous")
    [token, limit] = await findTokenAndLimit(deps, limit, signal);
  // Something else than the API, such as a proxy's page, may have answered.
  const level = isReached ? serverLevel(failure, token?.check === "token" && token.identity !== undefined) : "bad";
  return [
    {
      check: "server",
      level,
      ms: after - before,
      ...(level === "good" ? {} : { error: failure }),
    },
    // The sandbox is inside VS Code: there is no network in between.
    ...(profile.kind === "sandbox"
      ? []
      : [certificateOf(profile, network, failure, isReached), proxyOf(profile, network)]),
    clockOf(headers["date"], before, after),
    ...(token ? [token] : []),
    await findKeyring(tryKeyring),
    ...(limit ? [limit] : []),
  ];
};
