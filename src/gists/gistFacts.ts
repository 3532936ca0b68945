import type { Gist, GistFile } from "../client/types/gist.ts";

/** Files in the service's order; a file that was just deleted is null in the answer. */
export const filesOf = (gist: Pick<Gist, "files">): readonly GistFile[] =>
  Object.values(gist.files).filter((file) => file !== null);

export const fileOf = (gist: Gist, name: string): GistFile | undefined =>
  Object.hasOwn(gist.files, name) ? (gist.files[name] ?? undefined) : undefined;

/** `owner` in today's records, `user` in those of 2015. */
export const ownerOf = (gist: Gist): string | undefined => {
  const login: unknown = gist.owner?.login ?? gist.user?.login;
  return typeof login === "string" ? login : undefined;
};

/** Of characters that show nothing, such as those of no width. */
export const blank = /^[\p{White_Space}\p{Default_Ignorable_Code_Point}\p{Cc}\p{Cf}\u2800]*$/u;

/** The first line of the description that shows something, or the first file's name. */
export const titleOf = (gist: Pick<Gist, "id" | "files"> & Partial<Pick<Gist, "description">>): string =>
  gist.description
    ?.split(/\r?\n/)
    .find((line) => !blank.test(line))
    ?.trim() ??
  filesOf(gist)[0]?.filename ??
  gist.id;

/**
 * Whether a gist was changed, or commented on, between two times that it was read. Times have whole seconds: a version
 * or a description may differ within the same one.
 */
export const hasChanged = (
  before: Pick<Gist, "comments" | "updated_at" | "history"> & Partial<Pick<Gist, "description">>,
  now: Gist,
): boolean =>
  now.comments !== before.comments ||
  now.updated_at !== before.updated_at ||
  (before.description !== undefined && now.description !== before.description) ||
  now.history?.[0]?.version !== before.history?.[0]?.version;

/** What the service has of a gist: secrets in it are not news to it. */
export const textsOf = (gist: Gist | undefined): readonly string[] => [
  gist?.description ?? "",
  ...Object.values(gist?.files ?? {}).map((file) => file?.content ?? ""),
];
