import { zlibSync } from "fflate";
import type { Context } from "hono";
import type { Hono } from "hono/tiny";
import { type Caller, callerOfToken } from "../../auth.ts";
import { tarball, zipball } from "../../git/archive.ts";
import { blobBytes, fromBase64, isBinary, textOf, utf8 } from "../../git/bytes.ts";
import { commitChanges, lineChanges } from "../../git/diff.ts";
import { entryAt, leavesOf } from "../../git/trees.ts";
import { rawToken } from "../../records/commitRecord.ts";
import { isVisible } from "../../repositories/access.ts";
import type { ArchiveLinks } from "../../repositories/archiveLinks.ts";
import { branchesOf, headOf, objectsOf, resolveRef } from "../../repositories/refs.ts";
import type { StoredRepository } from "../../repositories/repositoryState.ts";
import { findRepository, findRepositoryById, fullName } from "../../repositories/repositoryStore.ts";
import { findOrganization, findUser, type Store } from "../../store.ts";
import { escapeText, missing, page, pageAnswer } from "../page.ts";

/** First parts of the interface's own paths: an owner with such a name has no pages. */
const interfaceRoots =
  "authorizations emojis events gists gitignore meta networks orgs organizations rate_limit repos repositories user users";

/** Whether a path is of files, or begins with the name of an owner of repositories. */
export const isRepositoryPage = (store: Store, path: string): boolean => {
  const [, first = "", second = ""] = path.split("/");
  if (interfaceRoots.split(" ").includes(first)) return false;
  if (["raw-file", "codeload", "downloads"].includes(first)) return true;
  return second !== "" && (findUser(store, first) ?? findOrganization(store, first)) !== undefined;
};

/** Pages show public repositories only: they know no sign-in. */
const publicOne = (store: Store, owner: string, name: string): StoredRepository | undefined => {
  const repository = findRepository(store, owner, name);
  return repository === undefined || repository.private ? undefined : repository;
};

const fileRoutes = (pages: Hono, store: Store, archiveLinks: ArchiveLinks): void => {
  pages.get("/raw-file/:owner/:repo/:ref/:path{.+}", (c) => {
    const { owner, repo, ref, path } = c.req.param();
    const repository = findRepository(store, owner, repo);
    if (repository === undefined) return missing();
    if (repository.private && c.req.query("token") !== rawToken(repository)) return missing();
    const commit = resolveRef(store, repository, ref);
    const entry = commit === undefined ? undefined : entryAt(store.git, store.git.commit(commit).tree, path);
    if (entry === undefined || !entry[0].startsWith("1") || entry[0] === "160000") return missing();
    const bytes = store.git.blob(entry[1]);
    return pageAnswer(isBinary(bytes) ? "application/octet-stream" : "text/plain; charset=utf-8", bytes);
  });

  pages.get("/codeload/:owner/:repo/:kind/:commit", (c) => {
    const link = archiveLinks.find(c.req.query("token") ?? "");
    const repository = link === undefined ? undefined : findRepositoryById(store, link.repository);
    if (link === undefined || repository === undefined || link.commit !== c.req.param("commit")) return missing();
    const folder = `${repository.owner}-${repository.name}-${link.commit.slice(0, 7)}`;
    const facts = { commit: link.commit, folder };
    const isTar = link.format === "tarball";
    const bytes = isTar ? tarball(store.git, facts) : zipball(store.git, facts);
    return pageAnswer(isTar ? "application/x-gzip" : "application/zip", bytes, {
      "content-disposition": `attachment; filename=${folder}.${isTar ? "tar.gz" : "zip"}`,
      "content-length": String(bytes.length),
    });
  });

  pages.get("/downloads/:owner/:repo/:name", (c) => {
    const { owner, repo, name } = c.req.param();
    const download = publicOne(store, owner, repo)?.downloads.find((one) => one.name === name);
    if (download === undefined) return missing();
    download.count += 1;
    store.changed();
    return pageAnswer(download.contentType, blobBytes(download.content), {
      "content-disposition": `attachment; filename*=UTF-8''${encodeURIComponent(name)}`,
    });
  });
};

/** Who asks with git: it sends a token as the password of basic authentication. */
const gitCaller = (store: Store, authorization: string | undefined): Caller => {
  const [, encoded = ""] = /^basic\s+([\w+/=]+)$/i.exec(authorization ?? "") ?? [];
  const password = textOf(fromBase64(encoded) ?? new Uint8Array()).replace(/^[^:]*:/, "");
  return callerOfToken(store, password) ?? { kind: "anonymous" };
};

/** Git's simple protocol over HTTP, reading only: enough for `git clone`. */
const gitRoutes = (pages: Hono, store: Store): void => {
  const repositoryOf = (c: Context): StoredRepository | undefined => {
    const file = c.req.param("file") ?? "";
    const repository = file.endsWith(".git")
      ? findRepository(store, c.req.param("owner") ?? "", file.slice(0, -4))
      : undefined;
    const isSeen =
      repository !== undefined && isVisible(store, repository, gitCaller(store, c.req.header("authorization")));
    return isSeen ? repository : undefined;
  };

  /** Asks for credentials also for what does not exist: the answer must not reveal private repositories. */
  const refused = (c: Context): Response =>
    c.req.header("authorization") === undefined
      ? new Response("Repository not found.\n", {
          status: 401,
          headers: { "content-type": "text/plain", "www-authenticate": 'Basic realm="Sandbox"' },
        })
      : missing();

  pages.get("/:owner/:file/info/refs", (c) => {
    const repository = repositoryOf(c);
    if (repository === undefined) return refused(c);
    const refs = [
      ...branchesOf(store, repository).map(({ name, commit }) => ({ name: `refs/heads/${name}`, commit })),
      ...repository.tags.map(({ name, commit }) => ({ name: `refs/tags/${name}`, commit })),
    ].toSorted((left, right) => (left.name < right.name ? -1 : 1));
    return pageAnswer(
      "text/plain; charset=utf-8",
      refs.map(({ name, commit }) => `${commit}\t${name}\n`).join(""),
    );
  });

  pages.get("/:owner/:file/HEAD", (c) => {
    const repository = repositoryOf(c);
    return repository === undefined
      ? missing()
      : pageAnswer("text/plain; charset=utf-8", `ref: refs/heads/${repository.defaultBranch}\n`);
  });

  pages.get("/:owner/:file/objects/:start/:rest", (c) => {
    const { start, rest } = c.req.param();
    const repository = repositoryOf(c);
    const object =
      repository !== undefined && objectsOf(store, repository).has(start + rest)
        ? store.git.raw(start + rest)
        : undefined;
    if (object === undefined) return missing();
    const head = utf8(`${object.kind} ${object.bytes.length}\0`);
    const whole = new Uint8Array(head.length + object.bytes.length);
    whole.set(head);
    whole.set(object.bytes, head.length);
    return pageAnswer("application/x-git-loose-object", zlibSync(whole));
  });
};

const pre = (text: string): string => `<pre>${escapeText(text)}</pre>`;

const repositoryText = (store: Store, repository: StoredRepository): readonly string[] => {
  const head = headOf(store, repository);
  const title = `<h1>${escapeText(fullName(repository))}</h1><p>${escapeText(repository.description ?? "")}</p>`;
  if (head === undefined) return [title, "<p>This repository is empty.</p>"];
  const { tree } = store.git.commit(head);
  const readme = store.git.tree(tree).find(([mode, , name]) => mode === "100644" && /^readme\b/i.test(name));
  return [
    title,
    pre([...leavesOf(store.git, tree).keys()].join("\n")),
    ...(readme === undefined ? [] : [pre(textOf(store.git.blob(readme[1])))]),
  ];
};

const commitText = (store: Store, sha: string): string => {
  const { author, message } = store.git.commit(sha);
  const changes = commitChanges(store.git, sha).map(
    (change) => `${change.status} ${change.path}\n${lineChanges(store.git, change).patch ?? ""}`,
  );
  return [`commit ${sha}`, `${author.name}, ${author.date}`, "", message, "", ...changes].join("\n");
};

/** What an answer's links about repositories lead to. */
export const repositoryPageRoutes = (pages: Hono, store: Store, archiveLinks: ArchiveLinks): void => {
  fileRoutes(pages, store, archiveLinks);
  gitRoutes(pages, store);

  pages.get("/:owner/:repo", (c) => {
    const repository = publicOne(store, c.req.param("owner"), c.req.param("repo"));
    return repository === undefined ? missing() : page(fullName(repository), repositoryText(store, repository));
  });

  pages.get("/:owner/:repo/commit/:sha", (c) => {
    const repository = publicOne(store, c.req.param("owner"), c.req.param("repo"));
    const sha = repository === undefined ? undefined : resolveRef(store, repository, c.req.param("sha"));
    return sha === undefined ? missing() : page(sha, [pre(commitText(store, sha))]);
  });

  pages.get("/:owner/:repo/issues/:number", (c) => {
    const repository = publicOne(store, c.req.param("owner"), c.req.param("repo"));
    const issue = repository?.issues?.find(({ number }) => String(number) === c.req.param("number"));
    if (issue === undefined) return missing();
    const facts = `#${issue.number}, ${issue.state}, opened by ${issue.login} ${issue.createdAt}`;
    return page(issue.title, [`<h1>${escapeText(issue.title)}</h1>`, pre(facts), pre(issue.body ?? "")]);
  });

  pages.get("/:owner/:repo/blob/:rest{.+}", (c) => {
    const repository = publicOne(store, c.req.param("owner"), c.req.param("repo"));
    if (repository === undefined) return missing();
    const parts = c.req.param("rest").split("/");
    // A branch's name may have slashes: the shortest ref that has the file is meant.
    for (let length = 1; length < parts.length; length += 1) {
      const commit = resolveRef(store, repository, parts.slice(0, length).join("/"));
      const path = parts.slice(length).join("/");
      const entry = commit === undefined ? undefined : entryAt(store.git, store.git.commit(commit).tree, path);
      if (entry?.[0].startsWith("10") === true) return page(path, [pre(textOf(store.git.blob(entry[1])))]);
    }
    return missing();
  });
};
