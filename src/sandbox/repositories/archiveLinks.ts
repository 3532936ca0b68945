import type { Store } from "../store.ts";

/** Milliseconds for which a link to an archive is good. */
const linkMs = 300_000;

interface ArchiveLink {
  readonly repository: number;
  readonly commit: string;
  readonly format: "tarball" | "zipball";
  readonly until: number;
}

/** The links to archives that were given out lately; each has a token of its own. */
export interface ArchiveLinks {
  /** The new link's token. */
  add(link: Omit<ArchiveLink, "until">): string;
  find(token: string): ArchiveLink | undefined;
}

export const createArchiveLinks = (store: Store): ArchiveLinks => {
  const links = new Map<string, ArchiveLink>();
  return {
    add: (link) => {
      for (const [token, { until }] of links) if (until <= store.now()) links.delete(token);
      const token = store.hex(32).toUpperCase();
      links.set(token, { ...link, until: store.now() + linkMs });
      return token;
    },
    find: (token) => {
      const link = links.get(token);
      return link !== undefined && link.until > store.now() ? link : undefined;
    },
  };
};
