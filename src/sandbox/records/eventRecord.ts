import type { Links } from "../call.ts";
import type { StoredEvent } from "../eventState.ts";
import { findRepositoryById, fullName } from "../repositories/repositoryStore.ts";
import type { StoredRepository } from "../repositories/repositoryState.ts";
import { isObject } from "../shape.ts";
import { findGist, findOrganization, findUser, type Store, userOf } from "../store.ts";
import { association, commitCommentRecord } from "./commitCommentRecord.ts";
import { deploymentRecord, deploymentStatusRecord } from "./deploymentRecord.ts";
import { gistRecord } from "./gistRecord.ts";
import { issueRecord } from "./issueRecord.ts";
import { nodeId } from "./nodeId.ts";
import { repositoryPage, repositoryRecord, repositoryUrl } from "./repositoryRecord.ts";
import { userRecord } from "./userRecord.ts";

type Fields = Readonly<Record<string, unknown>>;

interface Ground {
  readonly store: Store;
  readonly event: StoredEvent;
  /** Undefined: gone since. */
  readonly repository: StoredRepository | undefined;
  readonly links: Links;
  /** As today's service: pushes without their commits. */
  readonly today: boolean;
}

const anonymous = { kind: "anonymous" } as const;

const fieldsOf = (payload: Fields, name: string): Fields => {
  const value = payload[name];
  return isObject(value) ? value : {};
};

const refPayload = ({ event: { payload } }: Ground): Fields => {
  const { ref, ref_type: kind } = payload;
  const folder = kind === "tag" ? "tags" : "heads";
  return { ...payload, full_ref: typeof ref === "string" ? `refs/${folder}/${ref}` : null };
};

const pushPayload = ({ event: { payload, repository }, links, today }: Ground): Fields => {
  const { commits, size, distinct_size, ...rest } = payload;
  const frame = { repository_id: repository?.id ?? 0, ...rest };
  if (today || !Array.isArray(commits)) return frame;
  const named = commits.map((commit: unknown) =>
    isObject(commit)
      ? { ...commit, url: `${links.api}/repos/${repository?.name ?? ""}/commits/${String(commit["sha"])}` }
      : commit,
  );
  return { ...frame, size, distinct_size, commits: named };
};

const forkPayload = ({ store, event: { payload }, links }: Ground): Fields => {
  const facts = fieldsOf(payload, "forkee");
  const fork = findRepositoryById(store, Number(facts["id"]));
  const forkee =
    fork === undefined
      ? facts
      : { ...repositoryRecord(store, fork, { caller: anonymous, links }), public: !fork.private };
  return { action: "forked", forkee };
};

const memberPayload = ({ store, event: { payload }, links }: Ground): Fields => {
  const facts = fieldsOf(payload, "member");
  const user = findUser(store, String(facts["login"]));
  return { ...payload, member: user === undefined ? facts : userRecord(user, links) };
};

const commitCommentPayload = ({ store, event: { payload }, repository, links }: Ground): Fields => {
  const facts = fieldsOf(payload, "comment");
  const stored = repository?.comments.find(({ id }) => id === facts["id"]);
  if (repository === undefined || stored === undefined) return payload;
  return { ...payload, comment: commitCommentRecord(store, repository, stored, links) };
};

const issueOf = ({ store, event: { payload }, repository, links }: Ground): Fields => {
  const facts = fieldsOf(payload, "issue");
  const issue = repository?.issues?.find(({ number }) => number === facts["number"]);
  return repository === undefined || issue === undefined ? facts : issueRecord(store, repository, issue, links);
};

const issuePayload = (ground: Ground): Fields => ({ ...ground.event.payload, issue: issueOf(ground) });

const issueCommentPayload = (ground: Ground): Fields => {
  const { store, event, repository, links } = ground;
  const facts = fieldsOf(event.payload, "comment");
  const issue = issueOf(ground);
  if (repository === undefined) return { ...event.payload, issue };
  const at = repositoryUrl(repository, links);
  const comment = {
    ...facts,
    node_id: nodeId("IssueComment", String(facts["id"])),
    url: `${at}/issues/comments/${String(facts["id"])}`,
    issue_url: `${at}/issues/${String(issue["number"])}`,
    html_url: `${String(issue["html_url"])}#issuecomment-${String(facts["id"])}`,
    user: userRecord(userOf(store, event.actor), links),
    created_at: event.createdAt,
    updated_at: event.createdAt,
    author_association: association(store, repository, event.actor),
    performed_via_github_app: null,
  };
  return { ...event.payload, issue, comment };
};

const releasePayload = ({ store, event, repository, links }: Ground): Fields => {
  const facts = fieldsOf(event.payload, "release");
  if (repository === undefined) return event.payload;
  const at = repositoryUrl(repository, links);
  const [id, tag] = [String(facts["id"]), encodeURIComponent(String(facts["tag_name"]))];
  const release = {
    ...facts,
    node_id: nodeId("Release", id),
    url: `${at}/releases/${id}`,
    assets_url: `${at}/releases/${id}/assets`,
    upload_url: `${at}/releases/${id}/assets{?name,label}`,
    html_url: `${repositoryPage(repository, links)}/releases/tag/${tag}`,
    tarball_url: `${at}/tarball/${tag}`,
    zipball_url: `${at}/zipball/${tag}`,
    target_commitish: repository.defaultBranch,
    draft: false,
    author: userRecord(userOf(store, event.actor), links),
    assets: [],
    created_at: event.createdAt,
    published_at: event.createdAt,
  };
  return { ...event.payload, release };
};

const gistPayload = ({ store, event: { payload }, links }: Ground): Fields => {
  const facts = fieldsOf(payload, "gist");
  const gist = findGist(store, String(facts["id"]));
  return { ...payload, gist: gist === undefined ? facts : gistRecord(store, gist, links) };
};

const deploymentPayload = ({ store, event: { payload }, repository, links }: Ground): Fields => {
  const deployment = repository?.deployments?.find(({ id }) => id === payload["deployment_id"]);
  if (repository === undefined || deployment === undefined) return payload;
  const status = deployment.statuses.find(({ id }) => id === payload["status_id"]);
  return {
    action: payload["action"],
    ...(status !== undefined && {
      deployment_status: deploymentStatusRecord(store, repository, deployment, status, links),
    }),
    deployment: deploymentRecord(store, repository, deployment, links),
  };
};

const payloads: Readonly<Record<string, (ground: Ground) => Fields>> = {
  CommitCommentEvent: commitCommentPayload,
  CreateEvent: refPayload,
  DeleteEvent: refPayload,
  DeploymentEvent: deploymentPayload,
  DeploymentStatusEvent: deploymentPayload,
  ForkEvent: forkPayload,
  GistEvent: gistPayload,
  IssueCommentEvent: issueCommentPayload,
  IssuesEvent: issuePayload,
  MemberEvent: memberPayload,
  PushEvent: pushPayload,
  ReleaseEvent: releasePayload,
};

/** Puts the addresses of this sandbox into what a seed wrote. */
const filled = (value: unknown, links: Links): unknown => {
  if (typeof value === "string") return value.replace(/^\{(web|api)\}/, (_, name: keyof Links) => links[name]);
  if (Array.isArray(value)) return value.map((entry) => filled(entry, links));
  if (!isObject(value)) return value;
  return Object.fromEntries(Object.entries(value).map(([key, entry]) => [key, filled(entry, links)]));
};

const actorRecord = ({ id, login }: { readonly id: number; readonly login: string }, { api, web }: Links) => ({
  id,
  login,
  display_login: login,
  gravatar_id: "",
  url: `${api}/users/${login}`,
  avatar_url: `${web}/avatars/u/${id}?`,
});

/** An event as the feeds have it. */
export const eventRecord = (
  store: Store,
  event: StoredEvent,
  { links, today }: { readonly links: Links; readonly today: boolean },
) => {
  const repository = event.repository === null ? undefined : findRepositoryById(store, event.repository.id);
  const ground: Ground = { store, event, repository, links, today };
  const payload = payloads[event.type]?.(ground) ?? filled(event.payload, links);
  // As the service names what is of no repository.
  const { id, name } = event.repository ?? { id: 0, name: "/" };
  const renamed = repository === undefined ? name : fullName(repository);
  const org = event.organization === null ? undefined : findOrganization(store, event.organization);
  return {
    id: String(event.id),
    type: event.type,
    actor: actorRecord(userOf(store, event.actor), links),
    repo: { id, name: renamed, url: `${links.api}/repos/${renamed}` },
    payload,
    public: event.public,
    created_at: event.createdAt,
    ...(org !== undefined && { org: actorRecord(org, links) }),
  };
};
