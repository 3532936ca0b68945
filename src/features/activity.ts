import { openPage } from "../accounts/openPage.ts";
import { type ActivityFeature, registerActivity } from "../activity/feature.ts";
import type { OpenDeps } from "../activity/openEvent.ts";
import type { Core } from "./core.ts";

/** Builds and registers the feeds of activity, which load other features when an event is opened. Makes no request. */
export const start = (core: Core, others: Pick<OpenDeps, "repos" | "openGist">): ActivityFeature => {
  const { accounts, texts } = core;
  const opening = {
    ...others,
    accounts,
    openPage: (accountId: string, url: string) => openPage(accounts, accountId, url),
  };
  return registerActivity({ core, opening, texts });
};
