import { registerSearch, type SearchFeature } from "../gists/search/feature.ts";
import type { Core } from "./core.ts";
import type { Gists } from "./gists.ts";

/** The search in the text of gists. Makes no request. */
export const start = (
  { context, shell, accounts, log }: Core,
  { gists, files, uris, onDidSee }: Gists,
): SearchFeature =>
  registerSearch(context, {
    shell,
    accounts,
    gists,
    pending: files.pending,
    uris,
    onDidSeeGists: onDidSee,
    log,
  });
