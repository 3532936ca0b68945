import assert from "node:assert/strict";
import { request } from "node:http";
import { afterEach, beforeEach, describe, it } from "node:test";
import { assertError, linksOf, publicId, type Service, startService } from "./service.ts";

const mia = { token: "sandbox_mia" };

describe("the sandbox's answers", () => {
  let service: Service;
  beforeEach(async () => {
    service = await startService({ rateLimit: { user: 40, anonymous: 3 } });
  });
  afterEach(() => service.close());

  it("carry the service's headers", async () => {
    const { headers } = await service.call("GET", `/gists/${publicId}`, mia);
    assert.equal(headers.get("content-type"), "application/json; charset=utf-8");
    assert.equal(headers.get("x-github-media-type"), "github.v3; format=json");
    assert.match(headers.get("x-github-request-id") ?? "", /^[0-9A-F:]{35}$/);
    assert.match(headers.get("etag") ?? "", /^W\/"[0-9a-f]{64}"$/);
    assert.equal(headers.get("last-modified"), "Sat, 03 May 2025 09:30:00 GMT");
    assert.equal(headers.get("access-control-allow-origin"), "*");
    assert.match(headers.get("access-control-expose-headers") ?? "", /ETag.*Link.*X-RateLimit-Remaining/);
  });

  it("are 404 for unknown paths, wrong methods and a slash at the end", async () => {
    for (const [method, path] of [
      ["GET", "/nothing"],
      ["PUT", "/gists"],
      ["POST", `/gists/${publicId}`],
      ["GET", "/gists/"],
      ["GET", "/api/v3/nothing"],
      ["GET", "/api/v4/gists"],
      ["GET", `/gists/${publicId}/fork`],
    ] as const) {
      assertError(await service.call(method, path, mia), 404, "Not Found");
    }
  });

  it("say what is wrong with a body", async () => {
    for (const body of ["{", "nonsense", "{'a': 1}"]) {
      assertError(await service.call("POST", "/gists", { ...mia, body }), 400, "Problems parsing JSON");
    }
    for (const body of ["[]", '"text"', "null", "5"]) {
      assertError(await service.call("POST", "/gists", { ...mia, body }), 400, "Body should be a JSON object");
    }
    assert.equal((await service.call("PUT", `/gists/${publicId}/star`, { ...mia, body: "{}" })).status, 204);
  });

  it("refuse a body of more than 60 MB", async () => {
    const body = JSON.stringify({ files: { a: { content: "x".repeat(61 * 1024 * 1024) } } });
    assertError(await service.call("POST", "/gists", { ...mia, body }), 413, "Payload too large");
    assert.equal((await service.call("GET", "/user", mia)).status, 200);
  });

  it("are 304 for a body that the caller has, which costs nothing", async () => {
    const first = await service.call("GET", "/gists", mia);
    const etag = first.headers.get("etag") ?? "";
    for (const tag of [etag, etag.slice(2), `"other", ${etag}`, "*"]) {
      const again = await service.call("GET", "/gists", { ...mia, headers: { "if-none-match": tag } });
      assert.equal(again.status, 304);
      assert.equal(again.text, "");
      assert.equal(again.headers.get("etag"), etag);
      assert.equal(again.headers.get("x-ratelimit-used"), "1");
    }
    await service.call("PATCH", `/gists/${publicId}`, { ...mia, body: { description: "Changed" } });
    const changed = await service.call("GET", "/gists", { ...mia, headers: { "if-none-match": etag } });
    assert.equal(changed.status, 200);
    assert.notEqual(changed.headers.get("etag"), etag);
  });

  it("heed If-Modified-Since for one gist", async () => {
    const read = (date: string) =>
      service.call("GET", `/gists/${publicId}`, { ...mia, headers: { "if-modified-since": date } });
    assert.equal((await read("Sat, 03 May 2025 09:30:00 GMT")).status, 304);
    assert.equal((await read("Sat, 03 May 2025 09:29:59 GMT")).status, 200);
    assert.equal((await read("nonsense")).status, 200);
  });

  it("count the requests of an hour and refuse those beyond", async () => {
    const remaining: (string | null)[] = [];
    for (let index = 0; index < 3; index += 1) {
      remaining.push((await service.call("GET", "/gists/public")).headers.get("x-ratelimit-remaining"));
    }
    assert.deepEqual(remaining, ["2", "1", "0"]);
    const refused = await service.call("GET", "/gists/public");
    assertError(refused, 403, /^API rate limit exceeded for /);
    assert.equal(refused.headers.get("x-ratelimit-remaining"), "0");
    assert.equal(refused.headers.get("x-ratelimit-reset"), String(Date.parse("2026-01-01T01:00:00Z") / 1000));
    assert.equal((await service.call("GET", "/gists", mia)).headers.get("x-ratelimit-limit"), "40");

    service.clock.advance(3_600_000);
    assert.equal((await service.call("GET", "/gists/public")).headers.get("x-ratelimit-remaining"), "2");
  });

  it("report the rate limit for free", async () => {
    await service.call("GET", "/gists/public");
    for (let index = 0; index < 2; index += 1) {
      const { body } = await service.call("GET", "/rate_limit");
      const wanted = { limit: 3, remaining: 2, reset: Date.parse("2026-01-01T01:00:00Z") / 1000, used: 1 };
      assert.deepEqual(body.resources.core, wanted);
      assert.deepEqual(body.rate, wanted);
      assert.deepEqual(
        Object.values(body.resources.search)
          .map((value) => typeof value)
          .slice(0, 3),
        ["number", "number", "number"],
      );
    }
  });

  it("ask a caller that writes too fast to wait", async () => {
    const strict = await startService({ rateLimit: { user: 40, anonymous: 3, writesPerMinute: 1 } });
    try {
      const star = () => strict.call("PUT", `/gists/${publicId}/star`, mia);
      assert.equal((await star()).status, 204);
      strict.clock.advance(20_000);
      const refused = await star();
      assertError(refused, 429, /secondary rate limit/);
      assert.equal(refused.headers.get("retry-after"), "40");
      strict.clock.advance(40_000);
      assert.equal((await star()).status, 204);
    } finally {
      await strict.close();
    }
  });

  it("page with links that keep the query", async () => {
    for (let index = 0; index < 5; index += 1) {
      await service.call("POST", "/gists", { ...mia, body: { files: { a: { content: String(index) } } } });
    }
    const first = await service.call("GET", "/api/v3/gists?per_page=3&since=2020-01-01T00:00:00Z", mia);
    const links = linksOf(first.headers);
    assert.deepEqual(Object.keys(links), ["next", "last"]);
    assert.ok(links["next"]?.startsWith(`${service.url}/api/v3/gists?per_page=3&since=2020-01-01`));
    const second = await service.call("GET", links["next"] ?? "", mia);
    assert.deepEqual(Object.keys(linksOf(second.headers)), ["prev", "next", "last", "first"]);
    const last = await service.call("GET", links["last"] ?? "", mia);
    assert.deepEqual(Object.keys(linksOf(last.headers)), ["prev", "first"]);
    assert.deepEqual([first.body.length, second.body.length, last.body.length], [3, 3, 1]);
    assert.deepEqual((await service.call("GET", "/gists?page=9", mia)).body, []);
    assert.equal((await service.call("GET", "/gists?per_page=0&page=-1", mia)).body.length, 7);
    assertError(await service.call("GET", "/gists/public?page=31&per_page=100", mia), 422, /3000/);
  });

  it("give at most 100 records a page, and 30 unless asked", async () => {
    const gists = Array.from({ length: 120 }, () => ({ owner: "mia", files: { a: "a" } }));
    const full = await startService({
      seed: { users: [{ login: "mia" }], tokens: [{ token: "t", login: "mia", scopes: ["gist"] }], gists },
    });
    try {
      assert.equal((await full.call("GET", "/gists", { token: "t" })).body.length, 30);
      assert.equal((await full.call("GET", "/gists?per_page=100", { token: "t" })).body.length, 100);
      assert.equal((await full.call("GET", "/gists?per_page=500", { token: "t" })).body.length, 100);
    } finally {
      await full.close();
    }
  });

  it("link to where the caller called", async () => {
    const plain = (await service.call("GET", `/gists/${publicId}`, mia)).body;
    assert.equal(plain.url, `${service.url}/gists/${publicId}`);
    const enterprise = await service.call("GET", `/api/v3/gists/${publicId}`, mia);
    assert.equal(enterprise.body.url, `${service.url}/api/v3/gists/${publicId}`);
    assert.equal(enterprise.body.html_url, plain.html_url);
    assert.match(enterprise.headers.get("x-github-enterprise-version") ?? "", /^enterprise-server@3/);
    const local = `${service.url.replace("127.0.0.1", "localhost")}/gists/${publicId}`;
    const answer = await service.sandbox.fetch(new Request(local));
    assert.equal((await answer.json()).url, local);
  });

  it("let a browser call from another origin", async () => {
    const preflight = await service.sandbox.fetch(
      new Request(`${service.url}/gists`, {
        method: "OPTIONS",
        headers: { origin: "https://example.com", "access-control-request-method": "PATCH" },
      }),
    );
    assert.equal(preflight.status, 204);
    assert.match(preflight.headers.get("access-control-allow-methods") ?? "", /PATCH/);
    assert.match(preflight.headers.get("access-control-allow-headers") ?? "", /Authorization/);
  });

  it("refuse an interface version that is unknown", async () => {
    const ask = (version: string) =>
      service.call("GET", "/meta", { headers: { "x-github-api-version": version } });
    assert.equal((await ask("2022-11-28")).headers.get("x-github-api-version-selected"), "2022-11-28");
    assertError(await ask("1999-01-01"), 400, /not a supported version/);
  });

  it("have the same headers and no body for HEAD", async () => {
    const get = await service.call("GET", `/gists/${publicId}`, mia);
    const head = await service.call("HEAD", `/gists/${publicId}`, mia);
    assert.equal(head.status, 200);
    assert.equal(head.text, "");
    assert.equal(head.headers.get("etag"), get.headers.get("etag"));
  });

  it("are 400 for a request line that names no path", async () => {
    const status = await new Promise((resolve, reject) => {
      const { port } = new URL(service.url);
      request({ host: "127.0.0.1", port, path: "http://elsewhere.example/gists" }, (answer) => {
        answer.resume();
        resolve(answer.statusCode);
      })
        .once("error", reject)
        .end();
    });
    assert.equal(status, 400);
  });
});
