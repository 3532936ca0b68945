import assert from "node:assert/strict";
import { afterEach, beforeEach, describe, it } from "node:test";
import { assertError, assertInvalid, linksOf, pathOf, type Service } from "../service.ts";
import { mia, miaReader, nora, otto, startForge } from "./forge.ts";

const at = "/repos/mia/hello/hooks";
const url = "https://example.com/hook";

describe("hooks", () => {
  let service: Service;
  beforeEach(async () => {
    service = await startForge();
  });
  afterEach(() => service.close());

  const create = (body: unknown, who = mia) => service.call("POST", at, { ...who, body });
  const made = async (body: unknown = { config: { url } }) => {
    const answer = await create(body);
    assert.equal(answer.status, 201, answer.text);
    return answer.body;
  };
  const patch = (id: number, body: unknown) => service.call("PATCH", `${at}/${id}`, { ...mia, body });

  it("begin as the interface says: web, push, active", async () => {
    assert.deepEqual((await service.call("GET", at, mia)).body, []);
    const answer = await create({ config: { url } });
    assert.equal(answer.status, 201);
    const hook = answer.body;
    assert.deepEqual([hook.type, hook.name, hook.active, hook.events], ["Repository", "web", true, ["push"]]);
    assert.deepEqual(hook.config, { url, content_type: "form", insecure_ssl: "0" });
    assert.deepEqual(hook.last_response, { code: null, status: "unused", message: null });
    assert.equal(answer.headers.get("location"), hook.url);
    const read = await service.call("GET", pathOf(hook.url), mia);
    assert.deepEqual([read.status, read.body.id], [200, hook.id]);
    assert.equal((await service.call("DELETE", `${at}/${hook.id}`, mia)).status, 204);
    assertError(await service.call("GET", `${at}/${hook.id}`, mia), 404, "Not Found");
    assertError(await service.call("DELETE", `${at}/${hook.id}`, mia), 404, "Not Found");
  });

  it("take booleans as words and numbers, and never give a secret back", async () => {
    const config = { url, secret: "s3cret", content_type: "json", insecure_ssl: true, extra: true };
    const hook = await made({ name: "irc", active: "0", config });
    assert.deepEqual([hook.name, hook.active], ["irc", false]);
    assert.deepEqual(hook.config, { url, secret: "********", content_type: "json", insecure_ssl: "1", extra: 1 });
    for (const path of ["", `/${hook.id}`, `/${hook.id}/config`])
      assert.doesNotMatch((await service.call("GET", at + path, mia)).text, /s3cret/);
    const other = await made({ config: { url: "https://me:pass@example.com/", insecure_ssl: 1 } });
    assert.equal(other.config.url, "https://me:********@example.com/");
  });

  it("change their events by adding, removing and replacing", async () => {
    const { id } = await made({ config: { url }, events: ["push", "push", "fork"] });
    const events = async (body: unknown) => (await patch(id, body)).body.events;
    assert.deepEqual(await events({ add_events: ["star"], remove_events: ["fork"] }), ["push", "star"]);
    assert.deepEqual(await events({ add_events: ["star"], active: false }), ["push", "star"]);
    assert.deepEqual(await events({ events: ["release"], add_events: ["status"] }), ["release", "status"]);
    assert.deepEqual(await events({ add_events: ["*"] }), ["*"]);
    assert.deepEqual(await events({ remove_events: ["*"] }), []);
  });

  it("have their settings replaced as a whole, or changed one by one on today's route", async () => {
    const { id } = await made({ config: { url, secret: "x", content_type: "json" } });
    const replaced = await patch(id, { config: { url: "http://127.0.0.1:1/" } });
    assert.deepEqual(replaced.body.config, {
      url: "http://127.0.0.1:1/",
      content_type: "form",
      insecure_ssl: "0",
    });
    const changed = await service.call("PATCH", `${at}/${id}/config`, { ...mia, body: { secret: "y" } });
    assert.deepEqual(changed.body, {
      url: "http://127.0.0.1:1/",
      content_type: "form",
      insecure_ssl: "0",
      secret: "********",
    });
  });

  it("come in pages", async () => {
    for (let number = 0; number < 3; number += 1) await made({ config: { url: `${url}/${number}` } });
    const first = await service.call("GET", `${at}?per_page=2`, mia);
    assert.equal(first.body.length, 2);
    const second = await service.call("GET", pathOf(linksOf(first.headers)["next"] ?? ""), mia);
    assert.equal(second.body[0].config.url, `${url}/2`);
  });

  for (const [title, body, field, code] of [
    ["without settings", {}, "config", "missing_field"],
    ["with settings as a text", { config: "url" }, "config", "invalid"],
    ["with settings as a list", { config: [] }, "config", "invalid"],
    ["without an address", { config: {} }, "url", "missing_field"],
    ["with an empty address", { config: { url: "" } }, "url", "missing_field"],
    ["with an address of another kind", { config: { url: "ftp://example.com" } }, "url", "custom"],
    ["with a script as address", { config: { url: "javascript:alert(1)" } }, "url", "custom"],
    ["with no address at all", { config: { url: "example.com/hook" } }, "url", "custom"],
    ["with a number as address", { config: { url: 7 } }, "url", "custom"],
    ["with a list inside the settings", { config: { url, secret: ["x"] } }, "config.secret", "invalid"],
    ["of another content type", { config: { url, content_type: "xml" } }, "content_type", "custom"],
    ["with another number for TLS", { config: { url, insecure_ssl: 2 } }, "insecure_ssl", "custom"],
    ["with an unknown event", { config: { url }, events: ["push", "shove"] }, "events", "invalid"],
    ["with events as a text", { config: { url }, events: "push" }, "events", "invalid"],
    ["with an empty event", { config: { url }, events: [""] }, "events", "invalid"],
    ["neither active nor not", { config: { url }, active: "maybe" }, "active", "invalid"],
    ["with a number as name", { config: { url }, name: 1 }, "name", "invalid"],
  ] as const) {
    it(`are refused ${title}`, async () => {
      assertInvalid(await create(body), "Hook", field, code);
      assert.deepEqual((await service.call("GET", at, mia)).body, []);
    });
  }

  it("are refused with malformed JSON, and changes to unknown events change nothing", async () => {
    assertError(await create("{"), 400, "Problems parsing JSON");
    assertError(await create("[]"), 400, /JSON object/);
    const { id } = await made();
    assertInvalid(await patch(id, { active: false, add_events: ["shove"] }), "Hook", "add_events", "invalid");
    assertInvalid(await patch(id, { remove_events: "push" }), "Hook", "remove_events", "invalid");
    assert.equal((await service.call("GET", `${at}/${id}`, mia)).body.active, true);
  });

  it("are there once only", async () => {
    await made({ config: { url }, events: ["push", "fork"] });
    const again = await create({ config: { url, secret: "other" }, events: ["fork", "push"] });
    assertInvalid(again, "Hook", "base", "custom");
    assert.equal(again.body.errors[0].message, "Hook already exists on this repository");
    const { id } = await made({ config: { url } });
    assertInvalid(await patch(id, { add_events: ["fork"] }), "Hook", "base", "custom");
    assert.equal((await patch(id, { events: ["push"] })).status, 200);
  });

  it("are at most twenty for one event", async () => {
    for (let number = 0; number < 20; number += 1) await made({ config: { url: `${url}/${number}` } });
    const full = await create({ config: { url: `${url}/20` } });
    assertInvalid(full, "Hook", "base", "custom");
    assert.match(full.body.errors[0].message, /"push" event cannot have more than 20 hooks/);
    await made({ config: { url: `${url}/20` }, events: ["fork"] });
  });

  it("are shown to admins only", async () => {
    const { id } = await made();
    for (const who of [nora, otto, miaReader, {}]) {
      for (const [method, path] of [
        ["GET", ""],
        ["POST", ""],
        ["GET", `/${id}`],
        ["PATCH", `/${id}`],
        ["POST", `/${id}/test`],
        ["POST", `/${id}/pings`],
        ["GET", `/${id}/deliveries`],
        ["DELETE", `/${id}`],
      ] as const)
        assertError(await service.call(method, at + path, who), 404, "Not Found");
    }
    assertError(await service.call("GET", "/repos/mia/none/hooks", mia), 404, "Not Found");
    assert.equal((await service.call("GET", "/repos/mia/hallo/hooks", mia)).status, 301);
  });

  it("of archived repositories stay as they are", async () => {
    await made();
    await service.call("PATCH", "/repos/mia/hello", { ...mia, body: { archived: true } });
    assertError(await create({ config: { url: `${url}/2` } }), 403, /archived/);
    assert.equal((await service.call("GET", at, mia)).body.length, 1);
  });
});
