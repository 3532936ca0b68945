import type { Links } from "../call.ts";
import { textOf, toBase64 } from "../git/bytes.ts";
import { isTree, type TreeEntry } from "../git/objects.ts";
import type { StoredRepository } from "../repositories/repositoryState.ts";
import type { Store } from "../store.ts";
import { blobPage, contentsUrl, rawUrl } from "./commitRecord.ts";
import { repositoryPage, repositoryUrl } from "./repositoryRecord.ts";

/** Where an entry is, and for whom it is written down. */
export interface ContentPlace {
  readonly repository: StoredRepository;
  /** As the caller named it. */
  readonly ref: string;
  readonly path: string;
  readonly links: Links;
}

/** Files above this many bytes come without content, unless it is asked for raw. */
const inlineLimit = 1_048_576;

const typeOf = ([mode]: TreeEntry): "dir" | "submodule" | "symlink" | "file" => {
  if (mode === "40000") return "dir";
  if (mode === "160000") return "submodule";
  return mode === "120000" ? "symlink" : "file";
};

/** An entry without its content. */
export const entryRecord = (store: Store, entry: TreeEntry, { repository, ref, path, links }: ContentPlace) => {
  const [, sha, name] = entry;
  const type = typeOf(entry);
  const hasBlob = type === "file" || type === "symlink";
  const url = contentsUrl(repository, ref, path, links);
  const git = `${repositoryUrl(repository, links)}/git/${hasBlob ? "blobs" : "trees"}/${sha}`;
  const page = hasBlob
    ? blobPage(repository, ref, path, links)
    : blobPage(repository, ref, path, links).replace("/blob/", "/tree/");
  return {
    name,
    path,
    sha,
    size: hasBlob ? store.git.blobSize(sha) : 0,
    url,
    html_url: page,
    git_url: git,
    download_url: hasBlob ? rawUrl(repository, ref, path, links) : null,
    type,
    _links: { self: url, git, html: page },
  };
};

/** As the service writes base64: lines of 60 characters. */
const inLines = (text: string): string => text.replace(/.{1,60}/g, "$&\n");

/** A single file, link or submodule. */
export const fileRecord = (store: Store, entry: TreeEntry, place: ContentPlace) => {
  const record = entryRecord(store, entry, place);
  const { git } = store;
  switch (record.type) {
    case "symlink":
      return { ...record, target: textOf(git.blob(record.sha)) };
    case "submodule":
      return { ...record, submodule_git_url: submoduleUrl(store, place) };
    case "dir":
      return record;
    case "file": {
      const isSmall = record.size <= inlineLimit;
      const content = isSmall ? inLines(toBase64(git.blob(record.sha))) : "";
      return { ...record, content, encoding: isSmall ? "base64" : "none" };
    }
  }
};

/** What `.gitmodules` says of a path. */
const submoduleUrl = (store: Store, { repository, path, links }: ContentPlace): string => {
  const { git } = store;
  const head = repository.branches.find(({ name }) => name === repository.defaultBranch)?.commit;
  const file =
    head === undefined ? undefined : git.tree(git.commit(head).tree).find((entry) => entry[2] === ".gitmodules");
  const text = file === undefined || isTree(file) ? "" : textOf(git.blob(file[1]));
  const sections = text.split(/^\[/m);
  const section = sections.find((part) => part.split("\n").some((line) => line.trim() === `path = ${path}`));
  return /^\s*url\s*=\s*(\S+)/m.exec(section ?? "")?.[1] ?? `${repositoryPage(repository, links)}/${path}.git`;
};
