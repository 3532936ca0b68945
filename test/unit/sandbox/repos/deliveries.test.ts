import assert from "node:assert/strict";
import { createHmac } from "node:crypto";
import { afterEach, beforeEach, describe, it } from "node:test";
import { createSandbox } from "../../../../src/sandbox/createSandbox.ts";
import { deliverToLoopback, isLoopback } from "../../../../src/sandbox/webhooks/loopbackDelivery.ts";
import { assertError, linksOf, pathOf, type Service } from "../service.ts";
import { base64, mia, nora, otto, startForge } from "./forge.ts";
import { type Received, type Receiver, startReceiver } from "./receiver.ts";

const repo = "/repos/mia/hello";
const at = `${repo}/hooks`;

describe("deliveries of hooks", () => {
  let service: Service;
  let receiver: Receiver;
  beforeEach(async () => {
    [service, receiver] = await Promise.all([startForge(), startReceiver()]);
  });
  afterEach(async () => {
    await service.close();
    await receiver.close();
  });

  /** A hook whose ping has arrived. */
  const hook = async (events: readonly string[], config: object = { content_type: "json" }) => {
    const body = { config: { url: `${receiver.url}/in`, ...config }, events };
    const { body: made } = await service.call("POST", at, { ...mia, body });
    const ping = await receiver.next();
    assert.equal(ping.headers["x-github-event"], "ping");
    return made.id as number;
  };
  const payload = ({ body }: Received) => JSON.parse(body);
  const list = async (id: number, query = "") =>
    (await service.call("GET", `${at}/${id}/deliveries${query}`, mia)).body;
  /** Until that many are kept: they arrive a moment before they are. */
  const kept = async (id: number, count: number) => {
    for (;;) {
      const found = await list(id);
      if (found.length >= count) return found;
      await new Promise<void>((resolve) => {
        const subscription = service.sandbox.onDidChange(() => {
          subscription.dispose();
          resolve();
        });
        void list(id).then((now) => now.length >= count && resolve());
      });
    }
  };

  it("bring a push with its commits, signed", async () => {
    const secret = "s3cret ü";
    const id = await hook(["push"], { content_type: "json", secret });
    const before = (await service.call("GET", `${repo}/branches/main`, mia)).body.commit.sha;
    const change = { message: "Add ü", content: base64("x"), branch: "main" };
    const { body: written } = await service.call("PUT", `${repo}/contents/new.md`, { ...nora, body: change });
    const arrived = await receiver.next();
    const { headers, body } = arrived;
    assert.equal(arrived.path, "/in");
    assert.equal(headers["x-github-event"], "push");
    assert.match(String(headers["x-github-delivery"]), /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/);
    assert.equal(headers["x-github-hook-id"], String(id));
    assert.match(String(headers["user-agent"]), /^GitHub-Hookshot\//);
    assert.equal(headers["content-type"], "application/json");
    const signed = (kind: string) => `${kind}=${createHmac(kind, secret).update(body).digest("hex")}`;
    assert.equal(headers["x-hub-signature-256"], signed("sha256"));
    assert.equal(headers["x-hub-signature"], signed("sha1"));
    const push = payload(arrived);
    assert.deepEqual(
      [push.ref, push.before, push.after, push.created, push.deleted, push.forced],
      ["refs/heads/main", before, written.commit.sha, false, false, false],
    );
    assert.deepEqual(
      push.commits.map((one: { message: string; added: string[]; author: { username: string } }) => [
        one.message,
        one.added,
        one.author.username,
      ]),
      [["Add ü", ["new.md"], "nora"]],
    );
    assert.deepEqual(
      [push.repository.full_name, push.sender.login, push.pusher.name, push.head_commit.id],
      ["mia/hello", "nora", "nora", written.commit.sha],
    );
    assert.ok(push.repository.url.startsWith(service.url));
  });

  it("come as a form, without a signature when there is no secret", async () => {
    await hook(["push"], { content_type: "form" });
    const { headers, body } = receiver.received[0] ?? assert.fail("nothing arrived");
    assert.equal(headers["content-type"], "application/x-www-form-urlencoded");
    assert.equal(headers["x-hub-signature-256"], undefined);
    const ping = JSON.parse(new URLSearchParams(body).get("payload") ?? "");
    assert.equal(ping.hook.config.url, `${receiver.url}/in`);
    assert.ok(ping.zen !== "" && ping.hook_id === ping.hook.id);
  });

  it("contain what the hook subscribes to, in the order in which it happened", async () => {
    await hook(["*"]);
    const main = (await service.call("GET", `${repo}/branches/main`, mia)).body.commit.sha;
    const key = "ssh-ed25519 AAAAC3NzaC1lZDI1NTE5AAAAIKprpAfza60PoY/ufZdiiM7DM60ox0qRlYsmVYuXTpnX";
    for (const [method, path, who, body] of [
      ["PUT", "/user/starred/mia/hello", mia],
      ["DELETE", "/user/starred/mia/hello", mia],
      ["POST", `${repo}/forks`, otto],
      ["POST", `${repo}/git/refs`, mia, { ref: "refs/heads/made", sha: main }],
      ["DELETE", `${repo}/git/refs/heads/made`, mia],
      ["PUT", `${repo}/collaborators/otto`, mia],
      ["DELETE", `${repo}/collaborators/otto`, mia],
      ["POST", `${repo}/commits/main/comments`, otto, { body: "Nice" }],
      ["POST", `${repo}/statuses/${main}`, mia, { state: "success", context: "ci" }],
      ["POST", `${repo}/deployments`, mia, { ref: "main" }],
      ["POST", `${repo}/keys`, mia, { title: "k", key }],
      ["PATCH", repo, mia, { description: "Changed", private: true }],
      ["PATCH", repo, mia, { private: false }],
      ["PATCH", repo, mia, { name: "hello2" }],
    ] as const) {
      const answer = await service.call(method, path, { ...who, ...(body !== undefined && { body }) });
      assert.ok(answer.status < 300, `${path} ${answer.text}`);
    }
    const [deployment] = (await service.call("GET", "/repos/mia/hello2/deployments", mia)).body;
    await service.call("POST", pathOf(deployment.statuses_url), { ...mia, body: { state: "success" } });
    const found: string[] = [];
    const payloads: Record<string, ReturnType<typeof payload>> = {};
    while (found.at(-1) !== "deployment_status created") {
      const one = await receiver.next();
      const name = [one.headers["x-github-event"], payload(one).action].filter(Boolean).join(" ");
      if (name !== "ping") found.push(name);
      payloads[name] = payload(one);
    }
    assert.deepEqual(found, [
      "star created",
      "watch started",
      "star deleted",
      "fork",
      "create",
      "push",
      "delete",
      "push",
      "member added",
      "member removed",
      "commit_comment created",
      "status",
      "deployment created",
      "deploy_key created",
      "repository privatized",
      "repository edited",
      "public",
      "repository publicized",
      "repository renamed",
      "deployment_status created",
    ]);
    assert.equal(payloads["fork"].forkee.full_name, "otto/hello");
    assert.equal(payloads["commit_comment created"].comment.user.login, "otto");
    assert.equal(payloads["push"].deleted, true);
    assert.equal(payloads["push"].head_commit, null);
    assert.deepEqual(payloads["repository edited"].changes, { description: { from: "Says hello" } });
    assert.equal(payloads["deployment_status created"].deployment_status.state, "success");
    assert.equal(payloads["status"].branches[0].name, "main");
  });

  it("go to active hooks that want the event only", async () => {
    const silent = await hook(["push"]);
    await service.call("PATCH", `${at}/${silent}`, { ...mia, body: { active: false } });
    await hook(["fork"]);
    await service.call("PUT", `${repo}/contents/a.md`, { ...mia, body: { message: "x", content: base64("x") } });
    await service.call("POST", `${at}/${silent}/test`, mia);
    await service.call("POST", `${at}/${silent}/pings`, mia);
    assert.equal((await receiver.next()).headers["x-github-event"], "ping");
    assert.equal(receiver.received.length, 3);
  });

  it("are tried out with the last commit on both routes", async () => {
    const id = await hook(["push"]);
    for (const route of ["test", "tests"]) {
      assert.equal((await service.call("POST", `${at}/${id}/${route}`, mia)).status, 204);
      const push = payload(await receiver.next());
      assert.equal(push.commits.length, 1);
      assert.equal(push.commits[0].message, "By a stranger");
    }
  });

  it("are kept, read and sent again", async () => {
    const id = await hook(["push"], { content_type: "json", secret: "one" });
    await kept(id, 1);
    receiver.answer = { status: 500, body: "broken" };
    await service.call("POST", `${at}/${id}/test`, mia);
    await receiver.next();
    const [push, ping] = await kept(id, 2);
    assert.deepEqual([ping.event, ping.status, ping.status_code, ping.redelivery], ["ping", "OK", 200, false]);
    assert.deepEqual([push.event, push.status_code], ["push", 500]);
    const state = await service.call("GET", `${at}/${id}`, mia);
    assert.deepEqual(state.body.last_response, {
      code: 500,
      status: "misconfigured",
      message: "Internal Server Error",
    });
    const full = (await service.call("GET", `${at}/${id}/deliveries/${push.id}`, mia)).body;
    assert.equal(full.request.headers["X-GitHub-Delivery"], push.guid);
    assert.equal(full.request.payload.ref, "refs/heads/main");
    assert.deepEqual([full.response.payload, full.response.headers["x-receiver"]], ["broken", "yes"]);
    assert.doesNotMatch(JSON.stringify(full), /"one"/);
    receiver.answer = { status: 200, body: "" };
    await service.call("PATCH", `${at}/${id}/config`, { ...mia, body: { secret: "two" } });
    const again = await service.call("POST", `${at}/${id}/deliveries/${push.id}/attempts`, mia);
    assert.deepEqual([again.status, again.body], [202, {}]);
    const { headers, body } = await receiver.next();
    assert.equal(headers["x-github-delivery"], push.guid);
    assert.equal(
      headers["x-hub-signature-256"],
      `sha256=${createHmac("sha256", "two").update(body).digest("hex")}`,
    );
    const [resent] = await kept(id, 3);
    assert.deepEqual([resent.redelivery, resent.guid, resent.status_code], [true, push.guid, 200]);
    assert.deepEqual(
      (await list(id, "?status=failure")).map((one: { id: number }) => one.id),
      [push.id],
    );
    assertError(await service.call("GET", `${at}/${id}/deliveries/1`, mia), 404, "Not Found");
    assertError(await service.call("POST", `${at}/${id}/deliveries/1/attempts`, mia), 404, "Not Found");
    assertError(await service.call("GET", `${at}/${id}/deliveries?cursor=x`, mia), 400, /cursor/);
    assertError(await service.call("GET", `${at}/${id}/deliveries?status=x`, mia), 400, /status/);
  });

  it("are forgotten beyond thirty, and paged by a cursor", async () => {
    const id = await hook(["push"]);
    for (let number = 0; number < 31; number += 1) {
      await service.call("POST", `${at}/${id}/pings`, mia);
      await receiver.next();
    }
    await service.call("POST", `${at}/${id}/test`, mia);
    await receiver.next();
    for (let last = ""; last !== "push";) last = (await list(id))[0]?.event ?? "";
    assert.equal((await list(id, "?per_page=100")).length, 30);
    const first = await service.call("GET", `${at}/${id}/deliveries?per_page=29`, mia);
    const next = linksOf(first.headers)["next"] ?? "";
    const second = await service.call("GET", pathOf(next), mia);
    assert.deepEqual([first.body.length, second.body.length, second.headers.get("link")], [29, 1, null]);
    assert.ok(first.body.every((one: { id: number }) => one.id !== second.body[0].id));
  });

  it("without a receiver do not fail the call that caused them", async () => {
    const id = await hook(["push"]);
    await kept(id, 1);
    await receiver.close();
    const change = { ...mia, body: { message: "x", content: base64("x") } };
    assert.equal((await service.call("PUT", `${repo}/contents/a.md`, change)).status, 201);
    const [failed] = await kept(id, 2);
    assert.deepEqual([failed.event, failed.status_code], ["push", 502]);
    assert.match(failed.status, /^failed to connect to host/);
    assert.equal((await service.call("GET", `${at}/${id}`, mia)).body.last_response.code, 502);
  });

  it("never leave this machine, not by a redirect either", async () => {
    const body = { config: { url: "https://example.com/hook" } };
    const { id } = (await service.call("POST", at, { ...mia, body })).body;
    const [ping] = await kept(id, 1);
    assert.match(ping.status, /this machine only/);
    receiver.answer = { status: 302, body: "" };
    const other = await hook(["push"]);
    assert.equal((await kept(other, 1))[0].status_code, 302);
  });

  it("survive being saved, and the deletion of the hook under way", async () => {
    const id = await hook(["push"]);
    await kept(id, 1);
    const state = JSON.parse(JSON.stringify(service.sandbox.state()));
    const loaded = createSandbox({ state, clock: service.clock }).state().repositories[0];
    assert.equal(loaded?.hooks?.[0]?.deliveries.length, 1);
    await service.call("POST", `${at}/${id}/test`, mia);
    assert.equal((await service.call("DELETE", `${at}/${id}`, mia)).status, 204);
    await receiver.next();
    assert.deepEqual((await service.call("GET", at, mia)).body, []);
  });
});

describe("the loopback", () => {
  it("is this machine by number, and localhost", () => {
    for (const good of [
      "http://127.0.0.1:1/",
      "https://localhost/x",
      "http://[::1]:80/",
      "http://127.1/",
      "http://2130706433/",
    ])
      assert.ok(isLoopback(good), good);
    for (const bad of [
      "http://example.com/",
      "http://127.0.0.1.example.com/",
      "http://localhost.example.com/",
      "http://10.0.0.1/",
      "http://0.0.0.0/",
      "http://[::ffff:8.8.8.8]/",
      "ftp://127.0.0.1/",
      "http://127.0.0.1@example.com/",
    ])
      assert.ok(!isLoopback(bad), bad);
  });

  it("gets the credentials of an address as a header", async () => {
    const receiver = await startReceiver();
    const url = receiver.url.replace("//", "//me:pass%20word@");
    const answer = await deliverToLoopback({ url, headers: {}, body: "x" });
    assert.deepEqual([answer.status, answer.message, answer.body], [200, "OK", "thanks"]);
    assert.equal((await receiver.next()).headers.authorization, `Basic ${btoa("me:pass word")}`);
    await receiver.close();
  });
});
