import type { App, CallContext } from "../../call.ts";
import { ancestors } from "../../git/history.ts";
import { mergeCommits } from "../../git/merge.ts";
import { ApiFailure, json, noContent, readFields } from "../../http.ts";
import { pageAnswer } from "../../paging.ts";
import { commitRecord } from "../../records/commitRecord.ts";
import { nodeId } from "../../records/nodeId.ts";
import { repositoryPage, repositoryUrl } from "../../records/repositoryRecord.ts";
import { repositoryOf, writer, type Writer } from "../../repositories/access.ts";
import { push, signatureOf } from "../../repositories/commits.ts";
import { branchesOf, branchOf, findBranch, resolveRef } from "../../repositories/refs.ts";
import { failField } from "../../repositories/repositoryInput.ts";
import { isReady } from "../../repositories/repositoryStore.ts";
import type { Store } from "../../store.ts";

const byName = (left: { readonly name: string }, right: { readonly name: string }): number =>
  left.name < right.name ? -1 : 1;

const required = (fields: Readonly<Record<string, unknown>>, name: string): string => {
  const value = fields[name];
  if (value === undefined || value === null || value === "") return failField("Merge", name, "missing_field");
  return typeof value === "string" ? value : failField("Merge", name, "invalid", `${name} is no text`);
};

const merge = (
  store: Store,
  c: CallContext,
  { repository, user }: Writer,
  fields: Readonly<Record<string, unknown>>,
) => {
  const base = required(fields, "base").replace(/^(refs\/)?heads\//, "");
  const head = required(fields, "head");
  const into = findBranch(store, repository, base);
  if (into === undefined) throw new ApiFailure(404, "Base does not exist");
  const from = resolveRef(store, repository, head);
  if (from === undefined) throw new ApiFailure(404, "Head does not exist");
  const { git } = store;
  if (ancestors(git, [into.commit]).has(from)) return noContent();
  if (into.isProtected) throw new ApiFailure(409, "Changes must be made through a pull request.");
  const result = mergeCommits(git, into.commit, from);
  if ("conflicts" in result) throw new ApiFailure(409, "Merge conflict");
  const message = fields["commit_message"] ?? undefined;
  const signature = signatureOf(user, store.date());
  const commit = git.writeCommit({
    tree: result.tree,
    parents: [into.commit, from],
    author: signature,
    committer: signature,
    message: typeof message === "string" && message !== "" ? message : `Merge ${head} into ${base}`,
  });
  push(store, repository, user.login, base, commit);
  return json(201, commitRecord(store, repository, commit, c.env.links));
};

/** Branches, tags and merging. */
export const branchRoutes = (app: App, store: Store): void => {
  app.get("/repos/:owner/:repo/branches", (c) => {
    const repository = repositoryOf(store, c);
    const url = repositoryUrl(repository, c.env.links);
    const wanted = c.req.query("protected");
    const found = branchesOf(store, repository).filter(
      ({ isProtected }) => wanted === undefined || wanted === "" || isProtected === (wanted === "true"),
    );
    return pageAnswer(c, found.toSorted(byName), ({ name, commit, isProtected }) => ({
      name,
      commit: { sha: commit, url: `${url}/commits/${commit}` },
      protected: isProtected,
    }));
  });

  app.get("/repos/:owner/:repo/branches/:branch{.+}", (c) => {
    const repository = repositoryOf(store, c);
    const { links } = c.env;
    const { name, commit, isProtected } = branchOf(store, repository, c.req.param("branch"));
    const self = `${repositoryUrl(repository, links)}/branches/${encodeURIComponent(name)}`;
    const html = `${repositoryPage(repository, links)}/tree/${name.split("/").map(encodeURIComponent).join("/")}`;
    const checks = { enforcement_level: isProtected ? "everyone" : "off", contexts: [], checks: [] };
    return json(200, {
      name,
      commit: commitRecord(store, repository, commit, links),
      _links: { self, html },
      protected: isProtected,
      protection: { enabled: isProtected, required_status_checks: checks },
      protection_url: `${self}/protection`,
    });
  });

  app.get("/repos/:owner/:repo/tags", (c) => {
    const repository = repositoryOf(store, c);
    const url = repositoryUrl(repository, c.env.links);
    // The newest version first, as texts with their numbers compared as numbers.
    const compare = new Intl.Collator("en", { numeric: true }).compare;
    const tags = isReady(store, repository) ? repository.tags : [];
    return pageAnswer(
      c,
      tags.toSorted((left, right) => compare(right.name, left.name)),
      ({ name, commit }) => ({
        name,
        commit: { sha: commit, url: `${url}/commits/${commit}` },
        zipball_url: `${url}/zipball/refs/tags/${encodeURIComponent(name)}`,
        tarball_url: `${url}/tarball/refs/tags/${encodeURIComponent(name)}`,
        node_id: nodeId("Ref", `${repository.id}:refs/tags/${name}`),
      }),
    );
  });

  app.post("/repos/:owner/:repo/merges", async (c) => {
    const who = writer(store, c, () => new ApiFailure(403, "Must have push access to merge."));
    return merge(store, c, who, await readFields(c.req.raw));
  });
};
