import { BoundedMap } from "../../base/boundedMap.ts";
import { systemClock } from "../../base/clock.ts";
import { CancelledError } from "../../base/errors.ts";
import { HttpError, type MissingPermission } from "../../client/errors.ts";
import { featureOf } from "../../client/features.ts";
import { isPermissionRefusal } from "../../client/knownMessages.ts";
import { type OperationId, operationOf } from "../../client/operations/table.ts";
import type { GatedCall, PermissionGate } from "../../client/permissionGate.ts";
import { type FineGrainedPermission, hasScope, type MissingGrant } from "../../client/permissions.ts";
import { grantedScopes, type KnownScopes } from "../grantedScopes.ts";
import { type Identity, tokenFacts } from "../identity.ts";
import type { Profile } from "../profile.ts";
import { SharedQuestions } from "../signIn/questions.ts";

type Headers = Readonly<Record<string, string>>;

type TokenFacts = Pick<Identity, "scopes" | "tokenExpiresAt">;

interface PermissionsOptions {
  readonly account: string;
  /** The account as it is now. */
  readonly profile: () => KnownScopes & Pick<Profile, "credential" | "tokenExpiresAt">;
  /** The service said something of the token that the profile does not have. */
  readonly onDidLearn: (facts: TokenFacts) => void;
  /** The service left things out of a list as the token is not authorized for these organizations, by id. */
  readonly onDidLearnPartial: (organizations: readonly string[]) => void;
  /** A call was answered with success. */
  readonly onSuccess?: () => void;
  /** More is granted to the same token. */
  readonly onDidGrant: () => void;
  /** Asks the user; true when more was granted. Throws CancelledError. */
  readonly request: (missing: MissingPermission) => Promise<boolean>;
}

/** Repositories that are remembered as visible, and calls that were refused. */
const maxEntries = 500;
/** How long a refusal of a token that does not say what it is granted counts. Milliseconds. */
const refusalAgeMs = 60_000;

const listOf = (header: string | undefined): readonly string[] | undefined =>
  header
    ?.split(",")
    .map((each) => each.trim())
    .filter((each) => each !== "");

const isAccess = (text: string): text is FineGrainedPermission["access"] =>
  text === "read" || text === "write" || text === "admin";

/** `contents=write,metadata=read; …`: the permissions of the first alternative. */
const acceptedPermissions = (headers: Headers): readonly FineGrainedPermission[] =>
  (headers["x-accepted-github-permissions"] ?? "")
    .split(";", 1)
    .flatMap((alternative) => alternative.split(","))
    .flatMap((each) => {
      const [name = "", access = ""] = each.trim().split("=");
      return name !== "" && isAccess(access) ? [{ name, access }] : [];
    });

/** The longest list of scopes or permissions that is shown and remembered. */
const maxNames = 50;

/** The repository that a call is about, such as `ada/tide-clock`. */
const repositoryOf = ({ url }: GatedCall): string =>
  (/\/repos\/([^/?]+\/[^/?]+)/.exec(new URL(url).pathname)?.[1] ?? "").toLowerCase();

const keyOf = ({ method, url }: GatedCall): string => `${method} ${new URL(url).pathname}`;

/** What the credentials of one account are granted, as far as the service says or shows it. */
export class AccountPermissions implements PermissionGate {
  readonly #options: PermissionsOptions;
  readonly #visible = new BoundedMap<true>(maxEntries);
  readonly #refused = new BoundedMap<{ readonly missing: MissingGrant; readonly at: number }>(maxEntries);
  readonly #questions = new SharedQuestions();
  /** What the user did not grant in this window: a command asks for it, a call does not. */
  readonly #declinedQuestions = new Set<string>();
  #generation = 0;

  constructor(options: PermissionsOptions) {
    this.#options = options;
  }

  get account(): string {
    return this.#options.account;
  }

  get generation(): number {
    return this.#generation;
  }

  /** Other credentials are used from now on. */
  reset(): void {
    this.#generation++;
    this.#visible.clear();
    this.#refused.clear();
  }

  missing(call: GatedCall): MissingGrant | undefined {
    const known = this.#notGranted(call);
    if (known) return known;
    const refused = this.#refused.get(keyOf(call));
    return refused && systemClock.now() - refused.at < refusalAgeMs ? refused.missing : undefined;
  }

  /** Asks for what an operation is known to lack, if anything. Throws UserError, and CancelledError when the user says no. */
  async require(operation: OperationId): Promise<void> {
    const missing = this.#notGranted({ operation });
    const { account } = this;
    if (missing && !(await this.grant({ ...missing, operation, account }))) throw new CancelledError();
  }

  /** What the operation needs and the credentials are known not to be granted. */
  #notGranted({ operation, method }: Partial<GatedCall>): MissingGrant | undefined {
    const profile = this.#options.profile();
    const { credential } = profile;
    const scopes = grantedScopes(profile);
    const needs = operation && operationOf(operation).needs;
    if (credential === "anonymous") {
      // Without an account, "your gists" are everyone's public gists.
      const isOwn = needs ? needs.access !== "anyone" || operation === "gists.getAll" : method !== "GET";
      return isOwn ? { kind: "signIn" } : undefined;
    }
    if (needs && needs.access !== "password" && scopes !== undefined && !hasScope(scopes, needs.scopes))
      return this.#scopes(needs.scopes);
    return undefined;
  }

  missingAfter(call: GatedCall, refusal: HttpError): MissingGrant | undefined {
    if (!HttpError.is(refusal, "forbidden", "notFound")) return undefined;
    this.#note(refusal.headers);
    const missing = this.#shownBy(call, refusal);
    // Scopes are compared each time; the others cannot be known before.
    if (missing?.kind === "permissions" || missing?.kind === "sso")
      this.#refused.set(keyOf(call), { missing, at: systemClock.now() });
    return missing;
  }

  noteSuccess(call: GatedCall, headers: Headers): void {
    this.#note(headers);
    this.#refused.delete(keyOf(call));
    this.#options.onSuccess?.();
    // A list that is complete again.
    if (call.operation === "repos.getAll" && headers["x-github-sso"] === undefined)
      this.#options.onDidLearnPartial([]);
    const repository = repositoryOf(call);
    if (repository !== "") this.#visible.set(repository, true);
  }

  /** Asks once, however many calls need it, for what the user began only. Throws CancelledError when the user says no. */
  async request({ priority, operation }: GatedCall, missing: MissingGrant): Promise<boolean> {
    // One question for each feature: it asks for all that the feature needs.
    const feature = featureOf(operation) ?? operation ?? "";
    const key = `${missing.kind} ${feature} ${missing.kind === "sso" ? missing.url : ""}`;
    if (priority !== "user") return false;
    if (this.#declinedQuestions.has(key) && !this.#questions.isOpen(key)) return false;
    return this.#questions.ask(key, async () => {
      // A dialog that is closed without an answer is a refusal, too.
      this.#declinedQuestions.add(key);
      const { account } = this;
      if (!(await this.grant({ ...missing, operation, account }))) throw new CancelledError();
      return true;
    });
  }

  async grant(missing: MissingPermission): Promise<boolean> {
    const isGranted = await this.#options.request(missing);
    if (isGranted) {
      this.#declinedQuestions.clear();
      this.#refused.clear();
      this.#options.onDidGrant();
    }
    return isGranted;
  }

  #note(headers: Headers): void {
    const known = tokenFacts(headers);
    const facts = known.scopes ? { ...known, scopes: known.scopes.slice(0, maxNames) } : known;
    const { scopes, tokenExpiresAt } = this.#options.profile();
    const isNew =
      (facts.scopes !== undefined && facts.scopes.toSorted().join() !== scopes?.toSorted().join()) ||
      (facts.tokenExpiresAt !== undefined && facts.tokenExpiresAt !== tokenExpiresAt);
    if (isNew) this.#options.onDidLearn(facts);
    const [, partial] = /^partial-results;\s*organizations=([\d,\s]*)/.exec(headers["x-github-sso"] ?? "") ?? [];
    if (partial !== undefined) this.#options.onDidLearnPartial((listOf(partial) ?? []).slice(0, maxNames));
  }

  #shownBy(call: GatedCall, refusal: HttpError): MissingGrant | undefined {
    const { headers } = refusal;
    const [, url] = /^required;\s*url=(\S+)/.exec(headers["x-github-sso"] ?? "") ?? [];
    if (url !== undefined) return { kind: "sso", url };
    const profile = this.#options.profile();
    if (profile.credential === "anonymous") return undefined;
    // 404 of what is within a repository that can be seen: it does not exist.
    if (HttpError.is(refusal, "notFound") && (call.mayBeAbsent || this.#visible.has(repositoryOf(call))))
      return undefined;
    const needs = call.operation && operationOf(call.operation).needs;
    const { scopes } = tokenFacts(headers);
    const granted = scopes && grantedScopes({ ...profile, scopes });
    // What a server of other words does not name is not known in these.
    if (scopes && !granted && !profile.isAppToken) {
      const others = listOf(headers["x-accepted-oauth-scopes"]) ?? [];
      return hasScope(scopes, others) ? undefined : this.#scopes(others.slice(0, maxNames));
    }
    if (granted === undefined) {
      const named = acceptedPermissions(headers);
      const permissions = named.length > 0 ? named : (needs?.permissions ?? []);
      const isRefused = HttpError.is(refusal, "forbidden") && isPermissionRefusal(refusal.message);
      return isRefused && grantedScopes(profile) === undefined && permissions.length > 0
        ? { kind: "permissions", permissions }
        : undefined;
    }
    const named = listOf(headers["x-accepted-oauth-scopes"]) ?? [];
    // The header names what is enough for public repositories, too; one that is not seen is private, if it exists. A 403
    // has many reasons: only what the header names counts.
    const accepted = HttpError.is(refusal, "notFound")
      ? (needs?.privateScopes ?? needs?.scopes ?? named)
      : named.length > 0
        ? named
        : (needs?.scopes ?? []);
    return hasScope(granted, accepted) ? undefined : this.#scopes(accepted.slice(0, maxNames));
  }

  #scopes(scopes: readonly string[]): MissingGrant {
    const source = this.#options.profile().credential === "session" ? "session" : "token";
    return { kind: "scopes", scopes, source };
  }
}
