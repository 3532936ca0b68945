import { fieldsOf, textOf, wordsOf } from "./activity.ts";
import type { Activity, Fields } from "./types.ts";

/** What an event leads to inside VS Code. */
type Target =
  | { readonly kind: "repository"; readonly repository: string }
  | { readonly kind: "commit"; readonly repository: string; readonly sha: string }
  | { readonly kind: "changes"; readonly repository: string; readonly base: string; readonly head: string }
  | { readonly kind: "gist"; readonly id: string }
  /** Nothing but its page, if it has one. */
  | { readonly kind: "page" };

/** Which sentence it is; `words.ts` has them. The comments say what its arguments are besides the actor. */
type SentenceId =
  | "pushed" // branch
  | "pushedSome" // count, branch
  | "createdRepository"
  | "createdBranch" // name
  | "createdTag" // name
  | "deletedBranch" // name
  | "deletedTag" // name
  | "forked" // full name
  | "appliedFork" // branch
  | "starred"
  | "followed" // login
  | "gistCreated" // title
  | "gistChanged" // title
  | "gistForked" // title
  | "wikiCreated" // title
  | "wikiEdited" // title
  | "wikiSeveral" // count
  | "commentedIssue" // issue
  | "commentedPull" // pull request
  | "issueDone" // issue, action
  | "issueOpened" // issue
  | "issueClosed" // issue
  | "issueReopened" // issue
  | "memberAdded" // login
  | "memberChanged" // login
  | "madePublic"
  | "pullDone" // pull request, action
  | "pullOpened" // pull request
  | "pullClosed" // pull request
  | "pullMerged" // pull request
  | "pullReopened" // pull request
  | "pullUpdated" // pull request
  | "reviewApproved" // pull request
  | "reviewRefused" // pull request
  | "reviewed" // pull request
  | "reviewComment" // pull request
  | "commentedCommit" // short sha
  | "released" // name
  | "releaseChanged" // name
  | "sponsored" // login
  | "sponsoring"
  | "teamAdded" // team
  | "downloadAdded" // name
  | "deployed" // ref, environment
  | "deploymentState" // environment, state
  | "labeled" // issue, label
  | "unlabeled" // issue, label
  | "assigned" // issue, login
  | "unassigned" // issue, login
  | "milestoned" // issue, milestone
  | "demilestoned" // issue, milestone
  | "renamed" // issue, former title
  | "referenced" // issue
  | "issueOther" // issue, what
  | "other"; // what

/** What an event is about, without its wording. */
export interface EventDescription {
  readonly sentence: SentenceId;
  readonly args: readonly string[];
  /** A codicon. */
  readonly icon: string;
  readonly target: Target;
  /** The page that the event itself names, unchecked. */
  readonly page?: unknown;
  /** `open` or `closed`, of issues. */
  readonly state?: string;
}

type Describe = (activity: Activity) => EventDescription;

const nowhere = /^0*$/;
const isSha = (text: string): boolean => /^[0-9a-f]{7,64}$/i.test(text) && !nowhere.test(text);

const repositoryTarget = ({ repository }: Activity): Target =>
  repository === "" ? { kind: "page" } : { kind: "repository", repository };

/** `#12: Title`, or as much of it as there is. */
const thing = (fields: Fields, number: unknown = fields["number"]): string => {
  const [count, title] = [textOf(number), textOf(fields["title"])];
  if (count === "") return title;
  return title === "" ? `#${count}` : `#${count}: ${title}`;
};

const describeAs = (
  sentence: SentenceId,
  args: readonly string[],
  icon: string,
  more: Partial<Pick<EventDescription, "target" | "page" | "state">> = {},
): EventDescription => ({ sentence, args, icon, target: { kind: "page" }, ...more });

const other: Describe = (activity) =>
  describeAs("other", [wordsOf(activity.type)], "circle-outline", { target: repositoryTarget(activity) });

const push: Describe = ({ payload, repository }) => {
  const branch = textOf(payload["ref"]).replace(/^refs\/heads\//, "");
  const [before, head] = [textOf(payload["before"]), textOf(payload["head"])];
  const commits = Array.isArray(payload["commits"]) ? payload["commits"].length : 0;
  const size = typeof payload["size"] === "number" ? payload["size"] : commits;
  const target: Target =
    repository === "" || !isSha(head)
      ? repository === ""
        ? { kind: "page" }
        : { kind: "repository", repository }
      : size === 1 || !isSha(before)
        ? { kind: "commit", repository, sha: head }
        : { kind: "changes", repository, base: before, head };
  return size > 0
    ? describeAs("pushedSome", [String(size), branch], "repo-push", { target })
    : describeAs("pushed", [branch], "repo-push", { target });
};

const refTeller =
  (branch: SentenceId, tag: SentenceId, repository: SentenceId | undefined): Describe =>
  (activity) => {
    const { ref, ref_type: kind } = activity.payload;
    const target = repositoryTarget(activity);
    if (kind === "tag") return describeAs(tag, [textOf(ref)], "tag", { target });
    if (kind === "branch") return describeAs(branch, [textOf(ref)], "git-branch", { target });
    return kind === "repository" && repository ? describeAs(repository, [], "repo", { target }) : other(activity);
  };

const fork: Describe = (activity) => {
  const name = textOf(fieldsOf(activity.payload["forkee"])["full_name"]);
  const target: Target = name === "" ? repositoryTarget(activity) : { kind: "repository", repository: name };
  return describeAs("forked", [name], "repo-forked", {
    target,
    page: fieldsOf(activity.payload["forkee"])["html_url"],
  });
};

const gist: Describe = ({ payload }) => {
  const fields = fieldsOf(payload["gist"]);
  const id = textOf(fields["id"]);
  const title = textOf(fields["description"]) || Object.keys(fieldsOf(fields["files"]))[0] || id.slice(0, 8);
  const action = textOf(payload["action"]);
  const sentence = action.startsWith("create") ? "gistCreated" : action === "fork" ? "gistForked" : "gistChanged";
  const target: Target = /^\w+$/.test(id) ? { kind: "gist", id } : { kind: "page" };
  return describeAs(sentence, [textOf(title)], "code", { target, page: fields["html_url"] });
};

const wiki: Describe = (activity) => {
  const pages: readonly unknown[] = Array.isArray(activity.payload["pages"]) ? activity.payload["pages"] : [];
  const first = fieldsOf(pages[0]);
  const page = first["html_url"];
  if (pages.length > 1) return describeAs("wikiSeveral", [String(pages.length)], "book", { page });
  const title = textOf(first["title"]) || textOf(first["page_name"]);
  return describeAs(first["action"] === "created" ? "wikiCreated" : "wikiEdited", [title], "book", { page });
};

const issueComment: Describe = ({ payload }) => {
  const issue = fieldsOf(payload["issue"]);
  const isPull = "pull_request" in issue;
  return describeAs(isPull ? "commentedPull" : "commentedIssue", [thing(issue)], "comment", {
    page: fieldsOf(payload["comment"])["html_url"] ?? issue["html_url"],
    state: textOf(issue["state"]),
  });
};

const issueSentences: Readonly<Record<string, readonly [SentenceId, string]>> = {
  opened: ["issueOpened", "issue-opened"],
  closed: ["issueClosed", "issue-closed"],
  reopened: ["issueReopened", "issue-reopened"],
};

const issues: Describe = ({ payload }) => {
  const issue = fieldsOf(payload["issue"]);
  const action = textOf(payload["action"]);
  const [sentence, icon] = issueSentences[action] ?? (["issueDone", "issues"] as const);
  const args = sentence === "issueDone" ? [thing(issue), wordsOf(action)] : [thing(issue)];
  return describeAs(sentence, args, icon, { page: issue["html_url"], state: textOf(issue["state"]) });
};

const member: Describe = (activity) => {
  const login = textOf(fieldsOf(activity.payload["member"])["login"]);
  const sentence = activity.payload["action"] === "added" ? "memberAdded" : "memberChanged";
  return describeAs(sentence, [login], "person-add", { target: repositoryTarget(activity) });
};

const pullFacts = ({ payload }: Activity) => {
  const pull = fieldsOf(payload["pull_request"]);
  return { pull, name: thing(pull, payload["number"] ?? pull["number"]), page: pull["html_url"] };
};

const pullSentences: Readonly<Record<string, readonly [SentenceId, string]>> = {
  opened: ["pullOpened", "git-pull-request"],
  closed: ["pullClosed", "git-pull-request-closed"],
  merged: ["pullMerged", "git-merge"],
  reopened: ["pullReopened", "git-pull-request"],
  synchronize: ["pullUpdated", "git-pull-request"],
};

const pullRequest: Describe = (activity) => {
  const { pull, name, page } = pullFacts(activity);
  const action = textOf(activity.payload["action"]);
  const done = action === "closed" && pull["merged"] === true ? "merged" : action;
  const [sentence, icon] = pullSentences[done] ?? (["pullDone", "git-pull-request"] as const);
  return describeAs(sentence, sentence === "pullDone" ? [name, wordsOf(done)] : [name], icon, { page });
};

const review: Describe = (activity) => {
  const { name, page } = pullFacts(activity);
  const fields = fieldsOf(activity.payload["review"]);
  const state = textOf(fields["state"]).toLowerCase();
  const sentence =
    state === "approved" ? "reviewApproved" : state === "changes_requested" ? "reviewRefused" : "reviewed";
  return describeAs(sentence, [name], "eye", { page: fields["html_url"] ?? page });
};

const reviewComment: Describe = (activity) => {
  const { name, page } = pullFacts(activity);
  return describeAs("reviewComment", [name], "comment", {
    page: fieldsOf(activity.payload["comment"])["html_url"] ?? page,
  });
};

const commitComment: Describe = (activity) => {
  const comment = fieldsOf(activity.payload["comment"]);
  const sha = textOf(comment["commit_id"]);
  const { repository } = activity;
  const target: Target = repository !== "" && isSha(sha) ? { kind: "commit", repository, sha } : { kind: "page" };
  return describeAs("commentedCommit", [sha.slice(0, 7)], "comment", { target, page: comment["html_url"] });
};

const release: Describe = ({ payload }) => {
  const fields = fieldsOf(payload["release"]);
  const name = textOf(fields["name"]) || textOf(fields["tag_name"]);
  const sentence = ["published", "released", "created"].includes(textOf(payload["action"]))
    ? "released"
    : "releaseChanged";
  return describeAs(sentence, [name], "package", { page: fields["html_url"] });
};

const sponsorship: Describe = ({ payload }) => {
  const { sponsorable, maintainer } = fieldsOf(payload["sponsorship"]);
  const login = textOf(fieldsOf(sponsorable)["login"]) || textOf(fieldsOf(maintainer)["login"]);
  return login === "" ? describeAs("sponsoring", [], "heart") : describeAs("sponsored", [login], "heart");
};

const deployment: Describe = (activity) => {
  const { ref, environment, sha } = fieldsOf(activity.payload["deployment"]);
  return describeAs("deployed", [textOf(ref) || textOf(sha).slice(0, 7), textOf(environment)], "rocket", {
    target: repositoryTarget(activity),
  });
};

const deploymentStatus: Describe = (activity) => {
  const { environment } = fieldsOf(activity.payload["deployment"]);
  const status = fieldsOf(activity.payload["deployment_status"]);
  return describeAs(
    "deploymentState",
    [textOf(status["environment"]) || textOf(environment), wordsOf(textOf(status["state"]))],
    "rocket",
    { target: repositoryTarget(activity), page: status["target_url"] },
  );
};

const describers: Readonly<Record<string, Describe>> = {
  CommitCommentEvent: commitComment,
  CreateEvent: refTeller("createdBranch", "createdTag", "createdRepository"),
  DeleteEvent: refTeller("deletedBranch", "deletedTag", undefined),
  DeploymentEvent: deployment,
  DeploymentStatusEvent: deploymentStatus,
  DownloadEvent: (activity) =>
    describeAs("downloadAdded", [textOf(fieldsOf(activity.payload["download"])["name"])], "cloud-download", {
      target: repositoryTarget(activity),
      page: fieldsOf(activity.payload["download"])["html_url"],
    }),
  FollowEvent: ({ payload }) =>
    describeAs("followed", [textOf(fieldsOf(payload["target"])["login"])], "person-follow", {
      page: fieldsOf(payload["target"])["html_url"],
    }),
  ForkApplyEvent: (activity) =>
    describeAs("appliedFork", [textOf(activity.payload["head"])], "repo-forked", {
      target: repositoryTarget(activity),
    }),
  ForkEvent: fork,
  GistEvent: gist,
  GollumEvent: wiki,
  IssueCommentEvent: issueComment,
  IssuesEvent: issues,
  MemberEvent: member,
  PublicEvent: (activity) => describeAs("madePublic", [], "globe", { target: repositoryTarget(activity) }),
  PullRequestEvent: pullRequest,
  PullRequestReviewEvent: review,
  PullRequestReviewCommentEvent: reviewComment,
  PushEvent: push,
  ReleaseEvent: release,
  SponsorshipEvent: sponsorship,
  TeamAddEvent: (activity) =>
    describeAs("teamAdded", [textOf(fieldsOf(activity.payload["team"])["name"])], "organization", {
      target: repositoryTarget(activity),
    }),
  WatchEvent: (activity) => describeAs("starred", [], "star-full", { target: repositoryTarget(activity) }),
};

const issueEvent: Describe = ({ payload, type }) => {
  const issue = fieldsOf(payload["issue"]);
  const name = thing(issue);
  const more = { page: issue["html_url"], state: textOf(issue["state"]) };
  const event = type.slice("issue:".length);
  const label = textOf(fieldsOf(payload["label"])["name"]);
  const assignee = textOf(fieldsOf(payload["assignee"])["login"]);
  const milestone = textOf(fieldsOf(payload["milestone"])["title"]);
  switch (event) {
    case "closed":
      return describeAs("issueClosed", [name], "issue-closed", more);
    case "reopened":
      return describeAs("issueReopened", [name], "issue-reopened", more);
    case "labeled":
    case "unlabeled":
      return describeAs(event, [name, label], "tag", more);
    case "assigned":
    case "unassigned":
      return describeAs(event, [name, assignee], "person", more);
    case "milestoned":
    case "demilestoned":
      return describeAs(event, [name, milestone], "milestone", more);
    case "renamed":
      return describeAs("renamed", [name, textOf(fieldsOf(payload["rename"])["from"])], "edit", more);
    case "referenced":
      return describeAs("referenced", [name], "git-commit", more);
    case "merged":
      return describeAs("pullMerged", [name], "git-merge", more);
    default:
      return describeAs("issueOther", [name, wordsOf(event)], "issues", more);
  }
};

/** Describes an event. Never fails, whatever the service sent or left out. */
export const describeEvent = (activity: Activity): EventDescription => {
  if (activity.type.startsWith("issue:")) return issueEvent(activity);
  const describer = Object.hasOwn(describers, activity.type) ? describers[activity.type] : undefined;
  return (describer ?? other)(activity);
};
