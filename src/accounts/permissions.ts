import { BoundedMap } from "../base/boundedMap.ts";
import { CancelledError } from "../base/errors.ts";
import { HttpError, type RefusedPermission } from "../client/errors.ts";
import { isPermissionRefusal } from "../client/knownMessages.ts";
import { operationOf } from "../client/operations/table.ts";
import type { GatedCall, PermissionGate } from "../client/permissionGate.ts";
import { type FineGrainedPermission, hasScope, type MissingPermission } from "../client/permissions.ts";
import { type Identity, tokenFacts } from "./identity.ts";
import type { Profile } from "./profile.ts";
import { SharedQuestions } from "./questions.ts";

type Headers = Readonly<Record<string, string>>;

type TokenFacts = Pick<Identity, "scopes" | "tokenExpiresAt">;

interface PermissionsOptions {
  readonly account: string;
  /** The account as it is now. */
  readonly profile: () => Pick<Profile, "credential" | "scopes" | "tokenExpiresAt">;
  /** The service said something of the token that the profile does not have. */
  readonly onDidLearn: (facts: TokenFacts) => void;
  /** The service left things out of a list as the token is not authorized for these organizations, by id. */
  readonly onDidLearnPartial: (organizations: readonly string[]) => void;
  /** Asks the user; true when more was granted. Throws CancelledError. */
  readonly request: (missing: RefusedPermission) => Promise<boolean>;
}

/** Repositories that are remembered as visible, and calls that were refused. */
const maxEntries = 500;

const listOf = (header: string | undefined): readonly string[] | undefined =>
  header
    ?.split(",")
    .map((each) => each.trim())
    .filter((each) => each !== "");

const isAccess = (text: string): text is FineGrainedPermission["access"] =>
  text === "read" || text === "write" || text === "admin";

/** `contents=write,metadata=read; …`: the permissions of the first alternative. */
const permissionsOf = (headers: Headers): readonly FineGrainedPermission[] =>
  (headers["x-accepted-github-permissions"] ?? "")
    .split(";", 1)
    .flatMap((alternative) => alternative.split(","))
    .flatMap((each) => {
      const [name = "", access = ""] = each.trim().split("=");
      return name !== "" && isAccess(access) ? [{ name, access }] : [];
    });

/** The repository that a call is about, such as `ada/tide-clock`. */
const repositoryOf = ({ url }: GatedCall): string =>
  (/\/repos\/([^/?]+\/[^/?]+)/.exec(new URL(url).pathname)?.[1] ?? "").toLowerCase();

const keyOf = (call: GatedCall): string => `${call.method} ${call.operation ?? call.url} ${repositoryOf(call)}`;

/** What the credentials of one account are granted, as far as the service says or shows it. */
export class AccountPermissions implements PermissionGate {
  readonly #options: PermissionsOptions;
  readonly #visible = new BoundedMap<true>(maxEntries);
  readonly #refused = new BoundedMap<MissingPermission>(maxEntries);
  readonly #questions = new SharedQuestions();
  /** What the user did not grant in this window: a command asks for it, a call does not. */
  readonly #declined = new Set<string>();

  constructor(options: PermissionsOptions) {
    this.#options = options;
  }

  get account(): string {
    return this.#options.account;
  }

  /** Other credentials are used from now on. */
  reset(): void {
    this.#visible.clear();
    this.#refused.clear();
  }

  missing(call: GatedCall): MissingPermission | undefined {
    const { credential, scopes } = this.#options.profile();
    const needs = call.operation && operationOf(call.operation).needs;
    if (credential === "anonymous") {
      // Without an account, "your gists" are everyone's public gists.
      const isOwn = needs ? needs.access !== "anyone" || call.operation === "gists.getAll" : call.method !== "GET";
      return isOwn ? { kind: "signIn" } : undefined;
    }
    if (needs && needs.access !== "password" && scopes !== undefined && !hasScope(scopes, needs.scopes))
      return this.#scopes(needs.scopes);
    return this.#refused.get(keyOf(call));
  }

  missingAfter(call: GatedCall, refusal: HttpError): MissingPermission | undefined {
    if (!HttpError.is(refusal, "forbidden", "notFound")) return undefined;
    this.#note(refusal.headers);
    const missing = this.#shownBy(call, refusal);
    // Scopes are compared each time; the others cannot be known before.
    if (missing?.kind === "permissions" || missing?.kind === "sso") this.#refused.set(keyOf(call), missing);
    return missing;
  }

  noteSuccess(call: GatedCall, headers: Headers): void {
    this.#note(headers);
    const repository = repositoryOf(call);
    if (repository !== "") this.#visible.set(repository, true);
  }

  /** Asks once, however many calls need it, for what the user began only. Throws CancelledError when the user says no. */
  async request({ priority, operation }: GatedCall, missing: MissingPermission): Promise<boolean> {
    const key = JSON.stringify(missing);
    if (priority !== "user" || this.#declined.has(key)) return false;
    return this.#questions.ask(key, async () => {
      // A window that is closed without an answer is a refusal, too.
      this.#declined.add(key);
      const { account } = this;
      if (!(await this.#options.request({ ...missing, operation, account }))) throw new CancelledError();
      this.#declined.delete(key);
      return true;
    });
  }

  async grant(missing: RefusedPermission): Promise<boolean> {
    const isGranted = await this.#options.request(missing);
    if (isGranted) this.#declined.clear();
    return isGranted;
  }

  #note(headers: Headers): void {
    const facts = tokenFacts(headers);
    const { scopes, tokenExpiresAt } = this.#options.profile();
    const isNew =
      (facts.scopes !== undefined && facts.scopes.toSorted().join() !== scopes?.toSorted().join()) ||
      (facts.tokenExpiresAt !== undefined && facts.tokenExpiresAt !== tokenExpiresAt);
    if (isNew) this.#options.onDidLearn(facts);
    const [, partial] = /^partial-results;\s*organizations=([\d,\s]*)/.exec(headers["x-github-sso"] ?? "") ?? [];
    if (partial !== undefined) this.#options.onDidLearnPartial(listOf(partial) ?? []);
  }

  #shownBy(call: GatedCall, refusal: HttpError): MissingPermission | undefined {
    const { headers } = refusal;
    const [, url] = /^required;\s*url=(\S+)/.exec(headers["x-github-sso"] ?? "") ?? [];
    if (url !== undefined) return { kind: "sso", url };
    const { scopes, credential } = this.#options.profile();
    if (credential === "anonymous") return undefined;
    const needs = call.operation && operationOf(call.operation).needs;
    const granted = tokenFacts(headers).scopes;
    if (granted === undefined) {
      const named = permissionsOf(headers);
      const permissions = named.length > 0 ? named : (needs?.permissions ?? []);
      const isRefused = HttpError.is(refusal, "forbidden") && isPermissionRefusal(refusal.message);
      return isRefused && scopes === undefined && permissions.length > 0
        ? { kind: "permissions", permissions }
        : undefined;
    }
    // 404 of what is within a repository that can be seen: it does not exist.
    if (HttpError.is(refusal, "notFound") && (call.mayBeAbsent || this.#visible.has(repositoryOf(call))))
      return undefined;
    const named = listOf(headers["x-accepted-oauth-scopes"]) ?? [];
    // The header names what is enough for public repositories, too; one that is not seen is private, if it exists.
    const ofPrivate = HttpError.is(refusal, "notFound") ? needs?.privateScopes : undefined;
    const accepted = ofPrivate ?? (named.length > 0 ? named : (needs?.privateScopes ?? needs?.scopes ?? []));
    return hasScope(granted, accepted) ? undefined : this.#scopes(accepted);
  }

  #scopes(scopes: readonly string[]): MissingPermission {
    const source = this.#options.profile().credential === "session" ? "session" : "token";
    return { kind: "scopes", scopes, source };
  }
}
