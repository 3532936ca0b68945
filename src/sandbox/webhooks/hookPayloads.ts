import type { Links } from "../call.ts";
import { commitChanges } from "../git/diff.ts";
import { ancestors } from "../git/history.ts";
import { commitCommentRecord } from "../records/commitCommentRecord.ts";
import { commitRecord } from "../records/commitRecord.ts";
import { deployKeyRecord } from "../records/deployKeyRecord.ts";
import { commitStatusRecord, deploymentRecord, deploymentStatusRecord } from "../records/deploymentRecord.ts";
import { ownerRecord } from "../records/ownerRecord.ts";
import { repositoryPage, repositoryRecord, repositoryUrl } from "../records/repositoryRecord.ts";
import { userRecord } from "../records/userRecord.ts";
import { type pushPayload, userByEmail } from "../repositories/commits.ts";
import { headOf } from "../repositories/refs.ts";
import type { StoredRepository } from "../repositories/repositoryState.ts";
import { findRepositoryById } from "../repositories/repositoryStore.ts";
import { findOrganization, findUser, type Happening, type Store, userOf } from "../store.ts";

/** An event as a hook gets it. */
export interface HookEvent {
  readonly event: string;
  readonly action: string | null;
  readonly payload: Readonly<Record<string, unknown>>;
}

type Fields = Readonly<Record<string, unknown>>;

/** In place of a commit that there is not. */
export const nowhere = "0".repeat(40);

const anonymous = { kind: "anonymous" } as const;

/** What every payload has. */
const frameOf = (store: Store, repository: StoredRepository, actor: string, links: Links) => ({
  repository: repositoryRecord(store, repository, { caller: anonymous, links }),
  ...(findOrganization(store, repository.owner) !== undefined && {
    organization: ownerRecord(store, repository.owner, links),
  }),
  sender: userRecord(userOf(store, actor), links),
});

const pushedCommit = (store: Store, repository: StoredRepository, sha: string, links: Links) => {
  const { tree, message, author, committer } = store.git.commit(sha);
  const person = ({ name, email }: typeof author) => {
    const login = userByEmail(store, email)?.login;
    return { name, email, ...(login !== undefined && { username: login }) };
  };
  const changes = commitChanges(store.git, sha);
  const paths = (...kinds: readonly string[]) =>
    changes.filter(({ status }) => kinds.includes(status)).map(({ path }) => path);
  const renamed = changes.flatMap(({ previousPath }) => (previousPath === undefined ? [] : [previousPath]));
  return {
    id: sha,
    tree_id: tree,
    distinct: true,
    message,
    timestamp: committer.date,
    url: `${repositoryPage(repository, links)}/commit/${sha}`,
    author: person(author),
    committer: person(committer),
    added: paths("added", "renamed"),
    removed: [...paths("removed"), ...renamed],
    modified: paths("modified"),
  };
};

interface Push {
  readonly ref: string;
  readonly before: string;
  readonly head: string;
  /** Newest last. */
  readonly shas: readonly string[];
}

const pushOf = (
  store: Store,
  repository: StoredRepository,
  actor: string,
  { ref, before, head, shas }: Push,
  links: Links,
): Fields => {
  const commits = shas.map((sha) => pushedCommit(store, repository, sha, links));
  const deleted = head === nowhere;
  const created = before === nowhere;
  const { login, name, email } = userOf(store, actor);
  return {
    ref,
    before,
    after: head,
    created,
    deleted,
    forced: !created && !deleted && !ancestors(store.git, [head]).has(before),
    base_ref: null,
    compare: `${repositoryPage(repository, links)}/compare/${before.slice(0, 12)}...${head.slice(0, 12)}`,
    commits,
    head_commit: deleted ? null : pushedCommit(store, repository, head, links),
    pusher: { name: login, email: email ?? `${name ?? login}@users.noreply.example.com` },
  };
};

/** The event by which a hook is tested: the last commit of the default branch again. Undefined without one. */
export const testPush = (
  store: Store,
  repository: StoredRepository,
  actor: string,
  links: Links,
): HookEvent | undefined => {
  const head = headOf(store, repository);
  if (head === undefined) return undefined;
  const before = store.git.commit(head).parents[0] ?? nowhere;
  const push = { ref: `refs/heads/${repository.defaultBranch}`, before, head, shas: [head] };
  const payload = {
    ...pushOf(store, repository, actor, push, links),
    ...frameOf(store, repository, actor, links),
  };
  return { event: "push", action: null, payload };
};

/** What a new hook hears first. `hook` is its record. */
export const pingEvent = (
  store: Store,
  repository: StoredRepository,
  actor: string,
  hook: { readonly id: number },
  links: Links,
): HookEvent => ({
  event: "ping",
  action: null,
  payload: {
    zen: "Approachable is better than simple.",
    hook_id: hook.id,
    hook,
    ...frameOf(store, repository, actor, links),
  },
});

type Content = readonly [event: string, content: Fields];

const memberContent = (store: Store, facts: Fields, links: Links): Fields => {
  const { action, member } = facts as { readonly action: string; readonly member: { readonly login: string } };
  const user = findUser(store, member.login);
  return { action, member: user === undefined ? member : userRecord(user, links) };
};

const commentContent = (store: Store, repository: StoredRepository, facts: Fields, links: Links): Fields => {
  const { action, comment } = facts as { readonly action: string; readonly comment: { readonly id: number } };
  const stored = repository.comments.find(({ id }) => id === comment.id);
  return {
    action,
    comment: stored === undefined ? comment : commitCommentRecord(store, repository, stored, links),
  };
};

const forkContent = (store: Store, facts: Fields, links: Links): Fields => {
  const { forkee } = facts as { readonly forkee: { readonly id: number } };
  const fork = findRepositoryById(store, forkee.id);
  return { forkee: fork === undefined ? forkee : repositoryRecord(store, fork, { caller: anonymous, links }) };
};

const deploymentContents = (store: Store, happening: Happening, links: Links): readonly Content[] => {
  const { repository, facts, kind } = happening;
  const deployment = repository.deployments?.find(({ id }) => id === facts["deployment_id"]);
  if (deployment === undefined) return [];
  const record = deploymentRecord(store, repository, deployment, links);
  const action = "created";
  if (kind === "DeploymentEvent") return [["deployment", { action, deployment: record }]];
  const status = deployment.statuses.find(({ id }) => id === facts["status_id"]);
  if (status === undefined) return [];
  const deployment_status = deploymentStatusRecord(store, repository, deployment, status, links);
  return [["deployment_status", { action, deployment_status, deployment: record }]];
};

const statusContents = (store: Store, { repository, facts }: Happening, links: Links): readonly Content[] => {
  const status = repository.commitStatuses?.find(({ id }) => id === facts["status_id"]);
  if (status === undefined) return [];
  const { id, sha, state, description, target_url, context, created_at, updated_at } = {
    ...commitStatusRecord(store, repository, status, links),
    sha: status.sha,
  };
  const commit = commitRecord(store, repository, sha, links);
  const name = `${repository.owner}/${repository.name}`;
  const branches = repository.branches
    .filter((branch) => branch.commit === sha)
    .map((branch) => ({
      name: branch.name,
      commit: { sha, url: `${repositoryUrl(repository, links)}/commits/${sha}` },
      protected: branch.isProtected,
    }));
  const rest = { state, description, target_url, context, created_at, updated_at };
  return [["status", { id, sha, name, ...rest, commit, branches }]];
};

const keyContents = (_: Store, { repository, facts }: Happening, links: Links): readonly Content[] => {
  const key = repository.deployKeys?.find(({ id }) => id === facts["key_id"]);
  return key === undefined
    ? []
    : [["deploy_key", { action: facts["action"], key: deployKeyRecord(repository, key, links) }]];
};

const contentsOf = (store: Store, happening: Happening, links: Links): readonly Content[] => {
  const { kind, repository, actor, facts } = happening;
  switch (kind) {
    case "PushEvent":
    case "moved": {
      const { ref, before, head, commits } = facts as ReturnType<typeof pushPayload>;
      const push = { ref, before, head, shas: commits.map(({ sha }) => sha) };
      return [["push", pushOf(store, repository, actor, push, links)]];
    }
    case "CreateEvent":
    case "DeleteEvent":
      // A repository without hooks: it is new itself.
      if (facts["ref_type"] === "repository") return [];
      return [[kind === "CreateEvent" ? "create" : "delete", facts]];
    case "WatchEvent": {
      const starred_at = repository.stars.findLast(({ login }) => login === actor)?.date ?? store.date();
      return [
        ["star", { action: "created", starred_at }],
        ["watch", { action: "started" }],
      ];
    }
    case "unstarred":
      return [["star", { action: "deleted", starred_at: null }]];
    case "ForkEvent":
      return [["fork", forkContent(store, facts, links)]];
    case "MemberEvent":
      return [["member", memberContent(store, facts, links)]];
    case "CommitCommentEvent":
      return [["commit_comment", commentContent(store, repository, facts, links)]];
    case "PublicEvent":
      return [["public", {}]];
    case "repository":
      return [["repository", facts]];
    case "DeploymentEvent":
    case "DeploymentStatusEvent":
      return deploymentContents(store, happening, links);
    case "status":
      return statusContents(store, happening, links);
    case "deployKey":
      return keyContents(store, happening, links);
    default:
      return [];
  }
};

/**
 * What hooks hear of something that happened. Besides the types of events the kinds are `unstarred`, `repository` (the
 * facts are the payload's own), `moved` (as a push, where there is no event), `status` (`status_id`) and `deployKey`
 * (`action`, `key_id`).
 */
export const hookEventsOf = (store: Store, happening: Happening, links: Links): readonly HookEvent[] => {
  const contents = contentsOf(store, happening, links);
  if (contents.length === 0) return [];
  const frame = frameOf(store, happening.repository, happening.actor, links);
  return contents.map(([event, content]) => ({
    event,
    action: typeof content["action"] === "string" ? content["action"] : null,
    // By way of JSON: what the state keeps is plain data of its own.
    payload: JSON.parse(JSON.stringify({ ...content, ...frame })) as Fields,
  }));
};
