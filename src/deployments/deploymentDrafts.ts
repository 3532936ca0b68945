import { fieldsOf } from "../base/fieldsOf.ts";
import type { SharedState } from "../base/sharedState.ts";
import { StateDrafts } from "../base/stateDrafts.ts";
import { keyOf as keyOfRepo, type RepoPlace } from "../repos/types.ts";
import type { NewDeployment, NewStatus } from "./model.ts";
import type { TimelinePlace } from "./timeline/place.ts";

const collection = "deploymentDrafts";
const payloadCollection = "deploymentPayloads";
const statusCollection = "deploymentStatuses";
/** Of payloads whose tabs no window has any longer: a window that is closed does not say so. */
const maxPayloads = 50;
const maxStatuses = 50;
const fields = ["task", "payload", "description"] as const;

/** Begins with the account's id, with which the state forgets it. */
const keyOf = (place: RepoPlace, environment: string): string => `${keyOfRepo(place)}/${environment}`;

/** The fields of a deployment that the user writes, in contrast to what is chosen from a list. */
export type DeploymentDraft = Pick<NewDeployment, (typeof fields)[number]>;

const isSame = (one: DeploymentDraft, other: DeploymentDraft): boolean =>
  fields.every((name) => one[name] === other[name]);

/** Whether they have the same texts. A draft that differs only in its task is replaced: nothing that was written is lost. */
const hasSameTexts = (one: DeploymentDraft, other: DeploymentDraft): boolean =>
  one.payload === other.payload && one.description === other.description;

/** The fields of a status that the user writes. */
export type StatusDraft = Pick<NewStatus, "targetUrl" | "description">;

/** Undefined where nothing is written. */
const storedOf = ({ task, payload, description }: DeploymentDraft): DeploymentDraft | undefined =>
  payload === "" && description === "" ? undefined : { task, payload, description };

/**
 * What was written for deployments that were not created, by repository and environment; and each payload that is written in
 * an editor, by the ID of its document: two windows may write one for the same environment. Also what was entered for statuses
 * that were not set.
 */
export class DeploymentDrafts {
  readonly #state: Pick<SharedState, "refresh">;
  readonly #isSignedIn: (accountId: string) => boolean;
  readonly #drafts: StateDrafts;
  readonly #payloads: StateDrafts;
  readonly #statuses: StateDrafts;

  /** `onError` gets why a draft does not outlive this window. Of an account that is not signed in nothing is stored. */
  constructor(
    state: Pick<SharedState, "get" | "update" | "refresh">,
    onError: (error: unknown) => void,
    isSignedIn: (accountId: string) => boolean = () => true,
  ) {
    this.#state = state;
    this.#isSignedIn = isSignedIn;
    this.#drafts = new StateDrafts(state, collection, onError);
    this.#payloads = new StateDrafts(state, payloadCollection, onError, maxPayloads);
    this.#statuses = new StateDrafts(state, statusCollection, onError, maxStatuses);
  }

  get(place: RepoPlace, environment: string): DeploymentDraft | undefined {
    const stored = fieldsOf(this.#drafts.get(keyOf(place, environment)));
    const [task, payload, description] = fields.map((name) => stored[name]);
    return typeof task === "string" && typeof payload === "string" && typeof description === "string"
      ? { task, payload, description }
      : undefined;
  }

  /** As it is now, whichever window has stored it. */
  async fresh(place: RepoPlace, environment: string): Promise<DeploymentDraft | undefined> {
    await this.#refresh();
    return this.get(place, environment);
  }

  /** Resolves once it is stored, or `onError` got why it can't be. */
  async set(place: RepoPlace, draft: DeploymentDraft & Pick<NewDeployment, "environment">): Promise<void> {
    if (this.#isSignedIn(place.accountId))
      await this.#drafts.set(keyOf(place, draft.environment), storedOf(draft));
  }

  /**
   * As `set`, unless another form or window has stored other texts than `former` since; answers those, and leaves them.
   * `former` is undefined where nothing was stored.
   */
  async replace(
    place: RepoPlace,
    former: DeploymentDraft | undefined,
    draft: DeploymentDraft & Pick<NewDeployment, "environment">,
  ): Promise<DeploymentDraft | undefined> {
    const stored = await this.fresh(place, draft.environment);
    if (!this.#isSignedIn(place.accountId)) return undefined;
    const isKnown = !stored || hasSameTexts(stored, draft) || (former && hasSameTexts(stored, former));
    if (!isKnown) return stored;
    await this.set(place, draft);
    return undefined;
  }

  /** The text of a payload's document, as it was saved last. */
  payloadText(place: TimelinePlace, documentId: string): string | undefined {
    const stored = this.#payloads.get(`${keyOf(place, place.environment)}/${documentId}`);
    return typeof stored === "string" ? stored : undefined;
  }

  /** Undefined deletes it. Rejects where it can't be stored. */
  setPayloadText(place: TimelinePlace, documentId: string, text: string | undefined): Promise<void> {
    return this.#payloads.store(`${keyOf(place, place.environment)}/${documentId}`, text);
  }

  /** The same draft with another payload. Rejects where it can't be stored. */
  async setPayload(place: TimelinePlace, payload: string): Promise<void> {
    const { accountId, environment } = place;
    if (!this.#isSignedIn(accountId)) return;
    const known = this.get(place, environment) ?? { task: "deploy", description: "" };
    await this.#drafts.store(keyOf(place, environment), storedOf({ ...known, payload }));
  }

  /**
   * As `setPayload`, unless another form or window has stored another payload than the `former` ones since. Answers whether it
   * was stored. Rejects where it can't be stored.
   */
  async replacePayload(place: TimelinePlace, former: readonly string[], payload: string): Promise<boolean> {
    const stored = (await this.fresh(place, place.environment))?.payload ?? "";
    if (stored !== payload && !former.includes(stored)) return false;
    await this.setPayload(place, payload);
    return true;
  }

  /** Deletes this draft, unless another form or window has stored another one for its environment since. */
  async delete(place: RepoPlace, draft: DeploymentDraft & Pick<NewDeployment, "environment">): Promise<void> {
    const stored = await this.fresh(place, draft.environment);
    if (stored && isSame(stored, draft)) await this.#drafts.set(keyOf(place, draft.environment), undefined);
  }

  /** What was entered for the next status of a deployment, whichever window has stored it. */
  async status(place: RepoPlace, deploymentId: number): Promise<StatusDraft> {
    await this.#refresh();
    const { targetUrl, description } = fieldsOf(this.#statuses.get(keyOf(place, String(deploymentId))));
    return {
      targetUrl: typeof targetUrl === "string" ? targetUrl : "",
      description: typeof description === "string" ? description : "",
    };
  }

  async setStatus(place: RepoPlace, deploymentId: number, status: StatusDraft): Promise<void> {
    if (this.#isSignedIn(place.accountId)) await this.#statuses.set(keyOf(place, String(deploymentId)), status);
  }

  /** Deletes what was entered, unless it is something else by now. */
  async deleteStatus(place: RepoPlace, deploymentId: number, status: StatusDraft): Promise<void> {
    const { targetUrl, description } = await this.status(place, deploymentId);
    if (targetUrl === status.targetUrl && description === status.description)
      await this.#statuses.set(keyOf(place, String(deploymentId)), undefined);
  }

  /** What can't be read now is as it was. */
  async #refresh(): Promise<void> {
    await this.#state.refresh().catch(() => undefined);
  }
}
