import type { Account, AccountsModel } from "../accounts/model.ts";
import { requireAccount } from "../accounts/requireAccount.ts";
import { DisposableStore } from "../base/disposable.ts";
import { isCancelled } from "../base/errors.ts";
import { fieldsOf } from "../base/fieldsOf.ts";
import { Emitter } from "../base/event.ts";
import type { CallOptions } from "../client/callOptions.ts";
import { HttpError } from "../client/errors.ts";
import { confirmed, LostWrites } from "../client/lostWrites.ts";
import { unlessNotOffered } from "../client/notOffered.ts";
import { proofs } from "../client/operations/proofs.ts";
import { PagedList, PagedLists } from "../client/pagedList.ts";
import type { Hook } from "../client/types/hook.ts";
import type { Repository } from "../client/types/repository.ts";
import { keyOf, type RepoPlace } from "../repos/types.ts";
import { unknownTime } from "./hookBase.ts";
import { draftOf } from "./hookDocument.ts";
import { type HookPlan, planOf } from "./plan.ts";
import { HookProblem } from "./problem.ts";
import { requireConfig, requireEdit } from "./requireTaken.ts";
import type { Delivery, FullDelivery, HookConfig, HookDraft, HookPlace } from "./types.ts";

const pageSize = 100;
const deliveriesShown = 50;

const at = ({ owner, repo }: RepoPlace) => ({ user: owner, repo });
const pathOf = ({ owner, repo, id }: HookPlace): `/${string}` =>
  `/repos/${encodeURIComponent(owner)}/${encodeURIComponent(repo)}/hooks/${id}`;

/** The hooks of all repositories: what is known of them, and every change. */
export class HooksModel {
  readonly #accounts: AccountsModel;
  readonly #store = new DisposableStore();
  readonly #changed = this.#store.add(new Emitter<RepoPlace>());
  /** The hooks of a repository are others now. */
  readonly onDidChange = this.#changed.event;
  readonly #lists = new PagedLists<Hook>();
  readonly #lost = new LostWrites();

  constructor({ accounts }: { readonly accounts: AccountsModel }) {
    this.#accounts = accounts;
  }

  dispose(): void {
    this.#store.dispose();
  }

  /** Throws CancelledError and NotOfferedError where the server has no webhooks. What else is wrong shows when one is created. */
  async requireOffered(place: RepoPlace): Promise<void> {
    await this.list(place).catch((error: unknown) => {
      if (!HttpError.is(error) || isCancelled(error)) throw error;
    });
  }

  /** The first page is read when there is none yet. Throws HttpError and NotOfferedError. */
  async list(place: RepoPlace): Promise<PagedList<Hook>> {
    const list = this.#lists.of(
      keyOf(place),
      () =>
        new PagedList<Hook>(
          (client, options) => client.pages("repos.getHooks", { ...at(place), per_page: pageSize }, options),
          ({ id }) => id,
        ),
    );
    const { client } = this.account(place);
    if (!list.isRead) await unlessNotOffered(client, place, { needsAdmin: true }, list.more(client));
    return list;
  }

  async more(place: RepoPlace): Promise<void> {
    await (await this.list(place)).more(this.account(place).client);
    this.#changed.fire(place);
  }

  /** All hooks as the service has them now. Throws HttpError. */
  async all(place: RepoPlace, options: CallOptions = {}): Promise<readonly Hook[]> {
    const found: Hook[] = [];
    const { client } = this.account(place);
    const asked = { ...at(place), per_page: pageSize };
    for await (const page of client.pages("repos.getHooks", asked, { ...options, ahead: true }))
      found.push(...page);
    return found;
  }

  /** The repositories that the account may see. Throws HttpError. */
  async repositories(accountId: string, options: CallOptions = {}): Promise<readonly Repository[]> {
    const found: Repository[] = [];
    const { client } = this.account({ accountId });
    const asked = { per_page: pageSize, sort: "full_name" };
    for await (const page of client.pages("repos.getAll", asked, { ...options, ahead: true })) found.push(...page);
    return found;
  }

  /** What is cached of this account or repository is read again when it is shown. */
  forget(path: string): void {
    this.#lists.invalidate(path);
  }

  refresh(place: RepoPlace): void {
    this.forget(keyOf(place));
    this.#changed.fire(place);
  }

  async get(place: HookPlace, options: CallOptions = {}): Promise<Hook> {
    return this.account(place).client.call("repos.getHook", { ...at(place), id: place.id }, options);
  }

  /** Undefined when it was deleted: the account may see the repository's hooks, and it is none of them. Throws HttpError. */
  async find(place: HookPlace): Promise<Hook | undefined> {
    try {
      return await this.get(place);
    } catch (error) {
      if (!HttpError.is(error, "notFound", "gone")) throw error;
      const others = await this.all(place).catch(() => undefined);
      if (!others || others.some(({ id }) => id === place.id)) throw error;
      return undefined;
    }
  }

  async create(place: RepoPlace, draft: HookDraft, secret?: string): Promise<Hook> {
    const { name, active, events } = draft;
    const config = { ...draft.config, ...(secret === undefined ? {} : { secret }) };
    const message = { ...at(place), name, active, events, config };
    try {
      return await this.#lost.call(this.account(place), "repos.createHook", message);
    } finally {
      this.refresh(place);
    }
  }

  /** What changing `hook` to `draft` means. Throws HookProblem. */
  plan(place: RepoPlace, hook: Hook, draft: HookDraft): HookPlan {
    return planOf(this.account(place).client.dialect, hook, draft);
  }

  /**
   * Sends only what changed; `secret` goes along where the settings are replaced as a whole. Throws HttpError, and
   * HookProblem `halfDone` when the settings were taken and the rest was not.
   */
  async apply(place: HookPlace, hook: Hook, plan: HookPlan, secret?: string): Promise<void> {
    if (plan.isEmpty) return;
    const { client } = this.account(place);
    const { edit, config } = plan;
    let isUnchanged = false;
    try {
      if (config.kind === "replace") {
        const whole = { ...config.config, ...(secret === undefined ? {} : { secret }) };
        const fields = { name: hook.name, config: whole, ...edit };
        const answer = await client.call("repos.updateHook", { ...at(place), id: place.id, ...fields });
        requireConfig(hook, whole, fieldsOf(answer.config));
        requireEdit(hook, edit, answer);
        return;
      }
      if (config.kind === "keep") {
        requireEdit(hook, edit, await this.#edit(place, edit));
        return;
      }
      const taken = await this.#mergeConfig(place, hook, config.changes);
      if (Object.keys(edit).length === 0) return;
      const isTaken = (now: Hook): Hook => {
        requireEdit(hook, edit, now);
        return now;
      };
      try {
        await confirmed(
          async () => isTaken(await this.#edit(place, edit)),
          async (options) => isTaken(await this.get(place, options)),
        );
      } catch (error) {
        const now = { ...hook, config: taken, updated_at: unknownTime };
        // To people, what is added to the events and what is taken from them is one field.
        const fields = Object.keys(edit).map((key) => (key === "active" ? key : "events"));
        throw new HookProblem("halfDone", [...new Set(fields)].join(", "), error, now);
      }
    } catch (error) {
      isUnchanged = HttpError.is(error, "rateLimited");
      throw error;
    } finally {
      if (!isUnchanged) this.refresh(place);
    }
  }

  /** Gives the hook another secret; an empty one takes it away. Throws HttpError, HookProblem. */
  async setSecret(place: HookPlace, hook: Hook, secret: string): Promise<void> {
    const { client } = this.account(place);
    if (client.dialect === "github") await this.#mergeConfig(place, hook, { secret });
    else {
      const draft = draftOf(hook);
      // In the routes of 2015 settings are set as a whole only.
      const plan = planOf("interface", hook, { ...draft, active: !draft.active });
      await this.apply(place, hook, { ...plan, edit: {} }, secret === "" ? undefined : secret);
    }
    this.refresh(place);
  }

  async #edit(place: HookPlace, edit: HookPlan["edit"]): Promise<Hook> {
    return (await this.account(place).client.patch(pathOf(place), edit, { proof: proofs.hook })) as Hook;
  }

  /** Answers all settings that the hook has then. */
  async #mergeConfig(place: HookPlace, hook: Hook, changes: HookConfig): Promise<Hook["config"]> {
    const { client } = this.account(place);
    const answer = fieldsOf(await client.patch(`${pathOf(place)}/config`, changes, { proof: proofs.hookConfig }));
    requireConfig(hook, changes, answer);
    return { ...hook.config, ...changes, ...answer } as Hook["config"];
  }

  /** Sends the last push. The service says nothing of what became of it. */
  async test(place: HookPlace, options: CallOptions = {}): Promise<void> {
    await this.account(place).client.call("repos.testHook", { ...at(place), id: place.id }, options);
  }

  async ping(place: HookPlace, options: CallOptions = {}): Promise<void> {
    await this.account(place).client.post(`${pathOf(place)}/pings`, {}, options);
  }

  /** The newest first. Undefined when the server keeps none. Throws HttpError. */
  async deliveries(place: HookPlace, options: CallOptions = {}): Promise<readonly Delivery[] | undefined> {
    const { client } = this.account(place);
    try {
      const found = await client.get(`${pathOf(place)}/deliveries?per_page=${deliveriesShown}`, options);
      return Array.isArray(found) ? (found as readonly Delivery[]) : [];
    } catch (error) {
      // Servers of the interface document's time know of none: then the hook itself is there.
      if (!HttpError.is(error, "notFound")) throw error;
      await this.get(place, options);
      return undefined;
    }
  }

  async delivery(place: HookPlace, id: number, options: CallOptions = {}): Promise<FullDelivery> {
    const found = await this.account(place).client.get(`${pathOf(place)}/deliveries/${id}`, options);
    return found as FullDelivery;
  }

  async redeliver(place: HookPlace, id: number, options: CallOptions = {}): Promise<void> {
    await this.account(place).client.post(`${pathOf(place)}/deliveries/${id}/attempts`, {}, options);
  }

  /** One that is gone already is deleted, too. */
  async delete(place: HookPlace): Promise<void> {
    try {
      await this.#delete(place);
      this.#lists.remove(keyOf(place), ({ id }) => id === place.id);
    } finally {
      this.refresh(place);
    }
  }

  async #delete(place: HookPlace): Promise<void> {
    try {
      await this.#lost.call(this.account(place), "repos.deleteHook", { ...at(place), id: place.id });
    } catch (error) {
      if (!HttpError.is(error, "notFound")) throw error;
      // Without the right to see hooks it would look alike.
      await this.all(place);
    }
  }

  /** Throws SignedOutError. */
  account({ accountId }: Pick<RepoPlace, "accountId">): Account {
    return requireAccount(this.#accounts, accountId);
  }
}
