import { ApiFailure, type FieldError } from "../http.ts";
import type { Store } from "../store.ts";
import type { StoredRepository } from "./repositoryState.ts";
import { findRepository } from "./repositoryStore.ts";
import { gitignoreTemplates, licenseTemplates } from "./templates.ts";

type Fields = Readonly<Record<string, unknown>>;

const maxNameLength = 100;

/** Fails with 422 and one entry of `errors`. */
export const failField = (
  resource: string,
  field: string,
  code: FieldError["code"],
  message?: string,
  title = "Validation Failed",
): never => {
  throw new ApiFailure(422, title, {
    errors: [{ resource, code, field, ...(message !== undefined && { message }) }],
  });
};

const fail = (field: string, code: FieldError["code"], message?: string, title?: string): never =>
  failField("Repository", field, code, message, title);

/** What the service makes of a wished name: whatever it does not allow becomes a hyphen. */
export const repositoryName = (value: unknown, title?: string): string => {
  if (value === undefined || value === null || value === "")
    return fail("name", "missing_field", undefined, title);
  if (typeof value !== "string") return fail("name", "invalid", "name is no text", title);
  const name = value.trim().replace(/[^\w.-]+/g, "-");
  if (name.length > maxNameLength)
    return fail("name", "custom", `name is too long (maximum is ${maxNameLength} characters)`, title);
  if (name === "." || name === ".." || /\.(git|wiki)$/i.test(name))
    return fail("name", "custom", "name is reserved", title);
  return name;
};

const refuseTaken = (store: Store, owner: string, name: string, title?: string): void => {
  if (findRepository(store, owner, name) !== undefined)
    fail("name", "custom", "name already exists on this account", title);
};

/** Null and undefined: not given. */
const textField = (fields: Fields, key: string): string | undefined => {
  const value = fields[key] ?? undefined;
  if (value === undefined || typeof value === "string") return value;
  return fail(key, "invalid", `${key} is no text`);
};

/** The service takes the words as well as the values. */
const flagField = (fields: Fields, key: string): boolean | undefined => {
  const value = fields[key] ?? undefined;
  if (value === undefined || typeof value === "boolean") return value;
  if (value === "true" || value === "false") return value === "true";
  return fail(key, "invalid", `${key} is neither true nor false`);
};

const isPrivate = (fields: Fields): boolean | undefined => {
  const visibility = textField(fields, "visibility");
  if (visibility === undefined) return flagField(fields, "private");
  if (visibility !== "public" && visibility !== "private")
    return fail("visibility", "invalid", "visibility is public or private");
  return visibility === "private";
};

const description = (fields: Fields): string | null | undefined =>
  textField(fields, "description")?.replace(/\p{Cc}+/gu, " ") ??
  (fields["description"] === null ? null : undefined);

export interface RepositoryWish {
  readonly name: string;
  readonly description: string | null;
  readonly homepage: string | null;
  readonly private: boolean;
  readonly hasIssues: boolean;
  readonly hasWiki: boolean;
  readonly hasDownloads: boolean;
  /** Files of the first commit: names and contents. Null: no commit. */
  readonly files: Readonly<Record<string, string>> | null;
}

const byKey = (texts: Readonly<Record<string, string>>, key: string, field: string): string => {
  const found = Object.keys(texts).find((name) => name.toLowerCase() === key.toLowerCase());
  return found === undefined
    ? fail(field, "invalid", `${JSON.stringify(key)} is no template`)
    : (texts[found] ?? "");
};

const firstFiles = (fields: Fields, name: string, about: string | null, holder: string, year: string) => {
  const gitignore = textField(fields, "gitignore_template");
  const license = textField(fields, "license_template");
  const hasInit = flagField(fields, "auto_init") ?? false;
  // Interface 2.2: the template is ignored unless `auto_init` is given.
  if (!hasInit) return null;
  return {
    "README.md": `# ${name}\n${about === null || about === "" ? "" : `${about}\n`}`,
    ...(gitignore !== undefined &&
      gitignore !== "" && { ".gitignore": byKey(gitignoreTemplates, gitignore, "gitignore_template") }),
    ...(license !== undefined &&
      license !== "" && {
        LICENSE: byKey(licenseTemplates, license, "license_template")
          .replace("[year]", year)
          .replace("[holder]", holder),
      }),
  };
};

const createTitle = "Repository creation failed.";

export const readNewRepository = (store: Store, fields: Fields, owner: string, holder: string): RepositoryWish => {
  const name = repositoryName(fields["name"], createTitle);
  refuseTaken(store, owner, name, createTitle);
  const about = description(fields) ?? null;
  return {
    name,
    description: about,
    homepage: textField(fields, "homepage") ?? null,
    private: isPrivate(fields) ?? false,
    hasIssues: flagField(fields, "has_issues") ?? true,
    hasWiki: flagField(fields, "has_wiki") ?? true,
    hasDownloads: flagField(fields, "has_downloads") ?? true,
    files: firstFiles(fields, name, about, holder, store.date().slice(0, 4)),
  };
};

/** What an update changes. */
export type RepositoryEdit = Partial<
  Pick<
    StoredRepository,
    | "name"
    | "description"
    | "homepage"
    | "private"
    | "archived"
    | "hasIssues"
    | "hasWiki"
    | "hasDownloads"
    | "defaultBranch"
  >
>;

const newName = (store: Store, fields: Fields, repository: StoredRepository): string | undefined => {
  if (fields["name"] === undefined || fields["name"] === null) return undefined;
  const name = repositoryName(fields["name"]);
  if (name.toLowerCase() !== repository.name.toLowerCase()) refuseTaken(store, repository.owner, name);
  return name;
};

const newDefault = (fields: Fields, repository: StoredRepository): string | undefined => {
  const branch = textField(fields, "default_branch");
  if (branch === undefined || branch === repository.defaultBranch) return undefined;
  if (repository.branches.some(({ name }) => name === branch)) return branch;
  return fail(
    "default_branch",
    "invalid",
    repository.branches.length === 0
      ? "Cannot update default branch for an empty repository. Please init the repository and push first."
      : `The branch ${branch} was not found. Please push that ref first or create it via the Git Data API.`,
  );
};

export const readRepositoryEdit = (store: Store, fields: Fields, repository: StoredRepository): RepositoryEdit => {
  const edit = {
    name: newName(store, fields, repository),
    description: description(fields),
    homepage: textField(fields, "homepage"),
    private: isPrivate(fields),
    archived: flagField(fields, "archived"),
    hasIssues: flagField(fields, "has_issues"),
    hasWiki: flagField(fields, "has_wiki"),
    hasDownloads: flagField(fields, "has_downloads"),
    defaultBranch: newDefault(fields, repository),
  };
  return Object.fromEntries(Object.entries(edit).filter(([, value]) => value !== undefined));
};
