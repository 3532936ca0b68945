import { entriesOf, fieldsOf } from "../../base/fieldsOf.ts";
import type { Gist } from "../../client/types/gist.ts";

/** What is known of it after a reload has no texts. */
type KnownGist = Pick<Gist, "id" | "html_url" | "comments" | "updated_at" | "history"> &
  Partial<Pick<Gist, "description" | "files">>;

/** A gist that was shared from this window. */
export interface Shared<G extends KnownGist = KnownGist> {
  readonly accountId: string;
  readonly gist: G;
  /** What was in the clipboard before the link was put there; undefined when it was not put there, or after a reload. */
  readonly clipboard: string | undefined;
  /** Milliseconds. */
  readonly sharedAt: number;
}

interface StoredShare {
  readonly accountId: string;
  readonly sharedAt: number;
  readonly id: string;
  readonly link: string;
  readonly comments: number;
  readonly updatedAt: string;
  readonly version?: string | undefined;
}

export const storedSharesKey = "lastShares";
/** How long a share can be undone. Milliseconds. */
const maxAgeMs = 24 * 60 * 60 * 1000;

/** The shares in a stored value that can still be undone. The clipboard may have had secrets in it and isn't stored. */
export const sharesOf = (stored: unknown, now: number): readonly Shared[] =>
  entriesOf(stored).flatMap((entry) => {
    const { accountId, sharedAt, id, link, comments, updatedAt, version } = fieldsOf(entry);
    const isTimely = typeof sharedAt === "number" && now - sharedAt < maxAgeMs;
    if (!isTimely || typeof accountId !== "string" || typeof id !== "string" || typeof link !== "string")
      return [];
    if (typeof comments !== "number" || typeof updatedAt !== "string") return [];
    const history = typeof version === "string" ? [{ version, url: "", committed_at: "" }] : [];
    const gist = { id, html_url: link, comments, updated_at: updatedAt, history };
    return [{ accountId, gist, clipboard: undefined, sharedAt }];
  });

export const storedOf = ({ accountId, sharedAt, gist }: Shared): StoredShare => ({
  accountId,
  sharedAt,
  id: gist.id,
  link: gist.html_url,
  comments: gist.comments,
  updatedAt: gist.updated_at,
  version: gist.history?.[0]?.version,
});
