import { fieldsOf } from "../base/fieldsOf.ts";
import type { SharedState } from "../base/sharedState.ts";
import { StateDrafts } from "../base/stateDrafts.ts";
import { keyOf as keyOfRepo, type RepoPlace } from "../repos/types.ts";
import type { NewDeployment } from "./model.ts";
import type { TimelinePlace } from "./timeline/place.ts";

const collection = "deploymentDrafts";
const fields = ["task", "payload", "description"] as const;

/** Begins with the account's id, with which the state forgets it. */
const keyOf = (place: RepoPlace, environment: string): string => `${keyOfRepo(place)}/${environment}`;

/** The fields of a deployment that the user writes, in contrast to what is chosen from a list. */
export type DeploymentDraft = Pick<NewDeployment, (typeof fields)[number]>;

/** What was written for deployments that were not created. By repository and environment. */
export class DeploymentDrafts {
  readonly #drafts: StateDrafts;

  /** `onError` gets why a draft does not outlive this window. */
  constructor(state: Pick<SharedState, "get" | "update">, onError: (error: unknown) => void) {
    this.#drafts = new StateDrafts(state, collection, onError);
  }

  get(place: RepoPlace, environment: string): DeploymentDraft | undefined {
    const stored = fieldsOf(this.#drafts.get(keyOf(place, environment)));
    const [task, payload, description] = fields.map((name) => stored[name]);
    return typeof task === "string" && typeof payload === "string" && typeof description === "string"
      ? { task, payload, description }
      : undefined;
  }

  /** Resolves once it is stored. */
  async set(
    place: RepoPlace,
    { environment, task, payload, description }: DeploymentDraft & Pick<NewDeployment, "environment">,
  ): Promise<void> {
    if (payload === "" && description === "") this.delete(place, environment);
    else await this.#drafts.set(keyOf(place, environment), { task, payload, description });
  }

  /** The same with another payload. */
  setPayload(place: TimelinePlace, payload: string): Promise<void> {
    const { environment } = place;
    const known = this.get(place, environment) ?? { task: "deploy", description: "" };
    return this.set(place, { ...known, environment, payload });
  }

  delete(place: RepoPlace, environment: string): void {
    this.#drafts.delete(keyOf(place, environment));
  }
}
