import type { Links } from "../call.ts";
import type {
  StoredCommitStatus,
  StoredDeployment,
  StoredDeploymentStatus,
} from "../repositories/deploymentState.ts";
import type { StoredRepository } from "../repositories/repositoryState.ts";
import { type Store, userOf } from "../store.ts";
import { nodeId } from "./nodeId.ts";
import { repositoryUrl } from "./repositoryRecord.ts";
import { userRecord } from "./userRecord.ts";

const deploymentUrl = (repository: StoredRepository, { id }: StoredDeployment, links: Links): string =>
  `${repositoryUrl(repository, links)}/deployments/${id}`;

export const deploymentRecord = (
  store: Store,
  repository: StoredRepository,
  deployment: StoredDeployment,
  links: Links,
) => {
  const url = deploymentUrl(repository, deployment, links);
  return {
    url,
    id: deployment.id,
    node_id: nodeId("Deployment", deployment.id),
    task: deployment.task,
    original_environment: deployment.originalEnvironment,
    environment: deployment.environment,
    description: deployment.description,
    created_at: deployment.createdAt,
    updated_at: deployment.updatedAt,
    statuses_url: `${url}/statuses`,
    repository_url: repositoryUrl(repository, links),
    creator: userRecord(userOf(store, deployment.login), links),
    sha: deployment.sha,
    ref: deployment.ref,
    payload: deployment.payload,
    transient_environment: deployment.isTransient,
    production_environment: deployment.isProduction,
    performed_via_github_app: null,
  };
};

export const deploymentStatusRecord = (
  store: Store,
  repository: StoredRepository,
  deployment: StoredDeployment,
  status: StoredDeploymentStatus,
  links: Links,
) => {
  const url = deploymentUrl(repository, deployment, links);
  return {
    url: `${url}/statuses/${status.id}`,
    id: status.id,
    node_id: nodeId("DeploymentStatus", status.id),
    state: status.state,
    creator: userRecord(userOf(store, status.login), links),
    description: status.description,
    environment: status.environment,
    target_url: status.targetUrl,
    created_at: status.createdAt,
    updated_at: status.createdAt,
    deployment_url: url,
    repository_url: repositoryUrl(repository, links),
    environment_url: status.environmentUrl,
    log_url: status.targetUrl,
    performed_via_github_app: null,
  };
};

export const commitStatusRecord = (
  store: Store,
  repository: StoredRepository,
  status: StoredCommitStatus,
  links: Links,
) => {
  const creator = userRecord(userOf(store, status.login), links);
  return {
    url: `${repositoryUrl(repository, links)}/statuses/${status.sha}`,
    avatar_url: creator.avatar_url,
    id: status.id,
    node_id: nodeId("StatusContext", status.id),
    state: status.state,
    description: status.description,
    target_url: status.targetUrl,
    context: status.context,
    created_at: status.createdAt,
    updated_at: status.createdAt,
    creator,
  };
};
