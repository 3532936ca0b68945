import assert from "node:assert/strict";
import { describe, it } from "node:test";
import { activityOf } from "../../../src/activity/activity.ts";
import { describeEvent } from "../../../src/activity/describeEvent.ts";
import type { Activity, Feed } from "../../../src/activity/types.ts";

const feed: Feed = { kind: "received", target: "mia" };
const issues: Feed = { kind: "issues", target: "mia/tools" };

const read = (value: unknown, from = feed): Activity => activityOf(value, from) ?? assert.fail("no event");
const event = (type: string, payload: object): Activity =>
  read({
    id: "1",
    type,
    actor: { login: "otto" },
    repo: { name: "mia/tools" },
    created_at: "2026-01-01T00:00:00Z",
    payload,
  });
const described = (type: string, payload: object): readonly string[] => {
  const { sentence, args } = describeEvent(event(type, payload));
  return [sentence, ...args];
};

const sha = "a".repeat(40);
const before = "b".repeat(40);
const issue = { number: 7, title: "Too quiet", state: "open", html_url: "https://example.com/mia/tools/issues/7" };
const pull = { number: 9, title: "Louder", html_url: "https://example.com/mia/tools/pull/9" };

describe("an event is described as", () => {
  const cases: readonly (readonly [type: string, payload: object, ...expected: string[]])[] = [
    ["PushEvent", { ref: "refs/heads/main", size: 1, head: sha, before }, "pushedSome", "1", "main"],
    ["PushEvent", { ref: "refs/heads/a/b", size: 3, head: sha, before }, "pushedSome", "3", "a/b"],
    ["PushEvent", { ref: "refs/heads/main", head: sha, before }, "pushed", "main"],
    ["CreateEvent", { ref: null, ref_type: "repository" }, "createdRepository"],
    ["CreateEvent", { ref: "x", ref_type: "branch" }, "createdBranch", "x"],
    ["CreateEvent", { ref: "v1", ref_type: "tag" }, "createdTag", "v1"],
    ["DeleteEvent", { ref: "x", ref_type: "branch" }, "deletedBranch", "x"],
    ["DeleteEvent", { ref: "v1", ref_type: "tag" }, "deletedTag", "v1"],
    ["ForkEvent", { forkee: { full_name: "otto/tools" } }, "forked", "otto/tools"],
    ["ForkApplyEvent", { head: "main" }, "appliedFork", "main"],
    ["WatchEvent", { action: "started" }, "starred"],
    ["FollowEvent", { target: { login: "nora" } }, "followed", "nora"],
    ["GistEvent", { action: "create", gist: { id: "1a", description: "Notes" } }, "gistCreated", "Notes"],
    ["GistEvent", { action: "update", gist: { id: "1a", files: { "a.md": {} } } }, "gistChanged", "a.md"],
    ["GistEvent", { action: "fork", gist: { id: "12345678abcd" } }, "gistForked", "12345678"],
    ["GollumEvent", { pages: [{ title: "Home", action: "created" }] }, "wikiCreated", "Home"],
    ["GollumEvent", { pages: [{ page_name: "Home", action: "edited" }] }, "wikiEdited", "Home"],
    ["GollumEvent", { pages: [{}, {}] }, "wikiSeveral", "2"],
    ["IssueCommentEvent", { action: "created", issue, comment: {} }, "commentedIssue", "#7: Too quiet"],
    ["IssueCommentEvent", { issue: { ...issue, pull_request: {} } }, "commentedPull", "#7: Too quiet"],
    ["IssuesEvent", { action: "opened", issue }, "issueOpened", "#7: Too quiet"],
    ["IssuesEvent", { action: "closed", issue }, "issueClosed", "#7: Too quiet"],
    ["IssuesEvent", { action: "reopened", issue }, "issueReopened", "#7: Too quiet"],
    ["IssuesEvent", { action: "milestoned", issue }, "issueDone", "#7: Too quiet", "milestoned"],
    ["MemberEvent", { action: "added", member: { login: "nora" } }, "memberAdded", "nora"],
    ["MemberEvent", { action: "edited", member: { login: "nora" } }, "memberChanged", "nora"],
    ["PublicEvent", {}, "madePublic"],
    ["PullRequestEvent", { action: "opened", number: 9, pull_request: pull }, "pullOpened", "#9: Louder"],
    ["PullRequestEvent", { action: "opened", number: 9, pull_request: { number: 9 } }, "pullOpened", "#9"],
    ["PullRequestEvent", { action: "closed", pull_request: pull }, "pullClosed", "#9: Louder"],
    [
      "PullRequestEvent",
      { action: "closed", pull_request: { ...pull, merged: true } },
      "pullMerged",
      "#9: Louder",
    ],
    ["PullRequestEvent", { action: "merged", pull_request: pull }, "pullMerged", "#9: Louder"],
    ["PullRequestEvent", { action: "reopened", pull_request: pull }, "pullReopened", "#9: Louder"],
    ["PullRequestEvent", { action: "synchronize", pull_request: pull }, "pullUpdated", "#9: Louder"],
    [
      "PullRequestEvent",
      { action: "ready_for_review", pull_request: pull },
      "pullDone",
      "#9: Louder",
      "ready for review",
    ],
    [
      "PullRequestReviewEvent",
      { review: { state: "APPROVED" }, pull_request: pull },
      "reviewApproved",
      "#9: Louder",
    ],
    [
      "PullRequestReviewEvent",
      { review: { state: "changes_requested" }, pull_request: pull },
      "reviewRefused",
      "#9: Louder",
    ],
    ["PullRequestReviewEvent", { review: {}, pull_request: pull }, "reviewed", "#9: Louder"],
    ["PullRequestReviewCommentEvent", { comment: {}, pull_request: pull }, "reviewComment", "#9: Louder"],
    ["CommitCommentEvent", { comment: { commit_id: sha } }, "commentedCommit", sha.slice(0, 7)],
    ["ReleaseEvent", { action: "published", release: { name: "One", tag_name: "v1" } }, "released", "One"],
    ["ReleaseEvent", { action: "edited", release: { name: null, tag_name: "v1" } }, "releaseChanged", "v1"],
    ["SponsorshipEvent", { sponsorship: { sponsorable: { login: "nora" } } }, "sponsored", "nora"],
    ["SponsorshipEvent", {}, "sponsoring"],
    ["TeamAddEvent", { team: { name: "Core" } }, "teamAdded", "Core"],
    ["DownloadEvent", { download: { name: "a.zip" } }, "downloadAdded", "a.zip"],
    ["DeploymentEvent", { deployment: { ref: "main", environment: "live" } }, "deployed", "main", "live"],
    [
      "DeploymentStatusEvent",
      { deployment: { environment: "live" }, deployment_status: { state: "in_progress" } },
      "deploymentState",
      "live",
      "in progress",
    ],
    ["DiscussionSomethingEvent", {}, "other", "discussion something"],
  ];
  for (const [type, payload, ...expected] of cases)
    it(`${expected.join(" ")} when it is a ${type} with ${JSON.stringify(payload).slice(0, 50)}`, () => {
      assert.deepEqual(described(type, payload), expected);
    });
});

describe("an event of an issue is described as", () => {
  const cases: readonly (readonly [event: string, more: object, ...expected: string[]])[] = [
    ["closed", {}, "issueClosed", "#7: Too quiet"],
    ["reopened", {}, "issueReopened", "#7: Too quiet"],
    ["labeled", { label: { name: "bug" } }, "labeled", "#7: Too quiet", "bug"],
    ["unlabeled", { label: { name: "bug" } }, "unlabeled", "#7: Too quiet", "bug"],
    ["assigned", { assignee: { login: "nora" } }, "assigned", "#7: Too quiet", "nora"],
    ["unassigned", { assignee: null }, "unassigned", "#7: Too quiet", ""],
    ["milestoned", { milestone: { title: "1.0" } }, "milestoned", "#7: Too quiet", "1.0"],
    ["demilestoned", { milestone: { title: "1.0" } }, "demilestoned", "#7: Too quiet", "1.0"],
    ["renamed", { rename: { from: "Quiet" } }, "renamed", "#7: Too quiet", "Quiet"],
    ["referenced", {}, "referenced", "#7: Too quiet"],
    ["merged", {}, "pullMerged", "#7: Too quiet"],
    ["head_ref_deleted", {}, "issueOther", "#7: Too quiet", "head ref deleted"],
  ];
  for (const [name, more, ...expected] of cases)
    it(`${expected.join(" ")} when it is ${name}`, () => {
      const activity = read({ id: 5, event: name, actor: { login: "otto" }, issue, ...more }, issues);
      const { sentence, args, state, page } = describeEvent(activity);
      assert.deepEqual([sentence, ...args], expected);
      assert.deepEqual([state, page], ["open", issue.html_url]);
      assert.deepEqual(
        [activity.repository, activity.type, activity.key],
        ["mia/tools", `issue:${name}`, "issue-5"],
      );
    });
});

describe("an event leads", () => {
  const target = (type: string, payload: object) => describeEvent(event(type, payload)).target;
  const repository = "mia/tools";

  it("to what was pushed: one commit, or all that differs", () => {
    assert.deepEqual(target("PushEvent", { size: 1, head: sha, before }), { kind: "commit", repository, sha });
    const changes = { kind: "changes", repository, base: before, head: sha };
    assert.deepEqual(target("PushEvent", { size: 2, head: sha, before }), changes);
    assert.deepEqual(target("PushEvent", { head: sha, before }), changes);
  });

  it("to the newest commit of a new branch, which had nothing before", () => {
    const nothing = "0".repeat(40);
    assert.deepEqual(target("PushEvent", { head: sha, before: nothing }), { kind: "commit", repository, sha });
    assert.deepEqual(target("PushEvent", { head: nothing, before }), { kind: "repository", repository });
    assert.deepEqual(target("PushEvent", { head: "../../x", before }), { kind: "repository", repository });
  });

  it("to the fork, the gist, the commit that was commented on, or the repository", () => {
    assert.deepEqual(target("ForkEvent", { forkee: { full_name: "otto/tools" } }), {
      kind: "repository",
      repository: "otto/tools",
    });
    assert.deepEqual(target("GistEvent", { gist: { id: "1a2b" } }), { kind: "gist", id: "1a2b" });
    assert.deepEqual(target("GistEvent", { gist: { id: "../user" } }), { kind: "page" });
    assert.deepEqual(target("CommitCommentEvent", { comment: { commit_id: sha } }), {
      kind: "commit",
      repository,
      sha,
    });
    assert.deepEqual(target("WatchEvent", {}), { kind: "repository", repository });
  });

  it("to its page when VS Code has nothing of it", () => {
    const { target: page, page: address } = describeEvent(event("IssuesEvent", { action: "opened", issue }));
    assert.deepEqual([page, address], [{ kind: "page" }, issue.html_url]);
  });
});

describe("an event of a service that sends nonsense", () => {
  const nonsense: readonly unknown[] = [
    {},
    { id: null, type: null, actor: null, repo: null, payload: null, created_at: null },
    { id: [], type: {}, actor: "otto", repo: [], payload: "x", created_at: "soon" },
    { id: "1", type: "PushEvent" },
    { id: "1", type: "PushEvent", payload: { ref: 5, size: "many", commits: {}, head: {}, before: 1 } },
    { id: "1", type: "constructor", payload: {} },
    { id: "1", type: "__proto__", payload: {} },
    { id: "1", type: "GollumEvent", payload: { pages: "Home" } },
    { id: "1", type: "IssuesEvent", payload: { issue: [], action: 7 } },
    { id: "1", type: "PullRequestEvent", payload: { pull_request: null } },
    { id: "1", type: "ForkEvent", payload: { forkee: null } },
    { id: "1", type: "GistEvent" },
    { id: "1", type: "ReleaseEvent", payload: { release: 1 } },
    { id: "1", event: "labeled", issue: null, label: "bug" },
  ];
  for (const [index, value] of nonsense.entries())
    it(`is described all the same (${index})`, () => {
      for (const from of [feed, issues]) {
        const activity = read(value, from);
        const { sentence, args, icon } = describeEvent(activity);
        assert.ok(sentence && icon);
        assert.ok(args.every((arg) => typeof arg === "string"));
      }
    });

  it("is nothing when it is no object", () => {
    for (const value of [null, undefined, "PushEvent", 7, [], true])
      assert.equal(activityOf(value, feed), undefined);
  });

  it("has its id as a number or as a text, or something in its place", () => {
    assert.equal(read({ id: 12345678901, type: "WatchEvent" }).key, read({ id: "12345678901" }).key);
    const one = { type: "WatchEvent", actor: { login: "otto" }, created_at: "2026-01-01T00:00:00Z" };
    assert.equal(read(one).key, read({ ...one }).key);
    assert.notEqual(read(one).key, read({ ...one, actor: { login: "nora" } }).key);
  });

  it("is on one line, without signs that turn its direction, and not without end", () => {
    const title = `a\n<b>b</b>\u202e\u0000 c${"d".repeat(500)}`;
    const [name = ""] = describeEvent(
      event("IssuesEvent", { action: "opened", issue: { number: 1, title } }),
    ).args;
    assert.ok(name.startsWith("#1: a <b>b</b> c"));
    assert.equal(Array.from(name).length, 204);
    for (const sign of ["\n", "\u202e", "\u0000"]) assert.equal(name.includes(sign), false);
  });

  it("is of no repository when the name is none", () => {
    for (const name of ["/", "", "a", "a/b/c", 5, null]) assert.equal(read({ repo: { name } }).repository, "");
  });
});
