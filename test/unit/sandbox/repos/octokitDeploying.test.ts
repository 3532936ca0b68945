import assert from "node:assert/strict";
import { after, before, describe, it } from "node:test";
import { Octokit } from "@octokit/rest";
import type { Service } from "../service.ts";
import { startForge } from "./forge.ts";
import { type Receiver, startReceiver } from "./receiver.ts";

const quiet = { debug() {}, info() {}, warn() {}, error() {} };
const hello = { owner: "mia", repo: "hello" };
const isMissing = (error: Error & { status?: number }): boolean => error.status === 404;

for (const prefix of ["", "/api/v3"]) {
  describe(`@octokit/rest with hooks, deploy keys and deployments at ${prefix || "the root"}`, () => {
    let service: Service;
    let receiver: Receiver;
    let octokit: Octokit;
    before(async () => {
      [service, receiver] = await Promise.all([startForge(), startReceiver()]);
      octokit = new Octokit({ baseUrl: service.url + prefix, auth: "sandbox_mia", log: quiet });
    });
    after(async () => {
      await service.close();
      await receiver.close();
    });

    it("makes, changes, tries and deletes hooks", async () => {
      const { repos } = octokit.rest;
      const config = { url: receiver.url, content_type: "json", secret: "x" };
      const { data: hook } = await repos.createWebhook({ ...hello, config, events: ["push"] });
      const one = { ...hello, hook_id: hook.id };
      const ping = await receiver.next();
      assert.ok(JSON.parse(ping.body).hook.url.startsWith(service.url + prefix));
      assert.equal((await repos.listWebhooks(hello)).data[0]?.id, hook.id);
      assert.equal((await repos.getWebhook(one)).data.config.secret, "********");
      const updated = await repos.updateWebhook({ ...one, add_events: ["star"], active: true });
      assert.deepEqual(updated.data.events, ["push", "star"]);
      assert.equal((await repos.getWebhookConfigForRepo(one)).data.content_type, "json");
      const changed = await repos.updateWebhookConfigForRepo({ ...one, content_type: "form" });
      assert.equal(changed.data.content_type, "form");
      assert.equal((await repos.pingWebhook(one)).status, 204);
      assert.equal((await receiver.next()).headers["x-github-event"], "ping");
      assert.equal((await repos.testPushWebhook(one)).status, 204);
      assert.equal((await receiver.next()).headers["x-github-event"], "push");
      const { data: deliveries } = await repos.listWebhookDeliveries(one);
      const delivery_id = deliveries[0]?.id ?? 0;
      const delivery = await repos.getWebhookDelivery({ ...one, delivery_id });
      assert.equal(delivery.data.guid, deliveries[0]?.guid);
      assert.equal((await repos.redeliverWebhookDelivery({ ...one, delivery_id })).status, 202);
      assert.equal((await receiver.next()).headers["x-github-delivery"], delivery.data.guid);
      assert.equal((await repos.deleteWebhook(one)).status, 204);
      await assert.rejects(repos.getWebhook(one), isMissing);
    });

    it("makes, reads and deletes deploy keys", async () => {
      const { repos } = octokit.rest;
      const key = "ssh-ed25519 AAAAC3NzaC1lZDI1NTE5AAAAIKprpAfza60PoY/ufZdiiM7DM60ox0qRlYsmVYuXTpnX";
      const made = await repos.createDeployKey({ ...hello, title: "Key", key: `${key} me@here`, read_only: true });
      assert.deepEqual([made.data.key, made.data.read_only, made.data.verified], [key, true, true]);
      const one = { ...hello, key_id: made.data.id };
      assert.equal((await repos.listDeployKeys(hello)).data.length, 1);
      assert.equal((await repos.getDeployKey(one)).data.added_by, "mia");
      assert.equal((await repos.deleteDeployKey(one)).status, 204);
      await assert.rejects(repos.getDeployKey(one), isMissing);
    });

    it("deploys what the checks allow", async () => {
      const { repos } = octokit.rest;
      const { data: branch } = await repos.getBranch({ ...hello, branch: "main" });
      const { sha } = branch.commit;
      const status = { ...hello, sha, context: "ci" };
      assert.equal((await repos.createCommitStatus({ ...status, state: "pending" })).status, 201);
      await assert.rejects(
        repos.createDeployment({ ...hello, ref: "main" }),
        (error: Error & { status?: number }) =>
          error.status === 409 && /status checks failed for main/.test(error.message),
      );
      await repos.createCommitStatus({ ...status, state: "success" });
      assert.equal((await repos.listCommitStatusesForRef({ ...hello, ref: "main" })).data.length, 2);
      const combined = await repos.getCombinedStatusForRef({ ...hello, ref: "main" });
      assert.deepEqual([combined.data.state, combined.data.total_count], ["success", 1]);
      const made = await repos.createDeployment({
        ...hello,
        ref: "main",
        environment: "staging",
        payload: { a: 1 },
      });
      assert.ok(made.status === 201);
      const one = { ...hello, deployment_id: made.data.id };
      assert.equal((await repos.getDeployment(one)).data.sha, sha);
      const said = await repos.createDeploymentStatus({
        ...one,
        state: "in_progress",
        log_url: "https://example.com",
      });
      assert.equal(said.data.target_url, "https://example.com");
      assert.equal((await repos.listDeploymentStatuses(one)).data.length, 1);
      assert.equal(
        (await repos.getDeploymentStatus({ ...one, status_id: said.data.id })).data.state,
        "in_progress",
      );
      assert.equal((await repos.listDeployments({ ...hello, environment: "staging" })).data.length, 1);
      assert.equal((await repos.deleteDeployment(one)).status, 204);
      await assert.rejects(repos.getDeployment(one), isMissing);
    });
  });
}
