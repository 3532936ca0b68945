import { fieldsOf } from "../base/fieldsOf.ts";
import { wrongSize } from "../client/errors.ts";
import type { Content, ContentFile } from "../client/types/content.ts";
import { problemOfType } from "./problem.ts";

/** What an editor shows of a file. Of a link that is where it leads. */
export interface FileContent {
  readonly bytes: Uint8Array;
  readonly sha: string;
  readonly isLink: boolean;
}

/** Throws RepoProblem of `isOtherThanFile` for what is no plain file. */
export const requireFile = (content: Content, path: string): ContentFile => {
  const file = Array.isArray(content) ? undefined : (content as ContentFile);
  if (file?.type !== "file") throw problemOfType(file?.type ?? "dir", path);
  return file;
};

/** A folder without what can't be an entry: nothing can be shown of it, and the others can. */
export const withNamedEntries = (content: Content): Content => {
  if (!Array.isArray(content)) return content;
  return content.filter((entry) =>
    ["name", "path", "type"].every((field) => typeof fieldsOf(entry)[field] === "string"),
  );
};

/** The bytes of a file. Throws HttpError `unreadable` where the service says that it has another number of them. */
export const requireSize = ({ type, size }: ContentFile, bytes: Uint8Array): Uint8Array => {
  if (type === "file" && typeof size === "number" && size !== bytes.length) throw wrongSize(bytes.length, size);
  return bytes;
};
