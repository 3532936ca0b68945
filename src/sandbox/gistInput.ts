import { type FieldError, invalid } from "./http.ts";
import { isObject } from "./shape.ts";
import type { StoredFile } from "./state.ts";

export interface NewGist {
  readonly description: string | null;
  readonly public: boolean;
  readonly files: readonly StoredFile[];
}

export interface GistEdit {
  /** Undefined: stays as it is. */
  readonly description: string | null | undefined;
  /** All files as they are afterwards. */
  readonly files: readonly StoredFile[];
}

type Fields = Readonly<Record<string, unknown>>;

const fail = (field: string, code: FieldError["code"], message?: string): never => {
  throw invalid({ resource: "Gist", code, field, ...(message !== undefined && { message }) });
};

const maxNameLength = 255;

const checkName = (name: string): string => {
  const bytes = new TextEncoder().encode(name).length;
  const bad = name === "" || name === "." || name === ".." || bytes > maxNameLength || /[/\p{Cc}]/u.test(name);
  return bad ? fail("files", "invalid", `${JSON.stringify(name)} is no file name`) : name;
};

const readContent = (content: unknown): string => {
  if (content === undefined || content === null || content === "")
    return fail("files", "missing_field", "content");
  return typeof content === "string" ? content : fail("files", "invalid", "content is no text");
};

const readDescription = (description: unknown): string | null => {
  if (description === undefined || description === null) return null;
  return typeof description === "string" ? description : fail("description", "invalid");
};

/** The service takes the words as well as the values. */
const readPublic = (value: unknown): boolean => {
  if (value === undefined || value === null || value === false || value === "false") return false;
  return value === true || value === "true" ? true : fail("public", "invalid");
};

const sortByName = (files: Iterable<StoredFile>): StoredFile[] =>
  [...files].toSorted((left, right) => (left.name < right.name ? -1 : 1));

const readFiles = (files: unknown): Fields => {
  if (files === undefined || files === null) return fail("files", "missing_field");
  return isObject(files) ? files : fail("files", "invalid");
};

export const readNewGist = (fields: Fields): NewGist => {
  const entries = Object.entries(readFiles(fields["files"]));
  if (entries.length === 0) return fail("files", "missing_field");
  const files = entries.map(([name, file]): StoredFile => {
    if (file === null) return fail("files", "missing_field", "content");
    if (!isObject(file)) return fail("files", "invalid");
    return { name: checkName(name), content: readContent(file["content"]) };
  });
  return {
    description: readDescription(fields["description"]),
    public: readPublic(fields["public"]),
    files: sortByName(files),
  };
};

/** One entry of an edit's `files`. Null: the file goes. */
const editedFile = (key: string, edit: unknown, old: StoredFile | undefined): StoredFile | null => {
  // As the service documents it: null, or an object with neither name nor content, deletes the file.
  if (edit === null || (isObject(edit) && edit["content"] === undefined && edit["filename"] === undefined)) {
    return old === undefined ? fail("files", "invalid", `there is no file ${JSON.stringify(key)}`) : null;
  }
  if (!isObject(edit)) return fail("files", "invalid");
  const filename = edit["filename"] ?? key;
  if (typeof filename !== "string") return fail("files", "invalid", "filename is no text");
  const content = edit["content"] === undefined && old !== undefined ? old.content : readContent(edit["content"]);
  return { name: filename === key && old !== undefined ? key : checkName(filename), content };
};

const editFiles = (old: readonly StoredFile[], edits: Fields): readonly StoredFile[] => {
  const before = new Map(old.map((file) => [file.name, file]));
  const after = new Map(old.filter(({ name }) => !Object.hasOwn(edits, name)).map((file) => [file.name, file]));
  for (const [key, edit] of Object.entries(edits)) {
    const file = editedFile(key, edit, before.get(key));
    if (file === null) continue;
    if (after.has(file.name))
      return fail("files", "already_exists", `${JSON.stringify(file.name)} is there already`);
    after.set(file.name, file);
  }
  return after.size === 0
    ? fail("files", "missing_field", "a gist has at least one file")
    : sortByName(after.values());
};

export const readGistEdit = (old: readonly StoredFile[], fields: Fields): GistEdit => {
  const { description, files } = fields;
  return {
    description: description === undefined ? undefined : readDescription(description),
    files: files === undefined || files === null ? old : editFiles(old, readFiles(files)),
  };
};
