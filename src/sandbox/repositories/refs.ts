import { ApiFailure, notFound } from "../http.ts";
import { ancestors } from "../git/history.ts";
import { markTree } from "../git/trees.ts";
import type { Store } from "../store.ts";
import type { StoredBranch, StoredRepository } from "./repositoryState.ts";
import { isReady } from "./repositoryStore.ts";

export const branchesOf = (store: Store, repository: StoredRepository): readonly StoredBranch[] =>
  isReady(store, repository) ? repository.branches : [];

export const findBranch = (store: Store, repository: StoredRepository, name: string): StoredBranch | undefined =>
  branchesOf(store, repository).find((branch) => branch.name === name);

export const isEmpty = (store: Store, repository: StoredRepository): boolean =>
  branchesOf(store, repository).length === 0;

/** All commits that the repository's branches and tags lead to. */
const reachable = (store: Store, repository: StoredRepository): ReadonlySet<string> => {
  const heads = [...repository.branches, ...repository.tags].map(({ commit }) => commit);
  return store.git.memo("reachable", [...new Set(heads)].toSorted().join(" "), () => ancestors(store.git, heads));
};

/** All objects that those commits hold, themselves too. */
export const objectsOf = (store: Store, repository: StoredRepository): ReadonlySet<string> => {
  const heads = [...repository.branches, ...repository.tags].map(({ commit }) => commit);
  return store.git.memo("objects", [...new Set(heads)].toSorted().join(" "), () => {
    const ids = new Set<string>();
    for (const id of reachable(store, repository)) {
      ids.add(id);
      markTree(store.git, store.git.commit(id).tree, ids);
    }
    return ids;
  });
};

const shortest = 4;

const bySha = (store: Store, repository: StoredRepository, text: string): string | undefined => {
  if (!/^[0-9a-f]+$/i.test(text) || text.length < shortest || text.length > 40) return undefined;
  const start = text.toLowerCase();
  const commits = reachable(store, repository);
  if (start.length === 40) return commits.has(start) ? start : undefined;
  const found = [...commits].filter((id) => id.startsWith(start));
  return found.length === 1 ? found[0] : undefined;
};

/** The commit that a branch, a tag, a fully qualified ref, `HEAD` or (part of) a commit id means. */
export const resolveRef = (store: Store, repository: StoredRepository, ref: string): string | undefined => {
  if (isEmpty(store, repository)) return undefined;
  const branch = (name: string) => findBranch(store, repository, name)?.commit;
  const tag = (name: string) => repository.tags.find((one) => one.name === name)?.commit;
  if (ref === "HEAD" || ref === "") return branch(repository.defaultBranch);
  const [, kind, name = ""] = /^(?:refs\/)?(heads|tags)\/(.+)$/.exec(ref) ?? [];
  return (
    branch(ref) ??
    tag(ref) ??
    (kind === "heads" ? branch(name) : kind === "tags" ? tag(name) : undefined) ??
    bySha(store, repository, ref)
  );
};

export const emptyConflict = (): ApiFailure => new ApiFailure(409, "Git Repository is empty.");

/** A commit that must be there: 409 in an empty repository, else 422 as for a commit. */
export const commitOf = (store: Store, repository: StoredRepository, ref: string): string => {
  if (isEmpty(store, repository)) throw emptyConflict();
  const id = resolveRef(store, repository, ref);
  if (id === undefined) throw new ApiFailure(422, `No commit found for SHA: ${ref}`);
  return id;
};

/** The commit at the head of the default branch; undefined when there is none. */
export const headOf = (store: Store, repository: StoredRepository): string | undefined =>
  findBranch(store, repository, repository.defaultBranch)?.commit;

/** A named branch's commit or 404. */
export const branchOf = (store: Store, repository: StoredRepository, name: string): StoredBranch => {
  const branch = findBranch(store, repository, name);
  if (branch === undefined)
    throw isEmpty(store, repository) ? notFound() : new ApiFailure(404, "Branch not found");
  return branch;
};
