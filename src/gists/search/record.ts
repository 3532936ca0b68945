import type { Gist, GistComment, GistFile } from "../../client/types/gist.ts";
import { filesOf, ownerOf } from "../gistFacts.ts";
import type { IndexedComment, IndexedFile, IndexedGist } from "./types.ts";

/** What is indexed of a file or a comment at most; what comes after it is not found. Characters. */
export const maxIndexedLength = 200_000;

const textFile = (file: GistFile, text: string | undefined): IndexedFile => ({
  name: file.filename,
  language: file.language ?? "",
  ...(text === undefined ? {} : { text: text.slice(0, maxIndexedLength) }),
  ...(text !== undefined && (text.length > maxIndexedLength || file.truncated === true) ? { isCut: true } : {}),
});

const facts = (gist: Gist): Omit<IndexedGist, "isOwn" | "isStarred" | "files" | "comments"> => ({
  id: gist.id,
  description: gist.description ?? "",
  isPublic: gist.public,
  owner: ownerOf(gist) ?? "",
  updated: gist.updated_at,
  url: gist.html_url,
  commentCount: gist.comments ?? 0,
});

type Flags = Pick<IndexedGist, "isOwn" | "isStarred">;

/** A gist as it is listed. Texts that were read before stay, until the gist is read again. */
export const listed = (gist: Gist, flags: Flags, former?: IndexedGist): IndexedGist => {
  const known = new Map(former?.files.map((file) => [file.name, file]));
  return {
    ...facts(gist),
    ...flags,
    files: filesOf(gist).map((file) => {
      const { text, isCut } = known.get(file.filename) ?? {};
      return { ...textFile(file, text), ...(isCut ? { isCut } : {}) };
    }),
    comments: former?.comments ?? [],
    ...(former?.readOf === undefined ? {} : { readOf: former.readOf }),
    ...(former?.commentsOf === undefined ? {} : { commentsOf: former.commentsOf }),
  };
};

/** The text of a file as the service sends it along; undefined for what is no text or has to be fetched apart. */
const sentText = ({ content, encoding }: GistFile): string | undefined =>
  encoding === "base64" || content?.includes("\0") ? undefined : content;

/** True when the beginning that is indexed was not sent along. */
export const isMissingText = (file: GistFile): boolean =>
  file.truncated === true && file.encoding !== "base64" && (file.content ?? "").length < maxIndexedLength;

/** As one gist was read. `apart` has the texts that were fetched on their own, by name. */
export const read = (
  gist: Gist,
  flags: Flags,
  former?: IndexedGist,
  apart: ReadonlyMap<string, string> = new Map(),
): IndexedGist => ({
  ...listed(gist, flags, former),
  files: filesOf(gist).map((file) => textFile(file, apart.get(file.filename) ?? sentText(file))),
  readOf: gist.updated_at,
});

/** One that is on two pages, as others were deleted while they were read, is there once. */
export const withComments = (gist: IndexedGist, comments: readonly GistComment[]): IndexedGist => ({
  ...gist,
  comments: [...new Map(comments.map((comment) => [comment.id, comment])).values()].map(({ id, user, body }) => ({
    id,
    author: user?.login ?? "",
    text: body.slice(0, maxIndexedLength),
  })),
  commentsOf: gist.commentCount,
});

/** True when nothing of it has to be read. */
export const isIndexed = ({ updated, readOf, commentCount, commentsOf }: IndexedGist): boolean =>
  readOf === updated && commentCount === (commentsOf ?? 0);

const isText = (value: unknown): value is string => typeof value === "string";
const isFile = (value: unknown): value is IndexedFile => {
  const { name, language, text } = (value ?? {}) as Partial<Record<keyof IndexedFile, unknown>>;
  return isText(name) && isText(language) && (text === undefined || isText(text));
};
const isComment = (value: unknown): value is IndexedComment => {
  const { id, author, text } = (value ?? {}) as Partial<Record<keyof IndexedComment, unknown>>;
  return typeof id === "number" && isText(author) && isText(text);
};

/** True for a whole record of a file. Where it requires a new field, the files that older versions wrote are not used. */
export const isIndexedGist = (value: unknown): value is IndexedGist => {
  const gist = (value ?? {}) as Partial<Record<keyof IndexedGist, unknown>>;
  return (
    [gist.id, gist.description, gist.owner, gist.updated, gist.url].every(isText) &&
    [gist.isPublic, gist.isOwn, gist.isStarred].every((flag) => typeof flag === "boolean") &&
    typeof gist.commentCount === "number" &&
    Array.isArray(gist.files) &&
    gist.files.every(isFile) &&
    Array.isArray(gist.comments) &&
    gist.comments.every(isComment)
  );
};
