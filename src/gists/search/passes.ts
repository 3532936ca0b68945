import type { Place } from "./entries.ts";
import type { Query } from "./query.ts";

const endingOf = (name: string): string => /\.([^.]+)$/.exec(name)?.[1]?.toLowerCase() ?? "";

/** Whether the query has conditions other than words, phrases and tags. */
export const hasConditions = ({ is, users, languages }: Query): boolean =>
  is.length + users.length + languages.length > 0;

/** Whether an entry fulfills the conditions of the query other than words, phrases and tags. */
export const passes = (query: Query, { gist, file, comment }: Place): boolean =>
  query.is.every((kind) => {
    switch (kind) {
      case "secret":
        return !gist.isPublic;
      case "public":
        return gist.isPublic;
      case "starred":
        return gist.isStarred;
      case "own":
        return gist.isOwn;
    }
  }) &&
  query.users.every((user) => (comment?.author ?? gist.owner).toLowerCase() === user) &&
  query.languages.every(
    (language) =>
      file !== undefined && (file.language.toLowerCase() === language || endingOf(file.name) === language),
  );
