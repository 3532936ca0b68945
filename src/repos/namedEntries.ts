import { fieldsOf } from "../base/fieldsOf.ts";
import type { Content } from "../client/types/content.ts";

/** A folder without what can't be an entry: nothing can be shown of it, and the others can. */
export const withNamedEntries = (content: Content): Content => {
  if (!Array.isArray(content)) return content;
  return content.filter((entry) =>
    ["name", "path", "type"].every((field) => typeof fieldsOf(entry)[field] === "string"),
  );
};
