import type { App, CallContext } from "../../call.ts";
import { recordEvent } from "../../eventStore.ts";
import { ApiFailure, json, noContent, notFound, readFields } from "../../http.ts";
import { pageAnswer } from "../../paging.ts";
import { deploymentRecord, deploymentStatusRecord } from "../../records/deploymentRecord.ts";
import { repositoryOf, writer, type Writer } from "../../repositories/access.ts";
import {
  deploymentStates,
  type StoredDeployment,
  type StoredDeploymentStatus,
} from "../../repositories/deploymentState.ts";
import {
  autoMerge,
  checkContexts,
  maxDescriptionLength,
  readPayload,
  supersede,
} from "../../repositories/deployments.ts";
import { readerOf } from "../../repositories/fieldInput.ts";
import { emptyConflict, isEmpty, resolveRef } from "../../repositories/refs.ts";
import type { StoredRepository } from "../../repositories/repositoryState.ts";
import type { Store } from "../../store.ts";

const maxNameLength = 255;

type Fields = Readonly<Record<string, unknown>>;

/** Filters; `none`, as today's service has it, asks for all. */
const wantedOf = (c: CallContext): ((deployment: StoredDeployment) => boolean) => {
  const filters = (["sha", "ref", "task", "environment"] as const).flatMap((name) => {
    const value = c.req.query(name);
    return value === undefined || value === "" || value === "none" ? [] : [[name, value] as const];
  });
  return (deployment) => filters.every(([name, value]) => deployment[name] === value);
};

const deploymentOf = (c: CallContext, repository: StoredRepository): StoredDeployment => {
  const deployment = repository.deployments?.find(({ id }) => String(id) === c.req.param("id"));
  if (deployment === undefined) throw notFound();
  return deployment;
};

/** Makes a deployment; a text when the ref was merged with instead. */
const deploy = (store: Store, who: Writer, given: Fields): StoredDeployment | string => {
  const { repository, user } = who;
  const fields = readerOf("Deployment", given);
  const ref = fields.required("ref", maxNameLength);
  const task = fields.text("task", maxNameLength) ?? "deploy";
  const environment = fields.text("environment", maxNameLength) ?? "production";
  const description = fields.text("description", maxDescriptionLength) ?? null;
  const payload = readPayload(given["payload"]);
  const contexts = fields.texts("required_contexts");
  const merges = fields.flag("auto_merge") ?? true;
  const isTransient = fields.flag("transient_environment") ?? false;
  const isProduction = fields.flag("production_environment") ?? environment === "production";
  if (isEmpty(store, repository)) throw emptyConflict();
  const sha = resolveRef(store, repository, ref);
  if (sha === undefined) throw new ApiFailure(422, `No ref found for: ${ref}`);
  const merged = merges ? autoMerge(store, who, ref) : undefined;
  if (merged !== undefined) return merged;
  checkContexts(repository, ref, sha, contexts);
  const createdAt = store.date();
  return {
    id: store.number(),
    login: user.login,
    sha,
    ref,
    task,
    payload,
    originalEnvironment: environment,
    environment,
    description,
    isTransient,
    isProduction,
    createdAt,
    updatedAt: createdAt,
    statuses: [],
  };
};

const readStatus = (store: Store, login: string, deployment: StoredDeployment, given: Fields) => {
  const fields = readerOf("DeploymentStatus", given);
  const status: StoredDeploymentStatus = {
    id: store.number(),
    login,
    state: fields.choice("state", deploymentStates),
    description: fields.text("description", maxDescriptionLength) ?? "",
    // Today's service knows it by another name too.
    targetUrl: fields.address("log_url") ?? fields.address("target_url") ?? "",
    environment: fields.text("environment", maxNameLength) ?? deployment.environment,
    environmentUrl: fields.address("environment_url") ?? "",
    createdAt: store.date(),
  };
  return { status, supersedes: fields.flag("auto_inactive") ?? true };
};

const statusRoutes = (app: App, store: Store): void => {
  const path = "/repos/:owner/:repo/deployments/:id/statuses";

  app.get(path, (c) => {
    const repository = repositoryOf(store, c);
    const deployment = deploymentOf(c, repository);
    return pageAnswer(c, deployment.statuses.toReversed(), (status) =>
      deploymentStatusRecord(store, repository, deployment, status, c.env.links),
    );
  });

  app.get(`${path}/:status`, (c) => {
    const repository = repositoryOf(store, c);
    const deployment = deploymentOf(c, repository);
    const status = deployment.statuses.find(({ id }) => String(id) === c.req.param("status"));
    if (status === undefined) throw notFound();
    return json(200, deploymentStatusRecord(store, repository, deployment, status, c.env.links));
  });

  app.post(path, async (c) => {
    const { repository, user } = writer(store, c);
    const deployment = deploymentOf(c, repository);
    const { status, supersedes } = readStatus(store, user.login, deployment, await readFields(c.req.raw));
    deployment.statuses.push(status);
    deployment.environment = status.environment;
    deployment.updatedAt = status.createdAt;
    if (status.state === "success" && supersedes) supersede(store, repository, deployment, user.login);
    recordEvent(store, "DeploymentStatusEvent", user.login, repository, {
      action: "created",
      deployment_id: deployment.id,
      status_id: status.id,
      state: status.state,
      environment: status.environment,
    });
    store.changed();
    const record = deploymentStatusRecord(store, repository, deployment, status, c.env.links);
    return json(201, record, { location: record.url });
  });
};

export const deploymentRoutes = (app: App, store: Store): void => {
  const path = "/repos/:owner/:repo/deployments";

  app.get(path, (c) => {
    const repository = repositoryOf(store, c);
    const found = (repository.deployments ?? []).filter(wantedOf(c)).toReversed();
    return pageAnswer(c, found, (deployment) => deploymentRecord(store, repository, deployment, c.env.links));
  });

  app.post(path, async (c) => {
    const who = writer(store, c);
    const { repository, user } = who;
    const made = deploy(store, who, await readFields(c.req.raw));
    if (typeof made === "string") return json(202, { message: made });
    repository.deployments = [...(repository.deployments ?? []), made];
    recordEvent(store, "DeploymentEvent", user.login, repository, {
      action: "created",
      deployment_id: made.id,
      ref: made.ref,
      sha: made.sha,
      environment: made.environment,
    });
    store.changed();
    const record = deploymentRecord(store, repository, made, c.env.links);
    return json(201, record, { location: record.url });
  });

  app.get(`${path}/:id`, (c) => {
    const repository = repositoryOf(store, c);
    return json(200, deploymentRecord(store, repository, deploymentOf(c, repository), c.env.links));
  });

  app.delete(`${path}/:id`, (c) => {
    const { repository } = writer(store, c);
    const deployment = deploymentOf(c, repository);
    const others = (repository.deployments ?? []).filter((other) => other !== deployment);
    if (others.length > 0 && deployment.statuses.at(-1)?.state === "success")
      throw new ApiFailure(
        422,
        "We cannot delete an active deployment unless it is the only deployment in a given environment.",
      );
    repository.deployments = others;
    store.changed();
    return noContent();
  });

  statusRoutes(app, store);
};
