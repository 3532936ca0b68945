import { fieldsOf } from "../../base/fieldsOf.ts";
import { unexpectedAnswer } from "../../client/errors.ts";
import type { Gist, GistFile } from "../../client/types/gist.ts";
import type { Revision } from "./revision.ts";

const textOf = (value: unknown): string | undefined =>
  typeof value === "string" && value !== "" ? value : undefined;

const countOf = (value: unknown): number | undefined =>
  typeof value === "number" && Number.isSafeInteger(value) && value >= 0 ? value : undefined;

/** What can be a part of an address: nothing that leads elsewhere. */
const isRevisionId = (text: string): boolean => /^[0-9a-z][\w-]{0,99}$/i.test(text);

/** Undefined for what is not a revision, or cannot be asked for. */
export const toRevision = (value: unknown): Revision | undefined => {
  const { version, committed_at: committedAt, user, change_status: changes } = fieldsOf(value);
  const sha = textOf(version);
  if (sha === undefined || !isRevisionId(sha)) return undefined;
  const { additions, deletions } = fieldsOf(changes);
  return {
    sha,
    committedAt: textOf(committedAt) ?? "",
    login: textOf(fieldsOf(user)["login"]),
    additions: countOf(additions),
    deletions: countOf(deletions),
  };
};

const isFile = (value: unknown): value is GistFile => textOf(fieldsOf(value)["filename"]) !== undefined;

/** A gist as it was, from an answer of unknown shape. Throws HttpError `unreadable`. */
export const toGist = (answer: unknown): Gist => {
  const { id, files } = fieldsOf(answer);
  if (textOf(id) === undefined || typeof files !== "object" || files === null) throw unexpectedAnswer("{…}");
  const named = Object.values(files).filter(isFile);
  return {
    ...(answer as Gist),
    files: Object.fromEntries(named.map((file) => [file.filename, file])),
  };
};
