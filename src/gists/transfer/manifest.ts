import { clashKey, isSafePath } from "../../base/safeName.ts";

export const manifestName = "manifest.json";
/** The record of a gist's comments, in its folder; it may have a number when the gist has a file of this name. */
export const commentsName = "comments.json";

export interface ManifestFile {
  /** As the service has it. */
  readonly name: string;
  /** Relative to the manifest, with `/`. */
  readonly path: string;
  /** Bytes. */
  readonly size: number;
  /** Hexadecimal. */
  readonly sha256: string;
  readonly language: string | null;
}

export interface ManifestGist {
  readonly id: string;
  readonly description: string | null;
  readonly public: boolean;
  readonly created: string;
  readonly updated: string;
  readonly url: string;
  readonly directory: string;
  readonly comments: number;
  /** In the service's order. */
  readonly files: readonly ManifestFile[];
  /** The comments, for the record: absent when there are none. */
  readonly commentsFile?: ManifestFile;
}

export interface Manifest {
  readonly version: 1;
  readonly server: string;
  readonly login: string;
  readonly exported: string;
  readonly gists: readonly ManifestGist[];
}

/** Why an entry, or the whole of a manifest, is not used. */
export interface ManifestProblem {
  /** Which entry: a gist's number, from 1, and its id or path when it has one. */
  readonly where: string;
  readonly kind: "json" | "version" | "tooLarge" | "shape" | "path" | "twice";
}

export interface DecodedManifest {
  /** Undefined when it is no manifest at all. */
  readonly manifest: Manifest | undefined;
  readonly problems: readonly ManifestProblem[];
}

/** Bytes. A gist's entry has a few hundred. */
const maxManifestBytes = 50_000_000;

type Fields = Readonly<Record<string, unknown>>;

const isObject = (value: unknown): value is Fields =>
  typeof value === "object" && value !== null && !Array.isArray(value);
const isText = (value: unknown, most = 10_000): value is string =>
  typeof value === "string" && value.length <= most;
const isCount = (value: unknown): value is number => Number.isSafeInteger(value) && (value as number) >= 0;

const decodeFile = (value: unknown, directory: string): ManifestFile | "shape" | "path" => {
  if (!isObject(value)) return "shape";
  const { name, path, size, sha256, language } = value;
  const isWhole =
    isText(name, 1000) &&
    name !== "" &&
    isText(path) &&
    isCount(size) &&
    isText(sha256) &&
    /^[0-9a-f]{64}$/.test(sha256) &&
    (language === null || isText(language));
  if (!isWhole) return "shape";
  const isInside = path.startsWith(`${directory}/`) && isSafePath(path) && path.split("/").length === 2;
  return isInside ? { name, path, size, sha256, language } : "path";
};

const decodeGist = (value: unknown): ManifestGist | "shape" | "path" | "twice" => {
  if (!isObject(value)) return "shape";
  const { id, description, created, updated, url, directory, comments, files } = value;
  const isWhole =
    isText(id, 200) &&
    /^[\w-]+$/.test(id) &&
    (description === null || isText(description, 1_000_000)) &&
    typeof value["public"] === "boolean" &&
    isText(created) &&
    isText(updated) &&
    isText(url) &&
    isText(directory) &&
    isCount(comments) &&
    Array.isArray(files) &&
    files.length > 0 &&
    files.length <= 10_000;
  if (!isWhole) return "shape";
  if (!isSafePath(directory) || directory.includes("/")) return "path";
  const decoded: ManifestFile[] = [];
  for (const each of files as readonly unknown[]) {
    const file = decodeFile(each, directory);
    if (typeof file === "string") return file;
    decoded.push(file);
  }
  const commentsFile =
    value["commentsFile"] === undefined ? undefined : decodeFile(value["commentsFile"], directory);
  if (typeof commentsFile === "string") return commentsFile;
  const paths = [...decoded, ...(commentsFile ? [commentsFile] : [])].map(({ path }) => clashKey(path));
  const isTwice =
    new Set(decoded.map(({ name }) => name)).size < decoded.length || new Set(paths).size < paths.length;
  if (isTwice) return "twice";
  return {
    id,
    description,
    public: value["public"] as boolean,
    created,
    updated,
    url,
    directory,
    comments,
    files: decoded,
    ...(commentsFile ? { commentsFile } : {}),
  };
};

const nothing = (where: string, kind: ManifestProblem["kind"]): DecodedManifest => ({
  manifest: undefined,
  problems: [{ where, kind }],
});

/** Reads untrusted data: what is wrong is left out and reported. */
export const decodeManifest = (bytes: Uint8Array): DecodedManifest => {
  if (bytes.length > maxManifestBytes) return nothing(manifestName, "tooLarge");
  let data: unknown;
  try {
    data = JSON.parse(new TextDecoder("utf-8", { fatal: true }).decode(bytes));
  } catch {
    return nothing(manifestName, "json");
  }
  if (!isObject(data)) return nothing(manifestName, "shape");
  const { version, server, login, exported, gists } = data;
  if (version !== 1) return nothing(manifestName, "version");
  if (!isText(server) || !isText(login) || !isText(exported) || !Array.isArray(gists))
    return nothing(manifestName, "shape");
  const problems: ManifestProblem[] = [];
  const found = new Map<string, ManifestGist>();
  const directories = new Set<string>();
  for (const [index, value] of (gists as readonly unknown[]).entries()) {
    const gist = decodeGist(value);
    const id = isObject(value) && isText(value["id"], 200) ? ` ${JSON.stringify(value["id"])}` : "";
    const where = `${index + 1}${id}`;
    if (typeof gist === "string") problems.push({ where, kind: gist });
    else if (found.has(gist.id) || directories.has(clashKey(gist.directory)))
      problems.push({ where, kind: "twice" });
    else {
      found.set(gist.id, gist);
      directories.add(clashKey(gist.directory));
    }
  }
  return { manifest: { version: 1, server, login, exported, gists: [...found.values()] }, problems };
};

export const encodeManifest = (manifest: Manifest): Uint8Array =>
  new TextEncoder().encode(`${JSON.stringify(manifest, null, 2)}\n`);

/** The description's first line, or the first file's name. One line. */
export const titleOfEntry = ({ description, files, id }: ManifestGist): string => {
  const line = (description?.trim().split(/\r?\n/)[0] ?? "").replace(/\s+/g, " ").slice(0, 200);
  return line === "" ? (files[0]?.name ?? id) : line;
};
