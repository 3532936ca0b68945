import type { GistEdit, NewGist } from "./gistInput.ts";
import type { StoredComment, StoredFile, StoredGist, StoredUser, StoredVersion } from "./state.ts";
import type { StoredEvent } from "./eventState.ts";
import { addEvent } from "./eventStore.ts";
import { findGist, type Store } from "./store.ts";

export const recordGistEvent = (
  store: Store,
  gist: StoredGist,
  actor: string,
  action: "create" | "update" | "fork",
  createdAt = store.date(),
): void =>
  addEvent(store, {
    id: store.number(),
    type: "GistEvent",
    actor,
    repository: null,
    organization: null,
    public: gist.public,
    createdAt,
    payload: { action, gist: { id: gist.id, description: gist.description, public: gist.public } },
  });

export const currentVersion = (gist: StoredGist): StoredVersion => {
  const version = gist.versions.at(-1);
  if (version === undefined) throw new Error(`The gist ${gist.id} has no version.`);
  return version;
};

const lineCounts = (files: readonly StoredFile[]): Map<string, number> => {
  const counts = new Map<string, number>();
  for (const { name, content } of files) {
    for (const line of content.replace(/\n$/, "").split("\n")) {
      const key = `${name}/${line}`;
      counts.set(key, (counts.get(key) ?? 0) + 1);
    }
  }
  return counts;
};

const surplus = (left: ReadonlyMap<string, number>, right: ReadonlyMap<string, number>): number =>
  [...left].reduce((sum, [line, times]) => sum + Math.max(0, times - (right.get(line) ?? 0)), 0);

export interface VersionFacts {
  readonly sha: string;
  readonly login: string;
  readonly committedAt: string;
  readonly files: readonly StoredFile[];
}

/** A version with its counts of changed lines. A line that only moved inside its file counts as unchanged. */
export const versionAfter = (before: readonly StoredFile[], facts: VersionFacts): StoredVersion => {
  const [old, now] = [lineCounts(before), lineCounts(facts.files)];
  return { ...facts, additions: surplus(now, old), deletions: surplus(old, now) };
};

const sameFiles = (left: readonly StoredFile[], right: readonly StoredFile[]): boolean =>
  left.length === right.length &&
  left.every(({ name, content }, index) => name === right[index]?.name && content === right[index]?.content);

export const createGist = (
  store: Store,
  owner: StoredUser,
  input: NewGist,
  forkOf: string | null = null,
): StoredGist => {
  const date = store.date();
  const first = versionAfter([], {
    sha: store.hex(40),
    login: owner.login,
    committedAt: date,
    files: input.files,
  });
  const gist: StoredGist = {
    id: store.hex(32),
    owner: owner.login,
    description: input.description,
    public: input.public,
    createdAt: date,
    updatedAt: date,
    forkOf,
    versions: [first],
    comments: [],
    starredBy: [],
  };
  store.state.gists.push(gist);
  recordGistEvent(store, gist, owner.login, forkOf === null ? "create" : "fork");
  store.changed();
  return gist;
};

export const editGist = (store: Store, gist: StoredGist, editor: StoredUser, edit: GistEdit): void => {
  const { files } = currentVersion(gist);
  const moved = !sameFiles(files, edit.files);
  const described = edit.description !== undefined && edit.description !== gist.description;
  if (!moved && !described) return;
  const date = store.date();
  if (edit.description !== undefined) gist.description = edit.description;
  if (moved) {
    const facts = { sha: store.hex(40), login: editor.login, committedAt: date, files: edit.files };
    gist.versions.push(versionAfter(files, facts));
  }
  gist.updatedAt = date;
  recordGistEvent(store, gist, editor.login, "update");
  store.changed();
};

/** Deletes the gist and its events. */
export const deleteGist = (store: Store, gist: StoredGist): void => {
  const { events, gists } = store.state;
  gists.splice(gists.indexOf(gist), 1);
  const isOfGist = ({ payload }: StoredEvent): boolean =>
    (payload["gist"] as { readonly id?: unknown } | undefined)?.id === gist.id;
  events.splice(0, events.length, ...events.filter((event) => !isOfGist(event)));
  store.changed();
};

export const forkGist = (store: Store, gist: StoredGist, owner: StoredUser): StoredGist => {
  const { files } = currentVersion(gist);
  return createGist(store, owner, { description: gist.description, public: gist.public, files }, gist.id);
};

/** Its forks, without secret ones of a public gist: readers of the list would learn their ids. */
export const forksOf = (store: Store, gist: StoredGist): StoredGist[] =>
  store.state.gists.filter((fork) => fork.forkOf === gist.id && (fork.public || !gist.public));

/** The gist it was forked from, unless that is gone. */
export const originOf = (store: Store, gist: StoredGist): StoredGist | undefined =>
  gist.forkOf === null ? undefined : findGist(store, gist.forkOf);

export const setStar = (store: Store, gist: StoredGist, login: string, starred: boolean): void => {
  if (gist.starredBy.includes(login) === starred) return;
  gist.starredBy = starred ? [...gist.starredBy, login] : gist.starredBy.filter((other) => other !== login);
  store.changed();
};

export const addComment = (store: Store, gist: StoredGist, author: StoredUser, body: string): StoredComment => {
  const date = store.date();
  const comment = { id: store.number(), login: author.login, body, createdAt: date, updatedAt: date };
  gist.comments.push(comment);
  store.changed();
  return comment;
};

export const editComment = (store: Store, comment: StoredComment, body: string): void => {
  comment.body = body;
  comment.updatedAt = store.date();
  store.changed();
};

export const deleteComment = (store: Store, gist: StoredGist, comment: StoredComment): void => {
  gist.comments = gist.comments.filter((other) => other !== comment);
  store.changed();
};
