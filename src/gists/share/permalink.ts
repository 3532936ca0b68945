import type { RemotePlace } from "../../localGit/remote.ts";

export interface Lines {
  /** From 1. */
  readonly first: number;
  /** Inclusive. */
  readonly last: number;
}

/** The address of these lines at a commit, which shows the same for ever. `path` is relative to the repository. */
export const permalink = (place: RemotePlace, commit: string, path: string, { first, last }: Lines): string => {
  const segments = path.split("/").map(encodeURIComponent).join("/");
  const lines = first === last ? `L${first}` : `L${first}-L${last}`;
  return `https://${place.host}/${place.owner}/${place.repo}/blob/${commit}/${segments}#${lines}`;
};
