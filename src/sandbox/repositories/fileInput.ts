import { fromBase64 } from "../git/bytes.ts";
import type { Signature } from "../git/objects.ts";
import { ApiFailure } from "../http.ts";
import { isObject } from "../shape.ts";
import type { StoredUser } from "../state.ts";
import { isoDate, type Store } from "../store.ts";
import { signatureOf } from "./commits.ts";
import { failField } from "./repositoryInput.ts";

type Fields = Readonly<Record<string, unknown>>;

/** Most bytes of a file. */
const fileLimit = 100 * 1024 * 1024;
/** Most bytes of a request that writes one: base64 needs a third more. */
export const fileBodyLimit = 150 * 1024 * 1024;

/** `"message" wasn't supplied.`: so the service complains of what a file change needs. */
export const notSupplied = (name: string): ApiFailure =>
  new ApiFailure(422, `Invalid request.\n\n"${name}" wasn't supplied.`);

const text = (fields: Fields, name: string): string | undefined => {
  const value = fields[name] ?? undefined;
  if (value === undefined || typeof value === "string") return value === "" ? undefined : value;
  throw new ApiFailure(
    422,
    `Invalid request.\n\nFor 'properties/${name}', ${JSON.stringify(value)} is not a string.`,
  );
};

/** In a query it is JSON in a text. */
const objectField = (fields: Fields, name: string): Fields | undefined => {
  let value = fields[name] ?? undefined;
  if (typeof value === "string") {
    try {
      value = JSON.parse(value);
    } catch {
      return failField("Commit", name, "invalid", `${name} is no JSON object`);
    }
  }
  if (value === undefined || isObject(value)) return value;
  return failField("Commit", name, "invalid", `${name} is no object`);
};

const signature = (fields: Fields, name: string, fallback: Signature): Signature => {
  const given = objectField(fields, name);
  if (given === undefined || Object.keys(given).length === 0) return fallback;
  const { name: called, email, date } = given;
  if (typeof called !== "string" || called.trim() === "")
    return failField("Commit", `${name}.name`, "missing_field", "name is missing");
  if (typeof email !== "string" || !/^[^\s<>]+$/.test(email))
    return failField("Commit", `${name}.email`, "missing_field", "email is missing");
  if (date === undefined || date === null) return { name: called, email, date: fallback.date };
  const time = typeof date === "string" ? Date.parse(date) : Number.NaN;
  if (Number.isNaN(time) || time < 0)
    return failField("Commit", `${name}.date`, "invalid", "date is no ISO 8601 date");
  return { name: called, email, date: isoDate(time) };
};

export interface FileChangeInput {
  readonly message: string;
  /** Blob id that the caller saw. */
  readonly sha: string | undefined;
  /** Undefined: the default branch. */
  readonly branch: string | undefined;
  readonly author: Signature;
  readonly committer: Signature;
}

export const readFileChange = (store: Store, fields: Fields, user: StoredUser): FileChangeInput => {
  const message = text(fields, "message");
  if (message === undefined) throw notSupplied("message");
  const own = signatureOf(user, store.date());
  const committer = signature(fields, "committer", own);
  return {
    message,
    sha: text(fields, "sha"),
    // The interface document's `createContent` names it `ref`.
    branch: (text(fields, "branch") ?? text(fields, "ref"))?.replace(/^(refs\/)?heads\//, ""),
    author: signature(fields, "author", committer === own ? own : committer),
    committer,
  };
};

/** The new content; empty is content too. */
export const readContent = (fields: Fields): Uint8Array => {
  const value = fields["content"];
  if (value === undefined || value === null) throw notSupplied("content");
  const bytes = typeof value === "string" ? fromBase64(value) : undefined;
  if (bytes === undefined) throw new ApiFailure(422, "content is not valid Base64");
  if (bytes.length > fileLimit) return failField("Blob", "content", "too_large", "A file has at most 100 MB.");
  return bytes;
};
