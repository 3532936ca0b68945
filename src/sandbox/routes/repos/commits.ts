import type { App, CallContext } from "../../call.ts";
import { treeChanges } from "../../git/diff.ts";
import { ancestors, inOrder, logOf, mergeBase, touches } from "../../git/history.ts";
import { ApiFailure, json, notFound } from "../../http.ts";
import { linkTo, pageAnswer, pageOf } from "../../paging.ts";
import { changeRecord, commitRecord, fullCommitRecord } from "../../records/commitRecord.ts";
import { repositoryPage, repositoryUrl } from "../../records/repositoryRecord.ts";
import { isVisible, repositoryOf } from "../../repositories/access.ts";
import { userByEmail } from "../../repositories/commits.ts";
import { commitOf, emptyConflict, isEmpty, resolveRef } from "../../repositories/refs.ts";
import { failField } from "../../repositories/repositoryInput.ts";
import type { StoredRepository } from "../../repositories/repositoryState.ts";
import { networkOf } from "../../repositories/repositoryStore.ts";
import type { Store } from "../../store.ts";

/** Files of one commit that one page holds, and most of a comparison. */
const filesPerPage = 300;
/** Most commits of a comparison that is not asked for in pages. */
const maxComparedCommits = 250;

const timeParam = (c: CallContext, name: "since" | "until", fallback: number): number => {
  const value = c.req.query(name);
  if (value === undefined || value === "") return fallback;
  const time = Date.parse(value);
  return Number.isNaN(time) ? failField("Commit", name, "invalid", `${name} is no ISO 8601 date`) : time;
};

const filterOf = (store: Store, c: CallContext): ((id: string) => boolean) => {
  const since = timeParam(c, "since", -Infinity);
  const until = timeParam(c, "until", Infinity);
  const path = (c.req.query("path") ?? "").replace(/^\/+|\/+$/g, "");
  const author = (c.req.query("author") ?? "").toLowerCase();
  return (id) => {
    const commit = store.git.commit(id);
    const time = Date.parse(commit.committer.date);
    if (time < since || time > until) return false;
    const { email } = commit.author;
    if (
      author !== "" &&
      email.toLowerCase() !== author &&
      userByEmail(store, email)?.login.toLowerCase() !== author
    )
      return false;
    return path === "" || touches(store.git, id, path);
  };
};

/** `branch`, or `owner:branch` of another repository that comes from the same source. */
const compared = (store: Store, c: CallContext, repository: StoredRepository, text: string): string => {
  const [, owner, ref] = /^([\w.-]+):(.+)$/.exec(text) ?? [];
  const other =
    owner === undefined
      ? repository
      : networkOf(store, repository).find(
          (one) => one.owner.toLowerCase() === owner.toLowerCase() && isVisible(store, one, c.env.caller),
        );
  const commit = other === undefined ? undefined : resolveRef(store, other, ref ?? text);
  if (commit === undefined) throw notFound();
  return commit;
};

const compare = (store: Store, c: CallContext, repository: StoredRepository, basehead: string): Response => {
  const dots = basehead.indexOf("...");
  if (dots <= 0) throw notFound();
  const names = { base: basehead.slice(0, dots), head: basehead.slice(dots + 3) };
  const base = compared(store, c, repository, names.base);
  const head = compared(store, c, repository, names.head);
  const { git } = store;
  const origin = mergeBase(git, base, head);
  if (origin === undefined)
    throw new ApiFailure(404, `No common ancestor between ${names.base} and ${names.head}.`);
  const [before, after] = [ancestors(git, [base]), ancestors(git, [head])];
  const ahead = inOrder(git, new Set([...after].filter((id) => !before.has(id)))).toReversed();
  const behind = [...before].filter((id) => !after.has(id)).length;
  const status = ahead.length > 0 ? (behind > 0 ? "diverged" : "ahead") : behind > 0 ? "behind" : "identical";
  const { links } = c.env;
  const { page, size } = pageOf(c);
  const inPages = c.req.query("page") !== undefined || c.req.query("per_page") !== undefined;
  const commits = inPages ? ahead.slice((page - 1) * size, page * size) : ahead.slice(-maxComparedCommits);
  const link = inPages ? linkTo(c, ahead.length) : "";
  const files = treeChanges(git, git.commit(origin).tree, git.commit(head).tree);
  const path = `compare/${encodeURIComponent(names.base)}...${encodeURIComponent(names.head)}`;
  const html = `${repositoryPage(repository, links)}/${path}`;
  const record = (id: string) => commitRecord(store, repository, id, links);
  return json(
    200,
    {
      url: `${repositoryUrl(repository, links)}/${path}`,
      html_url: html,
      permalink_url: `${repositoryPage(repository, links)}/compare/${base}...${head}`,
      diff_url: `${html}.diff`,
      patch_url: `${html}.patch`,
      base_commit: record(base),
      merge_base_commit: record(origin),
      status,
      ahead_by: ahead.length,
      behind_by: behind,
      total_commits: ahead.length,
      commits: commits.map(record),
      // Only the first page holds the files.
      ...((!inPages || page === 1) && {
        files: files.slice(0, filesPerPage).map((change) => changeRecord(store, repository, head, change, links)),
      }),
    },
    link === "" ? {} : { link },
  );
};

/** The history: lists, one commit, comparisons. */
export const commitRoutes = (app: App, store: Store): void => {
  app.get("/repos/:owner/:repo/commits", (c) => {
    const repository = repositoryOf(store, c);
    if (isEmpty(store, repository)) throw emptyConflict();
    const start = resolveRef(store, repository, c.req.query("sha") ?? "");
    if (start === undefined) throw notFound();
    const found = logOf(store.git, start).filter(filterOf(store, c));
    return pageAnswer(c, found, (id) => commitRecord(store, repository, id, c.env.links));
  });

  app.get("/repos/:owner/:repo/compare/:basehead{.+}", (c) => {
    const repository = repositoryOf(store, c);
    if (isEmpty(store, repository)) throw notFound();
    return compare(store, c, repository, c.req.param("basehead"));
  });

  // A ref may have slashes; the comments of a commit are a route before this one.
  app.get("/repos/:owner/:repo/commits/:ref{.+}", (c) => {
    const repository = repositoryOf(store, c);
    const id = commitOf(store, repository, c.req.param("ref"));
    const page = Math.max(1, pageOf(c).page);
    const files = { from: (page - 1) * filesPerPage, to: page * filesPerPage };
    return json(200, fullCommitRecord(store, repository, id, c.env.links, files));
  });
};
