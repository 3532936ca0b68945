import { recordEvent } from "../eventStore.ts";
import { ancestors } from "../git/history.ts";
import type { Signature } from "../git/objects.ts";
import type { StoredUser } from "../state.ts";
import type { Store } from "../store.ts";
import type { StoredRepository } from "./repositoryState.ts";

/** The address by which the sandbox knows whose commit it is, for users that show none. */
const hiddenEmail = ({ id, login }: StoredUser): string => `${id}+${login}@users.noreply.example.com`;

export const signatureOf = (user: StoredUser, date: string): Signature => ({
  name: user.name ?? user.login,
  email: user.email ?? hiddenEmail(user),
  date,
});

/** The user that an author's e-mail address belongs to. */
export const userByEmail = ({ state }: Store, email: string): StoredUser | undefined => {
  const wanted = email.toLowerCase();
  return state.users.find(
    (user) => user.email?.toLowerCase() === wanted || hiddenEmail(user).toLowerCase() === wanted,
  );
};

/** Sets a branch to a commit; makes the branch when it is new. */
export const setBranch = (repository: StoredRepository, name: string, commit: string): void => {
  const branch = repository.branches.find((one) => one.name === name);
  if (branch === undefined) repository.branches.push({ name, commit, isProtected: false });
  else branch.commit = commit;
};

/** Most commits that a push event names. */
const maxNamedCommits = 20;

const broughtBy = ({ git }: Store, before: string | null, head: string): string[] => {
  const { parents } = git.commit(head);
  // The usual push, without a walk through the whole history.
  if (parents.length === 1 && parents[0] === before) return [head];
  const old = before === null ? new Set<string>() : ancestors(git, [before]);
  return [...ancestors(git, [head])].filter((id) => !old.has(id));
};

/** As the service keeps a push: the newest commits that it brought, oldest first. */
export const pushPayload = (store: Store, branch: string, before: string | null, head: string) => {
  const brought = broughtBy(store, before, head);
  const commits = brought
    .slice(0, maxNamedCommits)
    .toReversed()
    .map((sha) => {
      const { author, message } = store.git.commit(sha);
      return { sha, author: { email: author.email, name: author.name }, message, distinct: true };
    });
  return {
    push_id: store.number(),
    size: brought.length,
    distinct_size: brought.length,
    ref: `refs/heads/${branch}`,
    head,
    before: before ?? "0".repeat(40),
    commits,
  };
};

/** Moves a branch to a new commit, as a push of `login`. */
export const push = (
  store: Store,
  repository: StoredRepository,
  login: string,
  branch: string,
  commit: string,
): void => {
  const old = repository.branches.find(({ name }) => name === branch)?.commit ?? null;
  setBranch(repository, branch, commit);
  const date = store.date();
  repository.pushedAt = date;
  repository.updatedAt = date;
  if (old === null) {
    recordEvent(store, "CreateEvent", login, repository, {
      ref: branch,
      ref_type: "branch",
      master_branch: repository.defaultBranch,
      description: repository.description,
      pusher_type: "user",
    });
  }
  recordEvent(store, "PushEvent", login, repository, pushPayload(store, branch, old, commit));
  store.changed();
};
