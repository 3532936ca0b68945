import type { App, CallContext } from "../../call.ts";
import { recordEvent } from "../../eventStore.ts";
import { toBase64 } from "../../git/bytes.ts";
import { ancestors } from "../../git/history.ts";
import { isTree, type TreeEntry } from "../../git/objects.ts";
import { ApiFailure, json, noContent, notFound, readFields } from "../../http.ts";
import { commitRecord } from "../../records/commitRecord.ts";
import { nodeId } from "../../records/nodeId.ts";
import { repositoryUrl } from "../../records/repositoryRecord.ts";
import { repositoryOf, writer } from "../../repositories/access.ts";
import { push } from "../../repositories/commits.ts";
import { objectsOf, resolveRef } from "../../repositories/refs.ts";
import type { StoredRef, StoredRepository } from "../../repositories/repositoryState.ts";
import { isReady } from "../../repositories/repositoryStore.ts";
import type { Store } from "../../store.ts";
import { nowhere } from "../../webhooks/hookPayloads.ts";

interface NamedRef {
  /** Without `refs/` before it. */
  readonly path: string;
  readonly kind: "heads" | "tags";
  readonly name: string;
}

const namedRef = (text: string): NamedRef | undefined => {
  const [, kind, name = ""] = /^(?:refs\/)?(heads|tags)\/(.+)$/.exec(text) ?? [];
  return kind === "heads" || kind === "tags" ? { path: `${kind}/${name}`, kind, name } : undefined;
};

/** As `git check-ref-format` has it. */
const isGoodName = (name: string): boolean =>
  !/[\s~^:?*[\\\p{Cc}]|\.\.|@\{|\/\/|\/$|\.$|\.lock(\/|$)|(^|\/)\./u.test(name) && name !== "@";

const refsOf = (store: Store, repository: StoredRepository, kind: NamedRef["kind"]): readonly StoredRef[] => {
  if (!isReady(store, repository)) return [];
  return kind === "heads" ? repository.branches : repository.tags;
};

const refRecord = (c: CallContext, repository: StoredRepository, path: string, commit: string) => {
  const url = repositoryUrl(repository, c.env.links);
  return {
    ref: `refs/${path}`,
    node_id: nodeId("Ref", `${repository.id}:refs/${path}`),
    url: `${url}/git/refs/${path.split("/").map(encodeURIComponent).join("/")}`,
    object: { sha: commit, type: "commit", url: `${url}/git/commits/${commit}` },
  };
};

const changeRoutes = (app: App, store: Store): void => {
  const targetOf = (repository: StoredRepository, sha: unknown): string => {
    const commit = typeof sha === "string" && sha.length === 40 ? resolveRef(store, repository, sha) : undefined;
    if (commit === undefined) throw new ApiFailure(422, "Object does not exist");
    return commit;
  };

  const existing = (c: CallContext, repository: StoredRepository): { ref: NamedRef; stored: StoredRef } => {
    const ref = namedRef(c.req.param("ref") ?? "");
    const stored =
      ref === undefined ? undefined : refsOf(store, repository, ref.kind).find(({ name }) => name === ref.name);
    if (ref === undefined || stored === undefined) throw new ApiFailure(422, "Reference does not exist");
    return { ref, stored };
  };

  const refuseProtected = (repository: StoredRepository, { kind, name }: NamedRef): void => {
    const branch = kind === "heads" ? repository.branches.find((one) => one.name === name) : undefined;
    if (branch?.isProtected === true)
      throw new ApiFailure(422, "Protected branch: it can neither be moved nor deleted.");
  };

  /** A ref that came, went or changed is a push to hooks, though no commit is new. */
  const moved = (repository: StoredRepository, actor: string, path: string, before: string, head: string): void =>
    store.happened({
      kind: "moved",
      repository,
      actor,
      facts: { ref: `refs/${path}`, before, head, commits: [] },
    });

  app.post("/repos/:owner/:repo/git/refs", async (c) => {
    const { repository, user } = writer(store, c);
    const fields = await readFields(c.req.raw);
    const text = fields["ref"];
    const ref = typeof text === "string" && text.startsWith("refs/") ? namedRef(text) : undefined;
    if (ref === undefined || !isGoodName(ref.name))
      throw new ApiFailure(
        422,
        "Reference name must start with 'refs/heads/' or 'refs/tags/' and be a valid name.",
      );
    const commit = targetOf(repository, fields["sha"]);
    const { kind, name, path } = ref;
    if (refsOf(store, repository, kind).some((one) => one.name === name))
      throw new ApiFailure(422, "Reference already exists");
    if (kind === "heads") repository.branches.push({ name, commit, isProtected: false });
    else repository.tags.push({ name, commit });
    recordEvent(store, "CreateEvent", user.login, repository, {
      ref: name,
      ref_type: kind === "heads" ? "branch" : "tag",
      master_branch: repository.defaultBranch,
      description: repository.description,
      pusher_type: "user",
    });
    moved(repository, user.login, path, nowhere, commit);
    store.changed();
    const record = refRecord(c, repository, path, commit);
    return json(201, record, { location: record.url });
  });

  app.patch("/repos/:owner/:repo/git/refs/:ref{.+}", async (c) => {
    const { repository, user } = writer(store, c);
    const fields = await readFields(c.req.raw);
    const { ref, stored } = existing(c, repository);
    refuseProtected(repository, ref);
    const commit = targetOf(repository, fields["sha"]);
    if (fields["force"] !== true && !ancestors(store.git, [commit]).has(stored.commit))
      throw new ApiFailure(422, "Update is not a fast forward");
    if (ref.kind === "heads") push(store, repository, user.login, ref.name, commit);
    else {
      const before = stored.commit;
      stored.commit = commit;
      moved(repository, user.login, ref.path, before, commit);
      store.changed();
    }
    return json(200, refRecord(c, repository, ref.path, commit));
  });

  app.delete("/repos/:owner/:repo/git/refs/:ref{.+}", (c) => {
    const { repository, user } = writer(store, c);
    const { ref, stored } = existing(c, repository);
    refuseProtected(repository, ref);
    if (ref.kind === "heads" && ref.name === repository.defaultBranch)
      throw new ApiFailure(422, "Cannot delete the default branch");
    if (ref.kind === "heads") repository.branches = repository.branches.filter(({ name }) => name !== ref.name);
    else repository.tags = repository.tags.filter(({ name }) => name !== ref.name);
    recordEvent(store, "DeleteEvent", user.login, repository, {
      ref: ref.name,
      ref_type: ref.kind === "heads" ? "branch" : "tag",
      pusher_type: "user",
    });
    moved(repository, user.login, ref.path, stored.commit, nowhere);
    store.changed();
    return noContent();
  });
};

const kinds: Readonly<Record<string, string>> = { "40000": "tree", "160000": "commit" };

/** What records' links to objects lead to, and what makes, moves and deletes branches: outside the interface document. */
export const gitDataRoutes = (app: App, store: Store): void => {
  const { git } = store;
  changeRoutes(app, store);

  /** An object that the repository's refs lead to. */
  const objectOf = (c: CallContext, repository: StoredRepository, kind: "blob" | "tree" | "commit"): string => {
    const id = c.req.param("sha") ?? "";
    const isThere = isReady(store, repository) && objectsOf(store, repository).has(id);
    if (!isThere || git.raw(id)?.kind !== kind) throw notFound();
    return id;
  };

  app.get("/repos/:owner/:repo/git/blobs/:sha", (c) => {
    const repository = repositoryOf(store, c);
    const sha = objectOf(c, repository, "blob");
    const url = `${repositoryUrl(repository, c.env.links)}/git/blobs/${sha}`;
    const content = toBase64(git.blob(sha)).replace(/.{1,60}/g, "$&\n");
    return json(200, {
      sha,
      node_id: nodeId("Blob", sha),
      size: git.blobSize(sha),
      url,
      content,
      encoding: "base64",
    });
  });

  app.get("/repos/:owner/:repo/git/trees/:sha{.+}", (c) => {
    const repository = repositoryOf(store, c);
    const named = resolveRef(store, repository, c.req.param("sha"));
    const sha = named === undefined ? objectOf(c, repository, "tree") : git.commit(named).tree;
    const url = `${repositoryUrl(repository, c.env.links)}/git`;
    const below = (tree: string, prefix: string): (readonly [string, TreeEntry])[] =>
      git.tree(tree).flatMap((entry) => {
        const path = prefix + entry[2];
        const inside = isTree(entry) && (c.req.query("recursive") ?? "") !== "" ? below(entry[1], `${path}/`) : [];
        return [[path, entry] as const, ...inside];
      });
    const tree = below(sha, "").map(([path, [mode, id]]) => {
      const type = kinds[mode] ?? "blob";
      return {
        path,
        mode: mode.padStart(6, "0"),
        type,
        sha: id,
        ...(type === "blob" && { size: git.blobSize(id) }),
        ...(type !== "commit" && { url: `${url}/${type}s/${id}` }),
      };
    });
    return json(200, { sha, url: `${url}/trees/${sha}`, tree, truncated: false });
  });

  app.get("/repos/:owner/:repo/git/commits/:sha", (c) => {
    const repository = repositoryOf(store, c);
    const id = objectOf(c, repository, "commit");
    const { commit, sha, node_id, html_url, parents } = commitRecord(store, repository, id, c.env.links);
    const { author, committer, message, tree, url, verification } = commit;
    return json(200, { sha, node_id, url, html_url, author, committer, message, tree, parents, verification });
  });

  app.get("/repos/:owner/:repo/git/ref/:ref{.+}", (c) => {
    const repository = repositoryOf(store, c);
    const ref = namedRef(c.req.param("ref"));
    const stored =
      ref === undefined ? undefined : refsOf(store, repository, ref.kind).find(({ name }) => name === ref.name);
    if (ref === undefined || stored === undefined) throw notFound();
    return json(200, refRecord(c, repository, ref.path, stored.commit));
  });
};
