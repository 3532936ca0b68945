import assert from "node:assert/strict";
import { after, before, beforeEach, describe, test } from "node:test";
import { Client } from "../../../src/client/client.ts";
import { HttpError } from "../../../src/client/errors.ts";
import { nodeTransport } from "../../../src/client/nodeTransport.ts";
import { fitting } from "../../support/fittingAnswer.ts";
import { failureOf } from "../../support/failureOf.ts";
import { json, type RecordingServer, startRecordingServer } from "../../support/recordingServer.ts";

let server: RecordingServer;
let client: Client;
before(async () => {
  server = await startRecordingServer();
});
after(() => server.close());
beforeEach(() => {
  server.requests.length = 0;
  server.answer = fitting;
  client = new Client({
    baseUrl: server.url,
    dialect: "interface",
    transport: nodeTransport,
    retry: { attempts: 0 },
  });
});

describe("results", () => {
  test("all nine headers are in meta, on objects", async () => {
    const headers = {
      "x-ratelimit-limit": "5000",
      "x-ratelimit-remaining": "4999",
      "x-ratelimit-reset": "1",
      "x-oauth-scopes": "gist",
      link: '<x>; rel="next"',
      location: "/there",
      "last-modified": "Mon, 01 Jan 2024 00:00:00 GMT",
      etag: '"1"',
      status: "200 Fine",
    };
    server.answer = json({ id: "1" }, 200, { ...headers, "x-other": "no" });
    const gist = await client.call("gists.get", { id: "1" });
    assert.equal(gist.id, "1");
    assert.deepEqual(gist.meta, headers);
  });

  test("a list has meta too, and it is hidden from loops", async () => {
    server.answer = json([{ id: "1" }], 200, { etag: '"2"' });
    const list = await client.call("gists.getAll", {});
    assert.deepEqual(list.meta, { etag: '"2"', status: "200 OK" });
    assert.deepEqual(Object.keys(list), ["0"]);
    assert.equal(JSON.stringify(list), '[{"id":"1"}]');
  });

  test("an own meta of the answer is kept and added to", async () => {
    server.answer = json({ meta: { status: "mine", more: 1 } });
    const result = await client.call("misc.meta", {});
    assert.deepEqual(result.meta, { status: "mine", more: 1 });
  });

  for (const [title, status, body] of [
    ["204 without a body", 204, ""],
    ["an empty body that says it is JSON", 200, ""],
    ["null", 200, "null"],
  ] as const) {
    test(`${title} becomes an empty object`, async () => {
      server.answer = (_, response) => {
        response.writeHead(status, { "content-type": "application/json" });
        response.end(body);
      };
      const result = await client.call("gists.star", { id: "1" });
      assert.deepEqual(Object.keys(result), ["meta"]);
      assert.ok(result.meta.status?.startsWith(String(status)));
    });
  }

  test("a JSON suffix type is parsed, any other type is the raw body", async () => {
    server.answer = (_, response) => {
      response.writeHead(200, { "content-type": "application/vnd.github.v3+json; charset=utf-8" });
      response.end('{"shipit":"u"}');
    };
    assert.equal((await client.call("misc.emojis", {}))["shipit"], "u");
    server.answer = (_, response) => {
      response.writeHead(200, { "content-type": "text/plain" });
      response.end('{"ü":1}');
    };
    assert.equal(await client.misc.emojis(), '{"ü":1}');
  });

  test("the archive link is not followed: its location is in meta", async () => {
    server.answer = (_, response) => {
      response.writeHead(302, { location: "https://elsewhere.example/x.zip" });
      response.end();
    };
    const result = await client.call("repos.getArchiveLink", { user: "u", repo: "r", archive_format: "zipball" });
    assert.equal(result.meta.location, "https://elsewhere.example/x.zip");
    assert.equal(server.requests.length, 1);
  });
});

describe("errors", () => {
  test("code is the numeric status and message is the service's", async () => {
    server.answer = json(
      {
        message: "Validation Failed",
        documentation_url: "https://docs.example",
        errors: [{ resource: "Gist", field: "files", code: "missing_field" }, "plain"],
      },
      422,
      { "x-github-request-id": "AB:12" },
    );
    const error = await failureOf(client.call("gists.create", { public: false, files: {} }));
    assert.equal(error.code, 422);
    assert.equal(error.kind, "unprocessable");
    assert.equal(error.message, "Validation Failed");
    assert.deepEqual(error.errors, [
      { resource: "Gist", field: "files", code: "missing_field" },
      { message: "plain" },
    ]);
    assert.equal(error.documentationUrl, "https://docs.example");
    assert.equal(error.requestId, "AB:12");
    assert.equal(error.headers["x-github-request-id"], "AB:12");
    assert.deepEqual(JSON.parse(JSON.stringify(error)), {
      code: 422,
      status: "UnprocessableEntity",
      message: "Validation Failed",
    });
  });

  for (const [status, kind] of [
    [400, "badRequest"],
    [401, "unauthorized"],
    [403, "forbidden"],
    [404, "notFound"],
    [409, "conflict"],
    [410, "gone"],
    [418, "http"],
    [429, "rateLimited"],
    [500, "server"],
    [503, "server"],
  ] as const) {
    test(`${status} is ${kind}`, async () => {
      server.answer = json({ message: "M" }, status);
      const error = await failureOf(client.call("gists.get", { id: "1" }));
      assert.deepEqual([error.code, error.kind], [status, kind]);
    });
  }

  test("an HTML error page is not shown as the message", async () => {
    server.answer = (_, response) => {
      response.writeHead(502, { "content-type": "text/html" });
      response.end("<html><script>alert(1)</script></html>");
    };
    const error = await failureOf(client.call("gists.get", { id: "1" }));
    assert.equal(error.message, "502 Bad Gateway");
  });

  test("a body that says it is JSON and is not gives InternalServerError with the raw response", async () => {
    server.answer = (_, response) => {
      response.writeHead(200, { "content-type": "application/json" });
      response.end("{oops");
    };
    const [error, raw] = await new Promise<[Error | null, unknown]>((resolve) =>
      client.gists.get({ id: "1" }, (...args) => resolve([args[0], args[1]])),
    );
    assert.ok(error instanceof HttpError);
    assert.equal(error.name, "InternalServerError");
    assert.equal(error.code, 500);
    assert.throws(() => JSON.parse("{oops"), { message: error.message });
    assert.equal(error.text?.template, "The server's response isn't valid JSON.");
    assert.equal((raw as { body: string }).body, "{oops");
    assert.equal((raw as { status: number }).status, 200);
  });

  test("a refused connection is 503, with the host and without the query", async () => {
    const gone = await startRecordingServer();
    await gone.close();
    const lost = new Client({
      baseUrl: gone.url,
      dialect: "github",
      transport: nodeTransport,
      retry: { attempts: 0 },
    });
    const error = await failureOf(lost.call("gists.getAll", { since: "2020-01-01" }));
    assert.deepEqual([error.code, error.kind], [503, "network"]);
    assert.match(error.message, /127\.0\.0\.1:\d+ can't be reached \(ECONNREFUSED\)/);
    const { host } = new URL(gone.url);
    assert.deepEqual(error.text, { template: "{0} can't be reached{1}.", values: [host, " (ECONNREFUSED)"] });
    assert.doesNotMatch(error.message, /since/);
  });
});

describe("call surfaces", () => {
  test("a callback gets the error first and the result second, later", async () => {
    server.answer = json({ id: "9" });
    const order: string[] = [];
    await new Promise<void>((resolve) => {
      const returned = client.gists.get({ id: "9" }, (error, gist) => {
        assert.equal(error, null);
        assert.equal((gist as { id: string }).id, "9");
        order.push("callback");
        resolve();
      });
      assert.equal(returned, undefined);
      order.push("returned");
    });
    assert.deepEqual(order, ["returned", "callback"]);
  });

  test("a block between the two overrides options of this call", async () => {
    const controller = new AbortController();
    controller.abort();
    const error = await new Promise<Error | null>((resolve) =>
      client.gists.get({ id: "9" }, { signal: controller.signal }, (reason) => resolve(reason)),
    );
    assert.equal(error?.name, "CancelledError");
    await new Promise<void>((resolve) => client.gists.get({ id: "9" }, null, () => resolve()));
    assert.equal(server.requests.length, 1);
  });

  test("without a callback there is a promise; without parameters there is no need of any", async () => {
    server.answer = json({ shipit: "url" });
    assert.equal((await client.misc.emojis())["shipit"], "url");
  });

  test("validation errors arrive later too, as 400, and nothing is sent", async () => {
    let called = false;
    const done = new Promise<Error | null>((resolve) =>
      client.gists.get({} as never, (error) => {
        called = true;
        resolve(error);
      }),
    );
    assert.equal(called, false);
    const error = await done;
    assert.equal((error as HttpError).code, 400);
    assert.equal((error as HttpError).kind, "validation");
    assert.equal(server.requests.length, 0);
  });

  test("the parameter object is never changed", async () => {
    const msg = Object.freeze({
      since: new Date("2015-04-19T10:00:00Z"),
      headers: Object.freeze({ Accept: "text/plain" }),
    });
    await client.call("gists.getAll", msg);
    await client.call("gists.getAll", msg);
    assert.equal(server.requests[1]?.url, "/gists?since=2015-04-19T10%3A00%3A00Z");
  });
});

describe("validation", () => {
  const cases: readonly (readonly [string, () => Promise<unknown>, RegExp])[] = [
    ["a missing path parameter", () => client.call("gists.get", {} as never), /id is required/],
    ["an empty path parameter", () => client.call("gists.get", { id: "" }), /id is required/],
    ["a path parameter of two dots", () => client.call("gists.get", { id: ".." }), /must not contain/],
    [
      "a path that climbs",
      () => client.call("repos.getContent", { user: "u", repo: "r", path: "a/../../b" }),
      /must not contain/,
    ],
    ["half a surrogate pair", () => client.call("gists.get", { id: "\ud800" }), /Unicode/],
    [
      "an unknown parameter",
      () => client.call("gists.get", { id: "1", idd: "2" } as never),
      /Unknown parameter idd/,
    ],
    ["a page that is no number", () => client.call("gists.getAll", { page: "x" }), /page must be a number/],
    ["a negative page", () => client.call("gists.getAll", { page: -1 }), /page has an invalid value/],
    ["more than 100 per page", () => client.call("gists.getAll", { per_page: 101 }), /at most 100/],
    ["a value outside the allowed ones", () => client.call("repos.getAll", { type: "mine" }), /one of all, owner/],
    ["a date that is none", () => client.call("gists.getAll", { since: "yesterday" }), /must be a date/],
    ["an invalid Date", () => client.call("gists.getAll", { since: new Date("x") }), /must be a date/],
    [
      "a public that is neither",
      () => client.call("gists.create", { public: "yes" as never, files: {} }),
      /true or false/,
    ],
    ["JSON text that is none", () => client.call("gists.create", { public: true, files: "{" }), /not valid JSON/],
    [
      "JSON text that is no object",
      () => client.call("gists.create", { public: true, files: "5" }),
      /must be an object/,
    ],
    [
      "content that is not Base64",
      () => client.call("repos.createFile", { user: "u", repo: "r", path: "p", message: "m", content: "ü" }),
      /must be Base64/,
    ],
    [
      "a list that is none",
      () =>
        client.call("repos.createHook", {
          user: "u",
          repo: "r",
          name: "web",
          config: {},
          events: "push" as never,
        }),
      /must be a list/,
    ],
    [
      "an archive ref without a slash, as the interface document says",
      () => client.call("repos.getArchiveLink", { user: "u", repo: "r", ref: "main", archive_format: "tarball" }),
      /ref has an invalid value/,
    ],
    ["parameters that are no object", () => client.call("gists.get", "1" as never), /must be an object/],
    [
      "a header outside the whitelist",
      () => client.call("misc.meta", { headers: { Host: "evil" } as never }),
      /can't be set/,
    ],
    [
      "a header with a line break",
      () => client.call("misc.meta", { headers: { Accept: "a\r\nX-Evil: 1" } }),
      /header Accept has an invalid value/,
    ],
  ];
  for (const [title, call, message] of cases) {
    test(`${title} is refused before anything is sent`, async () => {
      const error = await failureOf(call());
      assert.equal(error.code, 400);
      assert.equal(error.kind, "validation");
      assert.match(error.message, message);
      assert.equal(server.requests.length, 0);
    });
  }

  test("public may be a boolean or its text", async () => {
    for (const given of [false, "false", true, "true"] as const)
      await client.call("gists.create", { public: given, files: {} });
    const sent = server.requests.map(({ body }) => (JSON.parse(body) as { public: boolean }).public);
    assert.deepEqual(sent, [false, false, true, true]);
  });

  test("today's service may be asked for an archive of a plain branch", async () => {
    const today = new Client({ baseUrl: server.url, dialect: "github", transport: nodeTransport });
    await today.call("repos.getArchiveLink", { user: "u", repo: "r", ref: "main", archive_format: "tarball" });
    assert.equal(server.requests[0]?.url, "/repos/u/r/tarball/main");
  });

  test("an unknown version, an unusable address and plain http to a far host are refused", () => {
    const make =
      (options: object): (() => Client) =>
      () =>
        new Client({ baseUrl: server.url, dialect: "github", transport: nodeTransport, ...options });
    assert.throws(make({ version: "2.0.0" }), TypeError);
    for (const baseUrl of [
      "",
      "example.com",
      "ftp://example.com",
      "https://u:p@example.com",
      "https://example.com/?a=1",
      "http://example.com",
    ])
      assert.throws(make({ baseUrl }), (error) => HttpError.is(error, "validation"), baseUrl);
    assert.equal(make({ baseUrl: "https://example.com/api/v3//" })().baseUrl, "https://example.com/api/v3");
    assert.equal(make({ baseUrl: "http://[::1]:3000" })().baseUrl, "http://[::1]:3000");
  });
});

describe("headers", () => {
  test("a call's header wins over the client's", async () => {
    const own = new Client({
      baseUrl: server.url,
      dialect: "github",
      transport: nodeTransport,
      headers: { "User-Agent": "mine", Accept: "application/a" },
    });
    await own.call("misc.meta", { headers: { accept: "application/b", "If-None-Match": '"x"' } });
    const { headers } = server.requests[0]!;
    assert.equal(headers["user-agent"], "mine");
    assert.equal(headers.accept, "application/b");
    assert.equal(headers["if-none-match"], '"x"');
  });

  test("the one-time password travels under the profile's own header name", async () => {
    const names = { interface: "x-service-otp", github: "x-github-otp" } as const;
    for (const dialect of ["interface", "github"] as const) {
      const own = new Client({ baseUrl: server.url, dialect, transport: nodeTransport });
      await own.call("authorization.getAll", { headers: { "X-Service-OTP": "123456" } });
      assert.equal(server.requests.at(-1)?.headers[names[dialect]], "123456");
    }
    const own = new Client({
      baseUrl: server.url,
      dialect: "github",
      transport: nodeTransport,
      otpHeader: "X-Forge-OTP",
    });
    await own.call("authorization.getAll", { headers: { "X-Service-OTP": "1" } });
    assert.equal(server.requests.at(-1)?.headers["x-forge-otp"], "1");
    assert.equal(server.requests.at(-1)?.headers["x-service-otp"], undefined);
  });
});
