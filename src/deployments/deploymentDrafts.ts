import { forgetBelow } from "../base/forgetBelow.ts";
import { keyOf as keyOfRepo, type RepoPlace } from "../repos/types.ts";
import type { NewDeployment } from "./model.ts";

const keyOf = (place: RepoPlace, environment: string): string => `${keyOfRepo(place)}/${environment}`;

/** The fields of a deployment that the user writes, in contrast to what is chosen from a list. */
export type DeploymentDraft = Pick<NewDeployment, "task" | "payload" | "description">;

/** What was written for deployments that were not created. By repository and environment, while the window is open. */
export class DeploymentDrafts {
  readonly #drafts = new Map<string, DeploymentDraft>();

  get(place: RepoPlace, environment: string): DeploymentDraft | undefined {
    return this.#drafts.get(keyOf(place, environment));
  }

  set(place: RepoPlace, { environment, task, payload, description }: NewDeployment): void {
    const key = keyOf(place, environment);
    if (payload === "" && description === "") this.#drafts.delete(key);
    else this.#drafts.set(key, { task, payload, description });
  }

  delete(place: RepoPlace, environment: string): void {
    this.#drafts.delete(keyOf(place, environment));
  }

  /** The account is signed out. */
  forget(accountId: string): void {
    forgetBelow(this.#drafts, accountId);
  }
}
