import { openPage } from "../accounts/openPage.ts";
import { type ActivityFeature, registerActivity } from "../activity/feature.ts";
import type { OpenDeps } from "../activity/openEvent.ts";
import type { Core } from "./core.ts";

/** Builds and registers the feeds of activity, which load other features when an event is opened. Makes no request. */
export const start = (
  { shell, accounts, state, texts, log }: Core,
  others: Pick<OpenDeps, "repos" | "openGist">,
): ActivityFeature =>
  registerActivity({
    ...others,
    shell,
    accounts,
    openPage: (accountId, url) => openPage(accounts, accountId, url),
    state,
    texts,
    log,
  });
