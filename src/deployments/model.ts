import type { Account, AccountsModel } from "../accounts/model.ts";
import { requireAccount } from "../accounts/requireAccount.ts";
import { Emitter } from "../base/event.ts";
import { HttpError } from "../client/errors.ts";
import { LostWrites } from "../client/lostWrites.ts";
import { isEmptyRepositoryMessage } from "../client/knownMessages.ts";
import { NotOfferedError, unlessNotOffered } from "../client/notOffered.ts";
import { PagedList, PagedLists } from "../client/pagedList.ts";
import type { Deployment, DeploymentStatus } from "../client/types/deployment.ts";
import { keyOf, type RepoPlace } from "../repos/types.ts";
import type { DeploymentFilter } from "./board.ts";
import { payloadOf } from "./payload.ts";
import { type CheckContext, DeploymentProblem } from "./problem.ts";

/** The four states that the interface takes. */
export const settableStates = ["pending", "success", "error", "failure"] as const;
type SettableState = (typeof settableStates)[number];

/** What is to be deployed. */
export interface NewDeployment {
  readonly ref: string;
  readonly task: string;
  readonly environment: string;
  /** Merge the default branch into the ref first when the ref is behind it. */
  readonly autoMerge: boolean;
  /** The checks that must have passed; undefined for all that there are, none of them to ask for nothing. */
  readonly requiredContexts: readonly string[] | undefined;
  /** JSON, or empty. */
  readonly payload: string;
  readonly description: string;
}

export interface NewStatus {
  readonly state: SettableState;
  /** Empty for none. */
  readonly targetUrl: string;
  readonly description: string;
}

/** `merged`: the service merged the default branch into the ref and deployed nothing; `message` says what it did. */
type Created =
  | { readonly kind: "created"; readonly deployment: Deployment }
  | { readonly kind: "merged"; readonly message: string };

interface Options {
  readonly accounts: AccountsModel;
  /** What may be sent of a text. Throws CancelledError when nothing may. */
  readonly inspect: (place: RepoPlace, what: "payload" | "description", text: string) => Promise<string>;
}

const idOf = ({ id }: { readonly id: number }): number => id;
const repository = ({ owner, repo }: RepoPlace) => ({ user: owner, repo });

const isFilled = ([, value]: readonly [string, unknown]): boolean => value !== undefined && value !== "";

const contextsOf = (error: HttpError): readonly CheckContext[] =>
  error.errors.flatMap((each) => {
    const contexts: unknown = Reflect.get(each, "contexts");
    return Array.isArray(contexts)
      ? contexts.map((one: Partial<CheckContext>) => ({
          context: String(one.context ?? ""),
          state: String(one.state ?? ""),
        }))
      : [];
  });

/** What the service said, as what it means. */
const explained = (error: unknown, { owner, repo }: RepoPlace, ref: string): unknown => {
  if (!HttpError.is(error)) return error;
  if (error.kind === "notFound" || error.kind === "forbidden")
    return new DeploymentProblem("noAccess", `${owner}/${repo}`, { cause: error });
  if (error.kind === "conflict") {
    if (isEmptyRepositoryMessage(error.message)) return new DeploymentProblem("empty", ref, { cause: error });
    const contexts = contextsOf(error);
    return contexts.length > 0 || /status checks/i.test(error.message)
      ? new DeploymentProblem("failedChecks", ref, { cause: error, contexts })
      : new DeploymentProblem("conflict", error.message, { cause: error });
  }
  if (error.kind === "unprocessable" && /^No ref found/i.test(error.message))
    return new DeploymentProblem("unknownRef", ref, { cause: error });
  return error;
};

/** The deployments of repositories and their statuses. */
export class DeploymentsModel {
  readonly #options: Options;
  readonly #lists = new PagedLists<Deployment>();
  readonly #statuses = new PagedLists<DeploymentStatus>();
  readonly #lost = new LostWrites();
  /** The repositories whose server answered that it has none. */
  readonly #notOffered = new Set<string>();
  readonly #filters = new Map<string, DeploymentFilter>();
  readonly #changed = new Emitter<RepoPlace>();
  readonly onDidChange = this.#changed.event;

  constructor(options: Options) {
    this.#options = options;
  }

  filterOf(place: RepoPlace): DeploymentFilter {
    return this.#filters.get(keyOf(place)) ?? {};
  }

  /** Shows only what fits; what is empty narrows nothing. */
  filter(place: RepoPlace, filter: DeploymentFilter): void {
    this.#filters.set(keyOf(place), Object.fromEntries(Object.entries(filter).filter(isFilled)));
    this.refresh(place);
  }

  /** Asks again where the server answered that it has no deployments. Throws HttpError and NotOfferedError. */
  async requireOffered(place: RepoPlace): Promise<void> {
    if (this.#notOffered.has(keyOf(place))) await this.list(place);
  }

  /** The first page is read when there is none yet. Throws HttpError and NotOfferedError. */
  async list(place: RepoPlace): Promise<PagedList<Deployment>> {
    const { client } = this.#account(place);
    const message = { ...repository(place), ...this.filterOf(place), per_page: 30 };
    const list = this.#lists.of(
      `${keyOf(place)}/${JSON.stringify(this.filterOf(place))}`,
      () => new PagedList((from, options) => from.pages("repos.getDeployments", message, options), idOf),
    );
    if (list.isRead) return list;
    try {
      await unlessNotOffered(client, place, { needsAdmin: false }, list.more(client));
      this.#notOffered.delete(keyOf(place));
    } catch (error) {
      if (error instanceof NotOfferedError) this.#notOffered.add(keyOf(place));
      throw error;
    }
    return list;
  }

  async more(place: RepoPlace): Promise<void> {
    await (await this.list(place)).more(this.#account(place).client);
    this.#changed.fire(place);
  }

  /** The newest first. Throws HttpError. */
  async statuses(place: RepoPlace, id: number): Promise<PagedList<DeploymentStatus>> {
    const { client } = this.#account(place);
    const message = { ...repository(place), id };
    const list = this.#statuses.of(
      `${keyOf(place)}/${id}`,
      () => new PagedList((from, options) => from.pages("repos.getDeploymentStatuses", message, options), idOf),
    );
    if (!list.isRead) await list.more(client);
    return list;
  }

  async moreStatuses(place: RepoPlace, id: number): Promise<void> {
    await (await this.statuses(place, id)).more(this.#account(place).client);
    this.#changed.fire(place);
  }

  /** Reads the deployments and their statuses again when they are asked for the next time. */
  refresh(place: RepoPlace): void {
    this.forget(keyOf(place));
    this.#changed.fire(place);
  }

  /** What is cached of this account or repository is read again when it is shown. */
  forget(path: string): void {
    this.#lists.invalidate(path);
    this.#statuses.invalidate(path);
  }

  /** Throws DeploymentProblem, NotOfferedError and HttpError, and CancelledError when the leak guard keeps something back. */
  async create(place: RepoPlace, wanted: NewDeployment): Promise<Created> {
    const { ref, task, environment, autoMerge, requiredContexts } = wanted;
    // What the guard redacts must still be JSON.
    const payload = payloadOf(await this.#options.inspect(place, "payload", payloadOf(wanted.payload) ?? ""));
    const description = await this.#options.inspect(place, "description", wanted.description);
    try {
      const made: unknown = await this.#lost.call(this.#account(place), "repos.createDeployment", {
        ...repository(place),
        ref,
        task,
        environment,
        auto_merge: autoMerge,
        ...(requiredContexts && { required_contexts: requiredContexts }),
        ...(payload !== undefined && { payload }),
        ...(description !== "" && { description }),
      });
      const { id, message } = made as Partial<Deployment & { readonly message: string }>;
      return id === undefined
        ? { kind: "merged", message: message ?? "" }
        : { kind: "created", deployment: made as Deployment };
    } catch (error) {
      throw await this.#explained(error, place, ref);
    } finally {
      // Also when the answer got lost: the deployment may be there.
      this.refresh(place);
    }
  }

  async setStatus(place: RepoPlace, id: number, { state, targetUrl, description }: NewStatus): Promise<void> {
    const inspected = await this.#options.inspect(place, "description", description);
    try {
      await this.#lost.call(this.#account(place), "repos.createDeploymentStatus", {
        ...repository(place),
        id,
        state,
        ...(targetUrl !== "" && { target_url: targetUrl }),
        ...(inspected !== "" && { description: inspected }),
      });
    } catch (error) {
      throw await this.#explained(error, place, "");
    } finally {
      this.refresh(place);
    }
  }

  /** Who may not push gets the same 404 as everyone at a server without deployments: whether these can be read says which. */
  async #explained(error: unknown, place: RepoPlace, ref: string): Promise<unknown> {
    if (HttpError.is(error, "notFound"))
      await this.list(place).catch((reason: unknown) => {
        if (reason instanceof NotOfferedError) throw reason;
      });
    return explained(error, place, ref);
  }

  dispose(): void {
    this.#changed.dispose();
  }

  #account({ accountId }: RepoPlace): Account {
    return requireAccount(this.#options.accounts, accountId);
  }
}
