import { DisposableStore } from "../base/disposable.ts";
import { registerSearch, type SearchFeature } from "../gists/search/feature.ts";
import type { Core } from "./core.ts";
import type { Gists } from "./gists.ts";

/** The search in the text of gists. Makes no request. */
export const start = (
  { context, shell, accounts, log }: Core,
  { gists, files, uris, onDidSee }: Gists,
): SearchFeature => {
  const store = new DisposableStore();
  const { search } = store.add(
    registerSearch(context, { shell, accounts, gists, pending: files.pending, uris, log }),
  );
  store.add(onDidSee(() => search.seen()));
  return { search, dispose: () => store.dispose() };
};
