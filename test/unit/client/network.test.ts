import assert from "node:assert/strict";
import type { ServerResponse } from "node:http";
import { after, afterEach, before, beforeEach, describe, test } from "node:test";
import { CancelledError } from "../../../src/base/errors.ts";
import { Client } from "../../../src/client/client.ts";
import type { ClientOptions } from "../../../src/client/clientOptions.ts";
import type { HttpError } from "../../../src/client/errors.ts";
import { nodeTransport } from "../../../src/client/nodeTransport.ts";
import { fitting } from "../../support/fittingAnswer.ts";
import { failureOf } from "../../support/failureOf.ts";
import { eventually } from "../../support/eventually.ts";
import { ManualClock } from "../../support/manualClock.ts";
import {
  type Answer,
  inTurn,
  json,
  type RecordingServer,
  startRecordingServer,
} from "../../support/recordingServer.ts";

let server: RecordingServer;
let other: RecordingServer;
let clock: ManualClock;
before(async () => {
  server = await startRecordingServer();
  other = await startRecordingServer();
});
after(async () => {
  await server.close();
  await other.close();
});
beforeEach(() => {
  for (const each of [server, other]) {
    each.requests.length = 0;
    each.answer = fitting;
  }
  clock = new ManualClock();
});
afterEach(() => assert.equal(clock.pending, 0, "a timer was left behind"));

const connect = (options: Partial<ClientOptions> = {}): Client =>
  new Client({
    baseUrl: server.url,
    dialect: "github",
    transport: nodeTransport,
    clock,
    random: () => 0.5,
    ...options,
  });

const redirect =
  (status: number, location: string): Answer =>
  (_, response) => {
    response.writeHead(status, { location });
    response.end();
  };

/** Lets time pass until the promise settles. */
const passing = async <T>(promise: Promise<T>): Promise<T> => {
  let settled = false;
  promise.then(
    () => (settled = true),
    () => (settled = true),
  );
  await eventually(() => {
    if (!settled) clock.advance(250);
    return settled;
  }, "the call settles");
  return promise;
};

describe("credentials", () => {
  test("a token goes into the header and never into the address", async () => {
    for (const type of ["oauth", "token"] as const) {
      const client = connect();
      client.authenticate({ type, token: "secret-1" });
      await client.call("gists.getAll", {});
      assert.equal(server.requests.at(-1)?.headers.authorization, "Bearer secret-1");
      assert.equal(server.requests.at(-1)?.url, "/gists");
    }
  });

  test("basic is for the authorizations and leaves the token to the rest", async () => {
    const client = connect();
    client.authenticate({ type: "token", token: "t" });
    client.authenticate({ type: "basic", username: "ü", password: "p:w" });
    await client.call("authorization.getAll", {});
    await client.call("gists.getAll", {});
    const [first, second] = server.requests;
    assert.equal(first?.headers.authorization, `Basic ${Buffer.from("ü:p:w").toString("base64")}`);
    assert.equal(second?.headers.authorization, "Bearer t");
  });

  test("nothing clears them, incomplete or strange ones are refused without being shown", async () => {
    const client = connect();
    client.authenticate({ type: "oauth", token: "t" });
    client.authenticate();
    await client.call("gists.public", {});
    assert.equal(server.requests[0]?.headers.authorization, undefined);
    assert.throws(() => client.authenticate({ type: "oauth", token: "" }), TypeError);
    assert.throws(() => client.authenticate({ type: "basic", username: "u", password: "" }), TypeError);
    assert.throws(() => client.authenticate({ type: "client" } as never), TypeError);
    assert.throws(
      () => client.authenticate({ type: "oauth", token: "sec\nret" }),
      (error: Error) => !error.message.includes("sec"),
    );
  });

  test("after a 401 the call is sent again when there are new credentials", async () => {
    server.answer = (request, response) =>
      (request.headers.authorization === "Bearer new" ? fitting : json({ message: "Bad credentials" }, 401))(
        request,
        response,
      );
    let asked = 0;
    const client: Client = connect({
      reauthenticate: async () => {
        asked++;
        client.authenticate({ type: "token", token: "new" });
        return true;
      },
    });
    client.authenticate({ type: "token", token: "old" });
    await client.call("gists.edit", { id: "1", description: "kept" });
    assert.equal(asked, 1);
    assert.deepEqual(JSON.parse(server.requests[1]!.body), { description: "kept" });
    const unwilling = connect({ reauthenticate: async () => false });
    assert.equal((await failureOf(unwilling.call("gists.getAll", {}))).kind, "unauthorized");
  });
});

describe("redirects", () => {
  for (const status of [301, 302, 307, 308]) {
    test(`${status} is followed with method, body and credentials on the same server`, async () => {
      server.answer = inTurn(redirect(status, "/repositories/1/merges"), json({ sha: "1", parents: [] }, 201));
      const client = connect();
      client.authenticate({ type: "token", token: "t" });
      await client.call("repos.merge", { user: "u", repo: "r", base: "a", head: "b" });
      const [first, second] = server.requests;
      assert.deepEqual(
        [second?.method, second?.url, second?.body],
        ["POST", "/repositories/1/merges", first?.body],
      );
      assert.equal(second?.headers.authorization, "Bearer t");
    });
  }

  test("a read that is led to another server goes without credentials", async () => {
    server.answer = redirect(302, `${other.url}/there`);
    const client = connect();
    client.authenticate({ type: "token", token: "t" });
    await client.call("repos.getContent", {
      user: "u",
      repo: "r",
      headers: { Cookie: "c=1", "X-Service-OTP": "1" },
    });
    const { headers } = other.requests[0]!;
    assert.deepEqual(
      [headers.authorization, headers.cookie, headers["x-github-otp"]],
      [undefined, undefined, undefined],
    );
  });

  test("credentials do not come back when the other server leads back", async () => {
    server.answer = inTurn(redirect(302, `${other.url}/there`), json([]));
    other.answer = redirect(302, `${server.url}/back`);
    const client = connect();
    client.authenticate({ type: "token", token: "t" });
    await client.call("gists.getAll", {});
    assert.equal(server.requests[1]?.headers.authorization, undefined);
  });

  test("a write is not sent to another server", async () => {
    server.answer = redirect(307, `${other.url}/there`);
    const error = await failureOf(
      connect().call("gists.create", { public: false, files: { a: { content: "private" } } }),
    );
    assert.equal(error.kind, "redirect");
    assert.equal(other.requests.length, 0);
  });

  test("a call may forbid to leave the server at all", async () => {
    server.answer = redirect(302, `${other.url}/there`);
    assert.equal((await failureOf(connect().get("/user", { leaveOrigin: false }))).kind, "redirect");
    assert.equal(other.requests.length, 0);
  });

  test("an address with a username or password is refused, not shown and not asked for again", async () => {
    for (const user of ["mia@", "mia:s3cr3t@"]) {
      server.requests.length = 0;
      server.answer = redirect(302, server.url.replace("://", `://${user}`));
      const failure = await failureOf(connect().call("gists.getAll", {}));
      assert.equal(failure.kind, "redirect");
      assert.match(failure.message, /a URL with a username or password/);
      assert.doesNotMatch(failure.message, /mia|s3cr3t/);
      assert.deepEqual(failure.text?.values, [new URL(server.url).host]);
      assert.equal(server.requests.length, 1);
    }
  });

  test("unprotected and unreadable targets and circles are refused", async () => {
    for (const [location, said] of [
      ["http://example.com/", /a URL that isn't encrypted \(example\.com\)\./],
      ["http://[", /a URL that can't be read\./],
    ] as const) {
      server.answer = redirect(302, location);
      const { kind, message } = await failureOf(connect().call("gists.getAll", {}));
      assert.equal(kind, "redirect");
      assert.match(message, said);
    }
    server.requests.length = 0;
    server.answer = redirect(302, "/again");
    assert.match((await failureOf(connect().call("gists.getAll", {}))).message, / redirected too many times\.$/);
    assert.equal(server.requests.length, 6);
  });
});

describe("time and cancellation", () => {
  const silent: ServerResponse[] = [];
  const never: Answer = (_, response) => void silent.push(response);

  test("a server that does not answer is given up after the timeout, as 504", async () => {
    server.answer = never;
    const client = connect({ timeout: 5000, retry: { attempts: 0 } });
    const call = failureOf(client.call("gists.getAll", {}));
    await eventually(() => server.requests.length === 1, "the request arrives");
    clock.advance(5000);
    const error = await call;
    assert.deepEqual([error.code, error.kind], [504, "timeout"]);
    await eventually(() => silent.pop()?.socket?.destroyed ?? true, "the socket is closed");
  });

  describe("a server that is silent for 5 seconds", () => {
    const waits: (() => void)[] = [];
    let over = 0;
    const signals: (AbortSignal | undefined)[] = [];
    const onSlow = (cancel: () => void, signal: AbortSignal | undefined) => {
      signals.push(signal);
      waits.push(cancel);
      return { dispose: () => void over++ };
    };
    beforeEach(() => {
      waits.length = 0;
      signals.length = 0;
      over = 0;
      server.answer = never;
    });
    const waiting = async (call: Promise<unknown>): Promise<HttpError> => {
      const failed = failureOf(call);
      await eventually(() => server.requests.length === 1, "the request arrives");
      clock.advance(4999);
      assert.equal(waits.length, 0);
      clock.advance(1);
      return failed;
    };

    test("is reported, and a read that is canceled then is not repeated", async () => {
      const { signal } = new AbortController();
      const error = waiting(connect({ onSlow }).call("gists.getAll", {}, { signal }));
      await eventually(() => waits.length === 1, "it is reported");
      assert.deepEqual(signals, [signal]);
      waits[0]?.();
      assert.deepEqual(
        [(await error).kind, (await error).message.replace(/^\S+ /, "")],
        ["timeout", "didn't respond within 5 s."],
      );
      assert.deepEqual((await error).text?.values, [new URL(server.url).host, 5]);
      assert.deepEqual([server.requests.length, over], [1, 1]);
    });

    test("is reported for a write with its signal, which may have succeeded when it is canceled", async () => {
      const { signal } = new AbortController();
      const error = waiting(connect({ onSlow }).call("gists.star", { id: "1" }, { signal }));
      await eventually(() => waits.length === 1, "it is reported");
      waits[0]?.();
      assert.equal((await error).mayHaveSucceeded, true);
      assert.equal(over, 1);
      assert.deepEqual(signals, [signal]);
    });

    test("is reported once, until it answers", async () => {
      const call = connect({ onSlow }).call("gists.star", { id: "1" });
      await eventually(() => server.requests.length === 1, "the request arrives");
      clock.advance(20_000);
      assert.deepEqual([waits.length, over], [1, 0]);
      silent.pop()?.writeHead(204).end();
      await call;
      assert.equal(over, 1);
    });

    test("is not reported to anyone for a read in the background", async () => {
      const call = failureOf(connect({ onSlow }).call("gists.getAll", {}, { priority: "background" }));
      await eventually(() => server.requests.length === 1, "the request arrives");
      clock.advance(29_999);
      assert.equal(waits.length, 0);
      silent.pop()?.destroy();
      await passing(call);
    });
  });

  test("a body that never ends is under the same limit", async () => {
    server.answer = (_, response) => {
      response.writeHead(200, { "content-type": "application/json" });
      response.write("[");
    };
    const call = failureOf(connect({ timeout: 5000, retry: { attempts: 0 } }).call("gists.getAll", {}));
    await eventually(() => server.requests.length === 1, "the request arrives");
    clock.advance(5000);
    assert.equal((await call).kind, "timeout");
  });

  test("a cancelled call ends at once and frees its socket", async () => {
    server.answer = never;
    const controller = new AbortController();
    const call = connect().call("gists.star", { id: "1" }, { signal: controller.signal });
    await eventually(() => server.requests.length === 1, "the request arrives");
    controller.abort();
    await assert.rejects(call, CancelledError);
    await eventually(() => silent.pop()?.socket?.destroyed ?? true, "the socket is closed");
  });

  test("a cancelled call is not repeated, not even from within its pause", async () => {
    server.answer = json({}, 500);
    const controller = new AbortController();
    const call = connect().call("gists.getAll", {}, { signal: controller.signal });
    await eventually(() => clock.pending === 1 && server.requests.length === 1, "the pause begins");
    controller.abort();
    await assert.rejects(call, CancelledError);
    assert.equal(server.requests.length, 1);
  });
});

describe("repetition", () => {
  test("a read is repeated after a server error, with growing pauses", async () => {
    server.answer = inTurn(json({}, 502), json({}, 503), json([{ id: "1" }]));
    const started = clock.now();
    const list = await passing(connect().call("gists.getAll", {}));
    assert.equal(list.length, 1);
    assert.equal(server.requests.length, 3);
    assert.ok(clock.now() - started >= 1500);
  });

  test("a write is never repeated after a server error", async () => {
    server.answer = json({}, 502);
    await failureOf(connect().call("gists.create", { public: false, files: {} }));
    assert.equal(server.requests.length, 1);
  });

  test("a write is repeated when the service says that it did not act and when to come back", async () => {
    server.answer = inTurn(json({ message: "slow down" }, 403, { "retry-after": "3" }), fitting);
    const started = clock.now();
    const gist = await passing(connect().call("gists.create", { public: false, files: {} }));
    assert.equal(gist.id, "1");
    assert.ok(clock.now() - started >= 3000);
  });

  test("a long wait is not waited for: the error says until when, and nothing more is sent", async () => {
    const reset = Math.floor(clock.now() / 1000) + 1800;
    server.answer = json({ message: "API rate limit exceeded" }, 403, {
      "x-ratelimit-limit": "60",
      "x-ratelimit-remaining": "0",
      "x-ratelimit-reset": String(reset),
    });
    const client = connect();
    const error = await failureOf(client.call("gists.getAll", {}));
    assert.deepEqual([error.code, error.kind, error.retryAt], [403, "rateLimited", reset * 1000]);
    assert.equal((await failureOf(client.call("gists.star", { id: "1" }))).kind, "rateLimited");
    assert.equal(server.requests.length, 1);
    assert.equal(client.blockedUntil, reset * 1000);
    server.answer = fitting;
    await client.call("misc.rateLimit", {});
    clock.advance(1_800_000);
    await client.call("gists.star", { id: "1" });
    assert.equal(server.requests.length, 3);
  });

  test("what the service says of the limit is reported", async () => {
    server.answer = json([], 200, {
      "x-ratelimit-limit": "60",
      "x-ratelimit-remaining": "59",
      "x-ratelimit-reset": "7",
    });
    const client = connect();
    const heard: unknown[] = [];
    client.onDidChangeQuota((quota) => heard.push(quota));
    await client.call("gists.getAll", {});
    assert.deepEqual(heard, [{ limit: 60, remaining: 59, reset: 7 }]);
    assert.deepEqual(client.quota, heard[0]);
  });
});
