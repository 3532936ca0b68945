import { decodeBase64, isBase64, sameBytes } from "../base/bytes.ts";
import type { Clock } from "../base/clock.ts";
import { parseRecord, type RecordContent, type Stored } from "../base/record.ts";
import { RecordFolder } from "../base/recordFolder.ts";
import type { StorageFolder } from "../base/storageFolder.ts";

/** A document of a file system of ours. */
export interface DocumentPlace {
  readonly accountId: string;
  /** Its address, as `Uri.toString` has it. */
  readonly uri: string;
}

/** The place of the document with this address. */
export const documentPlaceOf = (uri: { readonly authority: string; toString(): string }): DocumentPlace => ({
  accountId: uri.authority,
  uri: uri.toString(),
});

const changeReasons = [
  "conflict",
  "protected",
  "heldBack",
  "token",
  "signedOut",
  "unreachable",
  "unconfirmed",
  "refused",
  "gone",
  "failed",
  "canceled",
] as const;

/**
 * Why a save of the user's was not sent: another user changed the same lines, the branch takes no commits, it may have a
 * secret in it that the user did not let be sent, the server refused the token, the account is signed out, the server
 * could not be reached, it did not confirm the change, it refused the change, it does not have the place, something else
 * failed (such as the rate limit), or the user canceled it.
 */
export type ChangeReason = (typeof changeReasons)[number];

/** What a document was saved as here, and the service does not have. */
export interface ChangeContent extends RecordContent<DocumentPlace> {
  /** Base64. */
  readonly content: string;
  /** What the text is based on, in the form of its feature; null where that is not known. */
  readonly base: string | null;
  /** What it is a document of, such as `ada-finch/tide-clock · main`. */
  readonly description: string;
  /** Undefined for what Auto Save stored, and for a reason of a later version. */
  readonly reason?: ChangeReason | undefined;
  /**
   * With the reason "failed": when the service takes requests again. With "unreachable": when it is tried again. Milliseconds
   * since 1970-01-01T00:00:00Z.
   */
  readonly retryAt?: number | undefined;
  /** With `retryAt`: the message that was entered for its commit, with which it is sent by itself then. */
  readonly commitMessage?: string | undefined;
  /** The message that was entered for a commit of this document that was not made: the next one begins with it. */
  readonly proposedMessage?: string | undefined;
}

export type LocalChange = Stored<ChangeContent>;

/** What a feature stores of a document. */
export type NewChange = Pick<
  ChangeContent,
  "place" | "content" | "base" | "description" | "reason" | "retryAt" | "commitMessage" | "proposedMessage"
>;

const isText = (value: unknown): value is string => typeof value === "string";

/** "newer" for a record of a later version of the extension, "damaged" for what is not a record. */
export const decodeChange = (id: string, text: string): LocalChange | "newer" | "damaged" => {
  const data = parseRecord(text, "change", 1);
  if (typeof data === "string") return data;
  const change = data as Partial<LocalChange>;
  const isValid =
    isText(change.content) &&
    isBase64(change.content) &&
    (change.base === null || isText(change.base)) &&
    isText(change.description) &&
    isText(change.place?.uri) &&
    isText(change.place.accountId);
  if (!isValid) return "damaged";
  const { reason: given, retryAt, commitMessage, proposedMessage, ...rest } = change as LocalChange;
  const reason = changeReasons.find((each) => each === given);
  const isScheduled = (reason === "failed" || reason === "unreachable") && Number.isFinite(retryAt);
  return {
    ...rest,
    ...(reason ? { reason } : {}),
    ...(isScheduled ? { retryAt } : {}),
    ...(isScheduled && isText(commitMessage) ? { commitMessage } : {}),
    ...(isText(proposedMessage) ? { proposedMessage } : {}),
    id,
  };
};

export const encodeChange = ({ id: _id, ...change }: LocalChange): string =>
  JSON.stringify({ version: 1, change });

/** Whether it is the change, or is based on it: each text that takes the place of another one has its `since`. */
const isOf = ({ id, since }: LocalChange, change: LocalChange): boolean =>
  id === change.id || since === change.since;

/** After which a commit is tried again whose server could not be reached, and did not say when it can be. Milliseconds. */
const reconnectMs = 60_000;

/** Nothing waits for a time that is over. */
const laterThan = (now: number, time: number | undefined): number | undefined =>
  time !== undefined && time > now ? time : undefined;

/**
 * Documents of repositories and hooks that were saved here without being sent: by Auto Save, or because sending failed.
 * They are in a folder that all windows share.
 */
export class LocalChanges extends RecordFolder<DocumentPlace, ChangeContent> {
  readonly #clock: Clock;

  constructor(folder: StorageFolder, clock: Clock) {
    super(folder, clock, {
      keyOf: ({ accountId, uri }) => JSON.stringify([accountId, uri]),
      decode: decodeChange,
      encode: encodeChange,
    });
    this.#clock = clock;
  }

  /**
   * Stores a text in place of the change that it is based on, whose reason it has as long as it has none of its own.
   * Rejects when it cannot be stored.
   */
  async store(change: NewChange, former: string | undefined): Promise<LocalChange> {
    const before = former === undefined ? undefined : this.record(former);
    const now = this.#clock.now();
    // What hindered the change before still does when the user cancels a save.
    const reason =
      change.reason === "canceled" ? (before?.reason ?? "canceled") : (change.reason ?? before?.reason);
    const isUnreachable = change.reason === "unreachable";
    // A text that is stored later loses the message: it was entered for the earlier text.
    const isSame = isUnreachable && before?.reason === "unreachable" && before.content === change.content;
    const commitMessage = change.commitMessage ?? (isSame ? before.commitMessage : undefined);
    const proposedMessage =
      change.proposedMessage ?? change.commitMessage ?? before?.proposedMessage ?? before?.commitMessage;
    const isTriedAgain = isUnreachable && commitMessage !== undefined;
    const next = change.retryAt ?? (isTriedAgain ? now + reconnectMs : undefined);
    const retryAt = change.reason === reason ? next : laterThan(now, before?.retryAt);
    const since = before?.since ?? now;
    const stored = { ...change, reason, retryAt, commitMessage, proposedMessage, since, changed: now };
    return this.put(stored, before ? [before.id] : []);
  }

  /** What was stored on top of a change that was sent since: nothing hinders it. */
  rebase({ id, place, content, description, since }: LocalChange, base: string): Promise<LocalChange> {
    return this.put({ place, content, description, base, since, changed: this.#clock.now() }, [id]);
  }

  /** Stores why a change was not sent: what is refused for another reason than before does not wait any longer. */
  storeFailure(
    change: LocalChange,
    failure: Pick<NewChange, "reason" | "retryAt" | "commitMessage" | "proposedMessage">,
  ): Promise<LocalChange> {
    // A message that was proposed before stays in the record that this one takes the place of.
    const { retryAt: _retryAt, commitMessage: _message, proposedMessage: _proposed, ...rest } = change;
    return this.store({ ...rest, ...failure }, change.id);
  }

  /** What is stored of the change now, or is based on it; undefined when it was sent or discarded. */
  latestOf(change: LocalChange): LocalChange | undefined {
    return this.of(change.place).find((each) => isOf(each, change));
  }

  /** What this window has stored in place of the change since all of the document were `before`, such as while it was sent. */
  laterOf({ place, since }: LocalChange, before: readonly LocalChange[]): LocalChange | undefined {
    return this.of(place).find(
      (each) => each.since === since && this.isOwn(each.id) && before.every(({ id }) => id !== each.id),
    );
  }

  /** The change of the document that has this text: the one with the id `shown`, or the newest. */
  withText(place: DocumentPlace, content: Uint8Array, shown: string | undefined): LocalChange | undefined {
    const same = this.of(place).filter((each) => sameBytes(decodeBase64(each.content), content));
    return same.find(({ id }) => id === shown) ?? same.at(-1);
  }

  /**
   * What became of a change whose editor shows the change with the id `shown`: "shown" when that is the one, or is based
   * on it; the record that is stored beside it; undefined when it was sent or discarded.
   */
  currentOf(change: LocalChange, shown: string | undefined): "shown" | LocalChange | undefined {
    const inEditor = this.of(change.place).find(({ id }) => id === shown);
    return inEditor && isOf(inEditor, change) ? "shown" : this.latestOf(change);
  }
}

/** Changes that are written to their documents now, by the addresses of those. */
const sending = new Map<string, Set<LocalChange>>();

/** Runs `write`, which writes the change to its document. */
export const whileSending = async (change: LocalChange, write: () => PromiseLike<void>): Promise<void> => {
  const { uri } = change.place;
  const ofDocument = sending.get(uri) ?? new Set();
  sending.set(uri, ofDocument.add(change));
  try {
    await write();
  } finally {
    ofDocument.delete(change);
    if (ofDocument.size === 0) sending.delete(uri);
  }
};

/** The change that is written to the document with this write. */
export const changeSentTo = (uri: { toString(): string }, content: Uint8Array): LocalChange | undefined =>
  [...(sending.get(uri.toString()) ?? [])].find((change) => sameBytes(decodeBase64(change.content), content));
