import type { App, CallContext } from "../../call.ts";
import { isTree, type TreeEntry } from "../../git/objects.ts";
import { entryAt, type Leaf, pathProblem, withLeaf } from "../../git/trees.ts";
import { ApiFailure, json, notFound, readFields } from "../../http.ts";
import { commitRecord } from "../../records/commitRecord.ts";
import { entryRecord } from "../../records/contentRecord.ts";
import { writer, type Writer } from "../../repositories/access.ts";
import { push } from "../../repositories/commits.ts";
import {
  fileBodyLimit,
  type FileChangeInput,
  notSupplied,
  readContent,
  readFileChange,
} from "../../repositories/fileInput.ts";
import { findBranch, isEmpty } from "../../repositories/refs.ts";
import type { StoredRepository } from "../../repositories/repositoryState.ts";
import { isReady } from "../../repositories/repositoryStore.ts";
import type { Store } from "../../store.ts";

interface Target {
  readonly repository: StoredRepository;
  readonly branch: string;
  /** Null in an empty repository. */
  readonly head: string | null;
  readonly path: string;
  readonly entry: TreeEntry | undefined;
}

const pathOf = (c: CallContext): string => {
  const path = c.req.param("path") ?? "";
  const problem = pathProblem(path);
  if (problem !== undefined) throw new ApiFailure(422, problem);
  return path;
};

/** What is at the path on the branch. `verb` is for the refusal of a protected branch. */
const targetOf = (
  store: Store,
  { repository }: Writer,
  path: string,
  input: FileChangeInput,
  verb: string,
): Target => {
  if (!isReady(store, repository)) throw notFound();
  const name = input.branch ?? repository.defaultBranch;
  const branch = findBranch(store, repository, name);
  if (branch === undefined) {
    if (!isEmpty(store, repository)) throw new ApiFailure(404, `Branch ${name} not found`);
    return { repository, branch: name, head: null, path, entry: undefined };
  }
  if (branch.isProtected) {
    throw new ApiFailure(409, `Could not ${verb} file: Changes must be made through a pull request.`);
  }
  const { tree } = store.git.commit(branch.commit);
  return { repository, branch: name, head: branch.commit, path, entry: entryAt(store.git, tree, path) };
};

/** 422 for a place where no file can be: a folder, or below a file. */
const checkPlace = (store: Store, { head, path, entry }: Target): void => {
  if (entry !== undefined && isTree(entry)) throw new ApiFailure(422, `${path} is a directory`);
  if (head === null) return;
  const parts = path.split("/");
  for (let length = 1; length < parts.length; length += 1) {
    const folder = parts.slice(0, length).join("/");
    const found = entryAt(store.git, store.git.commit(head).tree, folder);
    if (found === undefined) return;
    if (!isTree(found)) throw new ApiFailure(422, `${folder} is a file, so nothing can be below it`);
  }
};

const write = (
  store: Store,
  { user }: Writer,
  target: Target,
  input: FileChangeInput,
  leaf: Leaf | null,
): string => {
  const { repository, branch, head, path } = target;
  const { git } = store;
  const commit = git.writeCommit({
    tree: withLeaf(git, head === null ? null : git.commit(head).tree, path, leaf),
    parents: head === null ? [] : [head],
    author: input.author,
    committer: input.committer,
    message: input.message,
  });
  push(store, repository, user.login, branch, commit);
  return commit;
};

const changeAnswer = (store: Store, c: CallContext, status: number, target: Target, commit: string): Response => {
  const { links } = c.env;
  const { repository, branch, path } = target;
  const entry = entryAt(store.git, store.git.commit(commit).tree, path);
  const { commit: details, sha, node_id, url, html_url, parents } = commitRecord(store, repository, commit, links);
  const { author, committer, message, tree, verification } = details;
  return json(status, {
    content: entry === undefined ? null : entryRecord(store, entry, { repository, ref: branch, path, links }),
    commit: { sha, node_id, url, html_url, author, committer, message, tree, parents, verification },
  });
};

export const fileChangeRoutes = (app: App, store: Store): void => {
  app.put("/repos/:owner/:repo/contents/:path{.+}", async (c) => {
    const who = writer(store, c);
    const path = pathOf(c);
    const fields = await readFields(c.req.raw, fileBodyLimit);
    const input = readFileChange(store, fields, who.user);
    const content = readContent(fields);
    const target = targetOf(store, who, path, input, input.sha === undefined ? "create" : "update");
    checkPlace(store, target);
    const { entry } = target;
    if (entry !== undefined && input.sha === undefined) throw notSupplied("sha");
    if (input.sha !== undefined && entry?.[1] !== input.sha)
      throw new ApiFailure(409, `${path} does not match ${input.sha}`);
    const mode = entry?.[0] === "100755" ? "100755" : "100644";
    const commit = write(store, who, target, input, { mode, id: store.git.writeBlob(content) });
    return changeAnswer(store, c, entry === undefined ? 201 : 200, target, commit);
  });

  app.delete("/repos/:owner/:repo/contents/:path{.+}", async (c) => {
    const who = writer(store, c);
    const path = pathOf(c);
    // The interface document sends the parameters in the query, today's service reads them from the body.
    const fields = { ...c.req.query(), ...(await readFields(c.req.raw)) };
    const input = readFileChange(store, fields, who.user);
    const target = targetOf(store, who, path, input, "delete");
    if (target.entry === undefined) throw notFound();
    if (isTree(target.entry)) throw new ApiFailure(422, `${path} is a directory`);
    if (input.sha === undefined) throw notSupplied("sha");
    if (target.entry[1] !== input.sha) throw new ApiFailure(409, `${path} does not match ${input.sha}`);
    const commit = write(store, who, target, input, null);
    return changeAnswer(store, c, 200, target, commit);
  });
};
