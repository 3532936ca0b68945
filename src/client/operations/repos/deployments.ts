import { list, op } from "../../operation.ts";
import { oneOf, opt, paging, req } from "../../params.ts";
import { readsDeployments, writesDeployments } from "../needs.ts";
import { proofs } from "../proofs.ts";
import type { Deployment, DeploymentStatus } from "../../types/deployment.ts";

export const deployments = {
  getDeployments: list<Deployment>()("GET /repos/:user/:repo/deployments", {
    needs: readsDeployments,
    query: { sha: opt("String"), ref: opt("String"), task: opt("String"), environment: opt("String"), ...paging },
  }),
  createDeployment: op<Deployment>()("POST /repos/:user/:repo/deployments", {
    needs: writesDeployments,
    body: {
      ref: req("String"),
      task: opt("String", { fill: "deploy" }),
      auto_merge: opt("Boolean"),
      required_contexts: opt("Array"),
      payload: opt("String"),
      environment: opt("String"),
      description: opt("String"),
    },
    // 202: the default branch was merged first, and there is no deployment yet.
    answers: { 200: "object", 201: "object", 202: "message" },
    proof: proofs.deployment,
  }),
  getDeploymentStatuses: list<DeploymentStatus>()("GET /repos/:user/:repo/deployments/:id/statuses", {
    needs: readsDeployments,
  }),
  createDeploymentStatus: op<DeploymentStatus>()("POST /repos/:user/:repo/deployments/:id/statuses", {
    needs: writesDeployments,
    body: {
      state: oneOf("pending", "success", "error", "failure"),
      target_url: opt("String"),
      description: opt("String"),
    },
    today: {
      rules: {
        state: req("String", {
          allowed: ["pending", "success", "error", "failure", "inactive", "in_progress", "queued"],
        }),
      },
    },
    proof: proofs.deploymentStatus,
  }),
};
