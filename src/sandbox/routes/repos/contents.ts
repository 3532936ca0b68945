import type { App, CallContext } from "../../call.ts";
import { textOf } from "../../git/bytes.ts";
import { isTree, type TreeEntry } from "../../git/objects.ts";
import { entryAt } from "../../git/trees.ts";
import { ApiFailure, json, notFound } from "../../http.ts";
import { entryRecord, fileRecord } from "../../records/contentRecord.ts";
import { repositoryOf } from "../../repositories/access.ts";
import { isEmpty, resolveRef } from "../../repositories/refs.ts";
import type { StoredRepository } from "../../repositories/repositoryState.ts";
import type { Store } from "../../store.ts";

/** Larger files are not read through the interface at all. */
const readLimit = 100 * 1024 * 1024;
/** Most entries of a folder. */
const folderLimit = 1000;

interface Place {
  readonly repository: StoredRepository;
  readonly ref: string;
  readonly tree: string;
}

const placeOf = (store: Store, c: CallContext): Place => {
  const repository = repositoryOf(store, c);
  if (isEmpty(store, repository)) throw new ApiFailure(404, "This repository is empty.");
  const ref = c.req.query("ref") ?? "";
  const commit = resolveRef(store, repository, ref);
  if (commit === undefined) throw new ApiFailure(404, `No commit found for the ref ${ref}`);
  return { repository, ref: ref || repository.defaultBranch, tree: store.git.commit(commit).tree };
};

const wants = (c: CallContext, kind: "raw" | "object"): boolean =>
  new RegExp(`application/vnd\\.github\\.(v3\\.)?${kind}\\b`).test(c.req.header("accept") ?? "");

/** The file that a link inside the repository leads to; undefined when it leads elsewhere. */
const targetOf = (store: Store, tree: string, path: string, entry: TreeEntry): TreeEntry | undefined => {
  const target = textOf(store.git.blob(entry[1]));
  if (target.startsWith("/")) return undefined;
  const parts = path.split("/").slice(0, -1);
  for (const part of target.split("/")) {
    if (part === "" || part === ".") continue;
    if (part !== "..") parts.push(part);
    else if (parts.pop() === undefined) return undefined;
  }
  const found = parts.length === 0 ? undefined : entryAt(store.git, tree, parts.join("/"));
  return found?.[0].startsWith("100") === true ? found : undefined;
};

const folderAnswer = (store: Store, c: CallContext, { repository, ref }: Place, path: string, tree: string) => {
  const { links } = c.env;
  const isNew = c.req.header("x-github-api-version") === "2026-03-10";
  const entries = store.git
    .tree(tree)
    .slice(0, folderLimit)
    .map((entry) => {
      const inside = path === "" ? entry[2] : `${path}/${entry[2]}`;
      const record = entryRecord(store, entry, { repository, ref, path: inside, links });
      // In lists the older versions call a submodule a file.
      return record.type === "submodule" && !isNew ? { ...record, type: "file" } : record;
    });
  if (!wants(c, "object")) return json(200, entries);
  const name = path.split("/").at(-1) ?? "";
  const own = entryRecord(store, ["40000", tree, name], { repository, ref, path, links });
  return json(200, { ...own, entries });
};

const rawAnswer = (bytes: Uint8Array): Response =>
  new Response(new Uint8Array(bytes), {
    status: 200,
    headers: { "content-type": "application/vnd.github.raw+json; charset=utf-8" },
  });

const fileAnswer = (store: Store, c: CallContext, place: Place, path: string, found: TreeEntry): Response => {
  const { git } = store;
  const target = found[0] === "120000" ? targetOf(store, place.tree, path, found) : undefined;
  // As the service: a link to a file of the repository is answered as that file under the link's name.
  const entry: TreeEntry = target === undefined ? found : [target[0], target[1], found[2]];
  if (entry[0] !== "160000" && git.blobSize(entry[1]) > readLimit) {
    throw new ApiFailure(403, "This API returns blobs up to 100 MB in size. The requested blob is too large.", {
      errors: [{ resource: "Blob", field: "data", code: "too_large" }],
    });
  }
  if (wants(c, "raw") && entry[0] !== "160000") return rawAnswer(git.blob(entry[1]));
  return json(200, fileRecord(store, entry, { ...place, path, links: c.env.links }));
};

const answer = (store: Store, c: CallContext, place: Place, path: string): Response => {
  if (path === "") return folderAnswer(store, c, place, "", place.tree);
  const found = entryAt(store.git, place.tree, path);
  if (found === undefined) throw notFound();
  return isTree(found) ? folderAnswer(store, c, place, path, found[1]) : fileAnswer(store, c, place, path, found);
};

const readmeFolders = [".github", "", "docs"];

const readmeIn = (store: Store, tree: string, folder: string): string | undefined => {
  const entry = folder === "" ? undefined : entryAt(store.git, tree, folder);
  if (folder !== "" && (entry === undefined || !isTree(entry))) return undefined;
  const names = store.git
    .tree(entry?.[1] ?? tree)
    .filter(([mode, , name]) => mode !== "40000" && /^readme(\.(md|markdown|mdown|txt|rst|adoc))?$/i.test(name))
    .map(([, , name]) => name);
  const name = names.find((one) => /\.(md|markdown|mdown)$/i.test(one)) ?? names[0];
  if (name === undefined) return undefined;
  return folder === "" ? name : `${folder}/${name}`;
};

/** A path as the service reads it: slashes at its ends do not count, and it stays inside the repository. */
const pathParam = (c: CallContext): string => {
  const path = (c.req.param("path") ?? "").replace(/^\/+|\/+$/g, "");
  if (path.split("/").some((part) => part === ".." || part === "."))
    throw new ApiFailure(422, "path contains a malformed path component");
  return path;
};

export const contentRoutes = (app: App, store: Store): void => {
  const read = (c: CallContext): Response => {
    const path = pathParam(c);
    return answer(store, c, placeOf(store, c), path);
  };
  app.get("/repos/:owner/:repo/contents", read);
  app.get("/repos/:owner/:repo/contents/", read);
  app.get("/repos/:owner/:repo/contents/:path{.+}", read);

  const readme = (c: CallContext): Response => {
    const folder = pathParam(c);
    const place = placeOf(store, c);
    const folders = folder === "" ? readmeFolders : [folder];
    const path = folders.map((one) => readmeIn(store, place.tree, one)).find((one) => one !== undefined);
    if (path === undefined) throw notFound();
    return answer(store, c, place, path);
  };
  app.get("/repos/:owner/:repo/readme", readme);
  app.get("/repos/:owner/:repo/readme/:path{.+}", readme);
};
