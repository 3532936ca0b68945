import { ApiFailure, notFound } from "../http.ts";
import type { StoredGist, StoredUser } from "../state.ts";
import { findGist, type Store } from "../store.ts";

/** The gist that the path names. A secret one is found by everyone who has its id, as on the service. */
export const gistOf = (store: Store, id: string): StoredGist => {
  const gist = findGist(store, id);
  if (gist === undefined) throw notFound();
  return gist;
};

/** The gist that the path names, for its owner only. */
export const ownGistOf = (store: Store, id: string, user: StoredUser): StoredGist => {
  const gist = gistOf(store, id);
  if (gist.owner !== user.login) throw new ApiFailure(403, "Must be the owner of this gist.");
  return gist;
};
