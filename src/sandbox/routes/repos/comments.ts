import type { App, CallContext } from "../../call.ts";
import { recordEvent } from "../../eventStore.ts";
import { commitChanges, lineChanges, positionOf } from "../../git/diff.ts";
import { entryAt } from "../../git/trees.ts";
import { ApiFailure, json, noContent, notFound, readFields } from "../../http.ts";
import { pageAnswer } from "../../paging.ts";
import { commitCommentRecord } from "../../records/commitCommentRecord.ts";
import { permissionOf, repositoryOf, signedIn, type Writer } from "../../repositories/access.ts";
import { commitOf } from "../../repositories/refs.ts";
import { failField } from "../../repositories/repositoryInput.ts";
import type { StoredCommitComment, StoredRepository } from "../../repositories/repositoryState.ts";
import type { Store } from "../../store.ts";

type Fields = Readonly<Record<string, unknown>>;

const resource = "CommitComment";

const bodyOf = (fields: Fields): string => {
  const body = fields["body"];
  if (typeof body === "string" && body.trim() !== "") return body;
  return failField(resource, "body", body === undefined || body === "" ? "missing_field" : "invalid");
};

const numberOf = (fields: Fields, name: string): number | null => {
  const value = fields[name] ?? null;
  if (value === null || value === "") return null;
  const number = Number(value);
  return Number.isSafeInteger(number) && number >= 0
    ? number
    : failField(resource, name, "invalid", `${name} is no whole number`);
};

interface Anchor {
  readonly path: string | null;
  readonly position: number | null;
  readonly line: number | null;
}

const anchorOf = (store: Store, commit: string, fields: Fields): Anchor => {
  const path = fields["path"] ?? null;
  const line = numberOf(fields, "line");
  const position = numberOf(fields, "position");
  if (path === null || path === "") return { path: null, position: null, line: null };
  if (typeof path !== "string") return failField(resource, "path", "invalid", "path is no text");
  const change = commitChanges(store.git, commit).find((one) => one.path === path);
  if (change === undefined && entryAt(store.git, store.git.commit(commit).tree, path) === undefined)
    return failField(resource, "path", "invalid", "path is not a file of the commit");
  const patch = change === undefined ? undefined : lineChanges(store.git, change).patch;
  if (position !== null && position > (patch?.split("\n").length ?? 1) - 1)
    return failField(resource, "position", "invalid", "position is not in the diff");
  const computed = line === null || patch === undefined ? null : positionOf(patch, line);
  return { path, position: position ?? computed, line };
};

const commentOf = (c: CallContext, repository: StoredRepository): StoredCommitComment => {
  const comment = repository.comments.find(({ id }) => String(id) === c.req.param("id"));
  if (comment === undefined) throw notFound();
  return comment;
};

/** Its author may change a comment, and users with push access may delete it. */
const ownComment = (
  store: Store,
  c: CallContext,
  alsoPushers: boolean,
): Writer & { comment: StoredCommitComment } => {
  const who = signedIn(store, c);
  const comment = commentOf(c, who.repository);
  const permission = permissionOf(store, who.repository, who.user.login);
  const mayPush = permission === "write" || permission === "admin";
  if (comment.login !== who.user.login && !(alsoPushers && mayPush))
    throw new ApiFailure(403, "Must be the author of the comment or have push access.");
  return { ...who, comment };
};

/** Comments on commits and on their lines. */
export const commitCommentRoutes = (app: App, store: Store): void => {
  const list = (c: CallContext, repository: StoredRepository, found: readonly StoredCommitComment[]): Response =>
    pageAnswer(c, found, (comment) => commitCommentRecord(store, repository, comment, c.env.links));

  app.get("/repos/:owner/:repo/comments", (c) => {
    const repository = repositoryOf(store, c);
    return list(c, repository, repository.comments);
  });

  app.get("/repos/:owner/:repo/comments/:id", (c) => {
    const repository = repositoryOf(store, c);
    return json(200, commitCommentRecord(store, repository, commentOf(c, repository), c.env.links));
  });

  app.patch("/repos/:owner/:repo/comments/:id", async (c) => {
    const { repository, comment } = ownComment(store, c, false);
    comment.body = bodyOf(await readFields(c.req.raw));
    comment.updatedAt = store.date();
    store.changed();
    return json(200, commitCommentRecord(store, repository, comment, c.env.links));
  });

  app.delete("/repos/:owner/:repo/comments/:id", (c) => {
    const { repository, comment } = ownComment(store, c, true);
    repository.comments = repository.comments.filter((other) => other !== comment);
    store.changed();
    return noContent();
  });

  app.get("/repos/:owner/:repo/commits/:sha{.+}/comments", (c) => {
    const repository = repositoryOf(store, c);
    const commit = commitOf(store, repository, c.req.param("sha"));
    return list(
      c,
      repository,
      repository.comments.filter((comment) => comment.commit === commit),
    );
  });

  app.post("/repos/:owner/:repo/commits/:sha{.+}/comments", async (c) => {
    const { repository, user } = signedIn(store, c);
    const commit = commitOf(store, repository, c.req.param("sha"));
    const fields = await readFields(c.req.raw);
    const body = bodyOf(fields);
    const date = store.date();
    const anchor = anchorOf(store, commit, fields);
    const comment: StoredCommitComment = {
      id: store.number(),
      login: user.login,
      body,
      commit,
      ...anchor,
      createdAt: date,
      updatedAt: date,
    };
    repository.comments.push(comment);
    recordEvent(store, "CommitCommentEvent", user.login, repository, {
      action: "created",
      comment: { id: comment.id, commit_id: commit, body, ...anchor },
    });
    store.changed();
    const record = commitCommentRecord(store, repository, comment, c.env.links);
    return json(201, record, { location: record.url });
  });
};
