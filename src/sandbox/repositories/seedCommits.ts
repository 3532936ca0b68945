import { mergeCommits } from "../git/merge.ts";
import type { Signature } from "../git/objects.ts";
import { type Leaf, leavesOf, pathProblem, writeLeaves } from "../git/trees.ts";
import { recordEvent } from "../eventStore.ts";
import { findUser, type Store } from "../store.ts";
import { pushPayload, setBranch, signatureOf } from "./commits.ts";
import type { SeedCommit, SeedFile } from "./repositorySeed.ts";
import type { StoredRepository } from "./repositoryState.ts";

const authorOf = (store: Store, { author, date }: SeedCommit, place: string): Signature => {
  const [, name, email] = /^(.+?)\s*<([^<>\s]+)>$/.exec(author) ?? [];
  if (name !== undefined && email !== undefined) return { name, email, date };
  const user = findUser(store, author);
  if (user === undefined)
    throw new Error(`${place}.author: ${JSON.stringify(author)} is neither a login nor \`Name <mail>\`.`);
  return signatureOf(user, date);
};

const leafOf = (store: Store, file: SeedFile): Leaf | null => {
  if (file === null) return null;
  if (typeof file === "object" && "submodule" in file) return { mode: "160000", id: file.submodule };
  if (typeof file === "object" && "link" in file) return { mode: "120000", id: store.git.writeBlob(file.link) };
  if (typeof file === "object" && "executable" in file)
    return { mode: "100755", id: store.git.writeBlob(file.executable) };
  return { mode: "100644", id: store.git.writeBlob(file) };
};

const headOf = ({ branches, tags }: StoredRepository, name: string, place: string): string => {
  const found = [...branches, ...tags].find((ref) => ref.name === name);
  if (found === undefined) throw new Error(`${place}: there is no branch or tag ${JSON.stringify(name)} yet.`);
  return found.commit;
};

const merged = (store: Store, ours: string, theirs: string, place: string): string => {
  const { git } = store;
  const result = mergeCommits(git, ours, theirs);
  if ("conflicts" in result) throw new Error(`${place}.merge: ${result.conflicts.join(", ")} cannot be merged.`);
  return result.tree;
};

/** Makes one commit of a seed. `place` is for its faults. */
export const seedCommit = (
  store: Store,
  repository: StoredRepository,
  commit: SeedCommit,
  place: string,
): string => {
  const { git } = store;
  const name = commit.branch ?? repository.defaultBranch;
  const isNew = !repository.branches.some((branch) => branch.name === name);
  const start = commit.from ?? (isNew ? repository.defaultBranch : name);
  const isFirst = repository.branches.length === 0;
  const parent = isFirst ? null : headOf(repository, isNew ? start : name, `${place}.from`);
  const other = commit.merge === undefined ? undefined : headOf(repository, commit.merge, `${place}.merge`);
  const own = parent === null ? null : git.commit(parent).tree;
  const leaves = new Map(
    leavesOf(git, parent !== null && other !== undefined ? merged(store, parent, other, place) : own),
  );
  for (const [path, file] of Object.entries(commit.files ?? {})) {
    const problem = pathProblem(path);
    if (problem !== undefined) throw new Error(`${place}.files[${JSON.stringify(path)}]: ${problem}.`);
    const leaf = leafOf(store, file);
    if (leaf === null) leaves.delete(path);
    else leaves.set(path, leaf);
  }
  const signature = authorOf(store, commit, place);
  const id = git.writeCommit({
    tree: writeLeaves(git, leaves),
    parents: [parent, other].filter((one) => one !== null && one !== undefined),
    author: signature,
    committer: signature,
    message: commit.message,
  });
  setBranch(repository, name, id);
  repository.pushedAt = commit.date;
  if (commit.tag !== undefined) repository.tags.push({ name: commit.tag, commit: id });
  const pusher = findUser(store, commit.author);
  if (pusher !== undefined) {
    const payload = pushPayload(store, name, isNew ? null : parent, id);
    recordEvent(store, "PushEvent", pusher.login, repository, payload, commit.date);
  }
  return id;
};
