import { forgetBelow } from "../base/forgetBelow.ts";
import { keyOf as keyOfRepo, type RepoPlace } from "../repos/types.ts";
import type { NewDeployment } from "./model.ts";

const keyOf = (place: RepoPlace, environment: string): string => `${keyOfRepo(place)}/${environment}`;

/** What somebody writes for a deployment, in contrast to what is chosen. */
export type Written = Pick<NewDeployment, "task" | "payload" | "description">;

/** What was written for deployments that were not made. By repository and environment, while the window is open. */
export class UnsentDeployments {
  readonly #written = new Map<string, Written>();

  get(place: RepoPlace, environment: string): Written | undefined {
    return this.#written.get(keyOf(place, environment));
  }

  keep(place: RepoPlace, { environment, task, payload, description }: NewDeployment): void {
    const key = keyOf(place, environment);
    if (payload === "" && description === "") this.#written.delete(key);
    else this.#written.set(key, { task, payload, description });
  }

  made(place: RepoPlace, environment: string): void {
    this.#written.delete(keyOf(place, environment));
  }

  /** The account is signed out. */
  forget(accountId: string): void {
    forgetBelow(this.#written, accountId);
  }
}
