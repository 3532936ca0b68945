import type { Links } from "../call.ts";
import type { StoredIssue, StoredIssueEvent } from "../repositories/issueState.ts";
import type { StoredRepository } from "../repositories/repositoryState.ts";
import { type Store, userOf } from "../store.ts";
import { association } from "./commitCommentRecord.ts";
import { nodeId } from "./nodeId.ts";
import { repositoryPage, repositoryUrl } from "./repositoryRecord.ts";
import { userRecord } from "./userRecord.ts";

const colors: Readonly<Record<string, string>> = { bug: "d73a4a", enhancement: "a2eeef", question: "d876e3" };
const colorOf = (label: string): string => colors[label] ?? "ededed";

export const issueRecord = (store: Store, repository: StoredRepository, issue: StoredIssue, links: Links) => {
  const repositoryAt = repositoryUrl(repository, links);
  const url = `${repositoryAt}/issues/${issue.number}`;
  const person = (login: string) => userRecord(userOf(store, login), links);
  const assignees = issue.assignees.map(person);
  return {
    id: issue.id,
    node_id: nodeId("Issue", issue.id),
    url,
    repository_url: repositoryAt,
    labels_url: `${url}/labels{/name}`,
    comments_url: `${url}/comments`,
    events_url: `${url}/events`,
    html_url: `${repositoryPage(repository, links)}/issues/${issue.number}`,
    number: issue.number,
    state: issue.state,
    title: issue.title,
    body: issue.body,
    user: person(issue.login),
    labels: issue.labels.map((name) => ({
      id: issue.id,
      node_id: nodeId("Label", name.length),
      url: `${repositoryAt}/labels/${encodeURIComponent(name)}`,
      name,
      description: null,
      color: colorOf(name),
      default: Object.hasOwn(colors, name),
    })),
    assignee: assignees[0] ?? null,
    assignees,
    milestone: null,
    locked: false,
    comments: issue.comments,
    closed_at: issue.closedAt,
    created_at: issue.createdAt,
    updated_at: issue.updatedAt,
    author_association: association(store, repository, issue.login),
  };
};

/** One entry of the feed of a repository's issues. */
export const issueEventRecord = (
  store: Store,
  repository: StoredRepository,
  { issue, event }: { readonly issue: StoredIssue; readonly event: StoredIssueEvent },
  links: Links,
) => {
  const { id, login, label, assignee, milestone, rename, commit } = event;
  const repositoryAt = repositoryUrl(repository, links);
  const person = (name: string) => userRecord(userOf(store, name), links);
  return {
    id,
    node_id: nodeId("IssueEvent", id),
    url: `${repositoryAt}/issues/events/${id}`,
    actor: person(login),
    event: event.event,
    commit_id: commit ?? null,
    commit_url: commit === undefined ? null : `${repositoryAt}/commits/${commit}`,
    created_at: event.createdAt,
    ...(label !== undefined && { label: { name: label, color: colorOf(label) } }),
    ...(assignee !== undefined && { assignee: person(assignee), assigner: person(login) }),
    ...(milestone !== undefined && { milestone: { title: milestone } }),
    ...(rename !== undefined && { rename }),
    issue: issueRecord(store, repository, issue, links),
    performed_via_github_app: null,
  };
};
