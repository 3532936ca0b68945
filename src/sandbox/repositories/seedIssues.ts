import { recordEvent } from "../eventStore.ts";
import type { Store } from "../store.ts";
import type { SeedIssue, SeedIssueEvent, SeedRelease } from "./issueSeed.ts";
import type { StoredIssue, StoredIssueEvent } from "./issueState.ts";
import type { StoredRepository } from "./repositoryState.ts";

/** The issue events that are also in feeds. */
const feedEvents = ["closed", "reopened"];

const without = (list: readonly string[], one: string): string[] => list.filter((other) => other !== one);

const after = (issue: StoredIssue, event: StoredIssueEvent): StoredIssue => {
  const { label = "", assignee = "", rename, createdAt } = event;
  const next = { ...issue, updatedAt: createdAt, events: [...issue.events, event] };
  switch (event.event) {
    case "closed":
      return { ...next, state: "closed", closedAt: createdAt };
    case "reopened":
      return { ...next, state: "open", closedAt: null };
    case "labeled":
      return { ...next, labels: [...without(issue.labels, label), label] };
    case "unlabeled":
      return { ...next, labels: without(issue.labels, label) };
    case "assigned":
      return { ...next, assignees: [...without(issue.assignees, assignee), assignee] };
    case "unassigned":
      return { ...next, assignees: without(issue.assignees, assignee) };
    case "renamed":
      return { ...next, title: rename?.to ?? issue.title };
    default:
      return next;
  }
};

const eventOf = (
  store: Store,
  repository: StoredRepository,
  { commit: ref, ...event }: SeedIssueEvent,
  place: string,
): StoredIssueEvent => {
  if (ref === undefined) return { id: store.number(), ...event };
  const commit = [...repository.branches, ...repository.tags].find(({ name }) => name === ref)?.commit;
  if (commit === undefined) throw new Error(`${place}.commit: there is no branch or tag ${JSON.stringify(ref)}.`);
  return { id: store.number(), ...event, commit };
};

const seedIssue = (
  store: Store,
  repository: StoredRepository,
  seed: SeedIssue,
  number: number,
  place: string,
): StoredIssue => {
  const { title, login, createdAt, body = null, events = [], comments = [] } = seed;
  let issue: StoredIssue = {
    id: store.number(),
    number,
    title,
    body,
    login,
    state: "open",
    createdAt,
    updatedAt: createdAt,
    closedAt: null,
    labels: [],
    assignees: [],
    comments: comments.length,
    events: [],
  };
  const facts = ({ state }: StoredIssue) => ({ number, title, state });
  recordEvent(store, "IssuesEvent", login, repository, { action: "opened", issue: facts(issue) }, createdAt);
  for (const [index, event] of events.entries()) {
    issue = after(issue, eventOf(store, repository, event, `${place}.events[${index}]`));
    if (!feedEvents.includes(event.event)) continue;
    const payload = { action: event.event, issue: facts(issue) };
    recordEvent(store, "IssuesEvent", event.login, repository, payload, event.createdAt);
  }
  for (const comment of comments) {
    const payload = {
      action: "created",
      issue: facts(issue),
      comment: { id: store.number(), body: comment.body },
    };
    recordEvent(store, "IssueCommentEvent", comment.login, repository, payload, comment.createdAt);
  }
  return issue;
};

/** Issues and releases of a repository whose branches and tags are there already. */
export const seedIssues = (
  store: Store,
  repository: StoredRepository,
  {
    issues = [],
    releases = [],
  }: { readonly issues?: readonly SeedIssue[]; readonly releases?: readonly SeedRelease[] },
  place: string,
): void => {
  if (issues.length > 0)
    repository.issues = issues.map((issue, index) =>
      seedIssue(store, repository, issue, index + 1, `${place}.issues[${index}]`),
    );
  for (const { tag, login, createdAt, name = tag, body = "", prerelease = false } of releases) {
    const release = { id: store.number(), tag_name: tag, name, body, prerelease };
    recordEvent(store, "ReleaseEvent", login, repository, { action: "published", release }, createdAt);
  }
};
