import type { TreeContribution } from "../tree/node.ts";

/** The service as one account sees it. */
export interface ServicePlace {
  readonly accountId: string;
}

/** What the feature has for others that are about the account at its service, too. */
export interface ServicePort {
  /** Puts rows below the others of the view. */
  contribute(contribution: TreeContribution<ServicePlace>): void;
}
