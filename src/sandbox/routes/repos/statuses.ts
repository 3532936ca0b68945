import type { App, CallContext } from "../../call.ts";
import { json, notFound, readFields } from "../../http.ts";
import { pageAnswer, pageOf } from "../../paging.ts";
import { commitStatusRecord } from "../../records/deploymentRecord.ts";
import { repositoryRecord, repositoryUrl } from "../../records/repositoryRecord.ts";
import { repositoryOf, writer } from "../../repositories/access.ts";
import { commitStates, type StoredCommitStatus } from "../../repositories/deploymentState.ts";
import { maxDescriptionLength, statusesOf } from "../../repositories/deployments.ts";
import { readerOf } from "../../repositories/fieldInput.ts";
import { commitOf, resolveRef } from "../../repositories/refs.ts";
import type { StoredRepository } from "../../repositories/repositoryState.ts";
import type { Store } from "../../store.ts";

const overall = (statuses: readonly StoredCommitStatus[]): string => {
  if (statuses.some(({ state }) => state === "failure" || state === "error")) return "failure";
  return statuses.length > 0 && statuses.every(({ state }) => state === "success") ? "success" : "pending";
};

/** What checks say about commits: deployments wait for it. Outside the interface document. */
export const commitStatusRoutes = (app: App, store: Store): void => {
  const named = (c: CallContext, repository: StoredRepository): string => {
    const sha = resolveRef(store, repository, c.req.param("sha") ?? "");
    if (sha === undefined) throw notFound();
    return sha;
  };

  const list = (c: CallContext): Response => {
    const repository = repositoryOf(store, c);
    const sha = named(c, repository);
    const found = (repository.commitStatuses ?? []).filter((status) => status.sha === sha).toReversed();
    return pageAnswer(c, found, (status) => commitStatusRecord(store, repository, status, c.env.links));
  };

  app.get("/repos/:owner/:repo/commits/:sha{.+}/statuses", list);
  app.get("/repos/:owner/:repo/statuses/:sha{.+}", list);

  app.get("/repos/:owner/:repo/commits/:sha{.+}/status", (c) => {
    const repository = repositoryOf(store, c);
    const sha = named(c, repository);
    const { links } = c.env;
    const statuses = statusesOf(repository, sha);
    const { page, size } = pageOf(c);
    const url = `${repositoryUrl(repository, links)}/commits/${sha}`;
    return json(200, {
      state: overall(statuses),
      statuses: statuses.slice((page - 1) * size, page * size).map((status) => {
        const { creator: _, ...record } = commitStatusRecord(store, repository, status, links);
        return record;
      }),
      sha,
      total_count: statuses.length,
      repository: repositoryRecord(store, repository, c.env),
      commit_url: url,
      url: `${url}/status`,
    });
  });

  app.post("/repos/:owner/:repo/statuses/:sha{.+}", async (c) => {
    const { repository, user } = writer(store, c);
    const sha = commitOf(store, repository, c.req.param("sha"));
    const fields = readerOf("Status", await readFields(c.req.raw));
    const status: StoredCommitStatus = {
      id: store.number(),
      login: user.login,
      sha,
      context: fields.text("context", 255) ?? "default",
      state: fields.choice("state", commitStates),
      description: fields.text("description", maxDescriptionLength) ?? null,
      targetUrl: fields.address("target_url") ?? null,
      createdAt: store.date(),
    };
    repository.commitStatuses = [...(repository.commitStatuses ?? []), status];
    store.happened({ kind: "status", repository, actor: user.login, facts: { status_id: status.id } });
    store.changed();
    const record = commitStatusRecord(store, repository, status, c.env.links);
    return json(201, record, { location: record.url });
  });
};
