import { requireUser } from "../auth.ts";
import type { App } from "../call.ts";
import { addComment, deleteComment, editComment } from "../gistStore.ts";
import { ApiFailure, type FieldError, invalid, json, noContent, notFound, readFields } from "../http.ts";
import { pageAnswer } from "../paging.ts";
import { commentRecord } from "../records/commentRecord.ts";
import type { StoredComment, StoredGist, StoredUser } from "../state.ts";
import type { Store } from "../store.ts";
import { gistOf } from "./gistAccess.ts";

/** Most characters of a comment. */
const bodyLimit = 65_536;

const commentOf = (gist: StoredGist, id: string): StoredComment => {
  const comment = gist.comments.find((candidate) => String(candidate.id) === id);
  if (comment === undefined) throw notFound();
  return comment;
};

const ownCommentOf = (gist: StoredGist, id: string, user: StoredUser): StoredComment => {
  const comment = commentOf(gist, id);
  if (comment.login !== user.login) throw new ApiFailure(403, "Must be the author of this comment.");
  return comment;
};

const readBody = async (request: Request): Promise<string> => {
  const { body } = await readFields(request);
  const refuse = (code: FieldError["code"], message?: string): never => {
    throw invalid({ resource: "GistComment", field: "body", code, ...(message !== undefined && { message }) });
  };
  if (body === undefined || body === null) return refuse("missing_field");
  if (typeof body !== "string") return refuse("invalid");
  if (body.trim() === "") return refuse("missing_field");
  return body.length > bodyLimit
    ? refuse("custom", `body is too long (maximum is ${bodyLimit} characters)`)
    : body;
};

export const gistCommentRoutes = (app: App, store: Store): void => {
  const list = "/gists/:id/comments";
  const one = "/gists/:id/comments/:comment";

  app.get(list, (c) => {
    const gist = gistOf(store, c.req.param("id"));
    return pageAnswer(c, gist.comments, (comment) => commentRecord(store, gist, comment, c.env.links));
  });

  app.post(list, async (c) => {
    const author = requireUser(c.env.caller);
    const body = await readBody(c.req.raw);
    const gist = gistOf(store, c.req.param("id"));
    const record = commentRecord(store, gist, addComment(store, gist, author, body), c.env.links);
    return json(201, record, { location: record.url });
  });

  app.get(one, (c) => {
    const gist = gistOf(store, c.req.param("id"));
    const comment = commentOf(gist, c.req.param("comment"));
    return json(200, commentRecord(store, gist, comment, c.env.links), {
      "last-modified": new Date(comment.updatedAt).toUTCString(),
    });
  });

  app.patch(one, async (c) => {
    const author = requireUser(c.env.caller);
    // Before the body, so that a 422 does not reveal comments of others; again after it, as time has passed.
    ownCommentOf(gistOf(store, c.req.param("id")), c.req.param("comment"), author);
    const body = await readBody(c.req.raw);
    const gist = gistOf(store, c.req.param("id"));
    const comment = ownCommentOf(gist, c.req.param("comment"), author);
    editComment(store, comment, body);
    return json(200, commentRecord(store, gist, comment, c.env.links));
  });

  app.delete(one, (c) => {
    const author = requireUser(c.env.caller);
    const gist = gistOf(store, c.req.param("id"));
    deleteComment(store, gist, ownCommentOf(gist, c.req.param("comment"), author));
    return noContent();
  });
};
