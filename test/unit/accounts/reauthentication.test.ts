import assert from "node:assert/strict";
import { after, before, beforeEach, describe, it } from "node:test";
import type { Account } from "../../../src/accounts/model.ts";
import { CancelledError } from "../../../src/base/errors.ts";
import { nodeTransport } from "../../../src/client/nodeTransport.ts";
import type { Client } from "../../../src/client/client.ts";
import type { Priority } from "../../../src/client/scheduler.ts";
import { eventually } from "../../support/eventually.ts";
import { type Answer, json, type RecordingServer, startRecordingServer } from "../../support/recordingServer.ts";
import { publicId, secretId, type Service, startService } from "../sandbox/service.ts";
import { failureOf } from "../../support/failureOf.ts";
import { assertSilent, candidateFor, openWindow, type Window } from "./window.ts";

/** An answer that the test gives when it wants. */
interface Question {
  readonly account: Account;
  readonly answer: (replaced: boolean) => void;
  readonly leave: (error: Error) => void;
}

let service: Service;
let window: Window;
let questions: Question[];
/** How many answers came over the wire. */
let answers: number;
before(async () => {
  service = await startService();
});
after(() => service.close());
beforeEach(() => {
  questions = [];
  answers = 0;
  window = openWindow({
    transportFor: async () => async (request) => {
      const answer = await nodeTransport(request);
      const body = await answer.arrayBuffer();
      answers++;
      return {
        status: answer.status,
        statusText: answer.statusText,
        headers: answer.headers,
        arrayBuffer: async () => body,
      };
    },
    askForToken: (account) =>
      new Promise((answer, leave) => {
        questions.push({ account, answer, leave });
      }),
  });
});

/** Until that many answers came and were dealt with. */
const answered = async (count: number): Promise<void> => {
  await eventually(() => answers >= count, `${count} answers`);
  await new Promise((resolve) => setImmediate(resolve));
};
const asked = (count: number): Promise<void> => eventually(() => questions.length === count, `${count} questions`);

// A call that waits for an answer that is never given would wait for ever.
const patience = { timeout: 20_000 };

describe("a token that has expired", patience, () => {
  let id: string;
  let client: Client;
  beforeEach(async () => {
    id = await window.model.add(candidateFor(service.url), { login: "mia" }, "sandbox_mia_old");
    client = window.model.get(id)?.client ?? assert.fail();
    window.changes.length = 0;
  });

  const calls = (priority: Priority): readonly Promise<unknown>[] => [
    client.call("gists.getAll", {}, { priority }),
    client.call("gists.starred", {}, { priority }),
    client.get("/user", { priority }),
    client.call("gists.create", { public: false, files: { a: { content: "a" } } }, { priority }),
    client.call("gists.edit", { id: secretId, description: priority }, { priority }),
    ...Array.from({ length: 20 }, (_, page) => client.call("gists.public", { page: page + 1 }, { priority })),
  ];
  const replace = () => window.model.replaceToken(id, { login: "mia" }, "sandbox_mia");

  for (const moment of ["when all of them have failed", "while some of them are under way"] as const) {
    it(`is asked for once when many calls fail, and replaced ${moment} they all run again`, async () => {
      const before = service.sandbox.state().gists.length;
      const running = calls("user");
      if (moment === "when all of them have failed") await answered(running.length);
      await asked(1);
      assert.equal(questions[0]?.account.profile.id, id);
      assert.equal(window.model.get(id)?.problem, "refused");
      assert.deepEqual(window.changes, [{ added: [], removed: [], changed: [id] }]);
      await replace();
      questions[0]?.answer(true);
      const results = await Promise.all(running);
      assert.equal(Reflect.get(results[2] as object, "login"), "mia");
      assert.equal(service.sandbox.state().gists.length, before + 1);
      assert.equal(questions.length, 1);
      assert.equal(window.model.get(id)?.problem, undefined);
    });
  }

  it("fails every call with the server's 401 when there is no other", async () => {
    const running = calls("user");
    const outcomes = Promise.allSettled(running);
    await answered(running.length);
    await asked(1);
    questions[0]?.answer(false);
    for (const outcome of await outcomes) {
      assert.equal(outcome.status, "rejected");
      assert.equal((outcome.reason as { code?: number }).code, 401);
      assertSilent(outcome.reason, "sandbox_mia_old");
    }
    assert.equal(questions.length, 1);
    assert.equal(window.model.get(id)?.problem, "refused");
  });

  it("cancels what waited when the user leaves the question", async () => {
    const outcome = client.call("gists.getAll", {});
    await asked(1);
    questions[0]?.leave(new CancelledError());
    await assert.rejects(outcome, CancelledError);
  });

  it("is asked for again by a later call", async () => {
    for (const count of [1, 2]) {
      const outcome = failureOf(client.call("gists.getAll", {}));
      await asked(count);
      questions[count - 1]?.answer(false);
      assert.equal((await outcome).code, 401);
    }
    assert.equal(window.changes.length, 1);
  });

  it("fails a call at once that only shows something, while the question stands", async () => {
    const error = await failureOf(client.call("gists.getAll", {}, { priority: "visible" }));
    assert.equal(error.code, 401);
    assert.equal(questions.length, 1);
    assert.equal(window.model.get(id)?.problem, "refused");
    const waiting = client.call("gists.starred", {}, { priority: "user" });
    await replace();
    questions[0]?.answer(true);
    await waiting;
    assert.equal(questions.length, 1);
  });

  it("is asked for once by calls that only show something, and again by what the user does", async () => {
    await assert.rejects(client.call("gists.getAll", {}, { priority: "visible" }));
    await asked(1);
    questions[0]?.answer(false);
    await new Promise((resolve) => setImmediate(resolve));
    await assert.rejects(client.call("gists.getAll", {}, { priority: "visible" }));
    assert.equal(questions.length, 1);
    const outcome = client.call("gists.getAll", {});
    await asked(2);
    questions[1]?.answer(false);
    await assert.rejects(outcome);
  });

  it("leaves no unhandled rejection when a question fails for which no call waits", async () => {
    await failureOf(client.call("gists.getAll", {}, { priority: "visible" }));
    questions[0]?.leave(new Error("closed"));
    await new Promise((resolve) => setImmediate(resolve));
    const outcome = client.call("gists.getAll", {});
    await asked(2);
    questions[1]?.leave(new Error("closed again"));
    await assert.rejects(outcome, /closed again/);
  });

  it("is never asked for by what runs in the background", async () => {
    for (const outcome of await Promise.allSettled(calls("background"))) {
      assert.equal(outcome.status, "rejected");
      assert.equal((outcome.reason as { code?: number }).code, 401);
    }
    assert.equal(questions.length, 0);
    assert.equal(window.model.get(id)?.problem, "refused");
    assert.equal(window.changes.length, 1);
  });

  it("is asked for no third time when the new one is refused too", async () => {
    const outcome = failureOf(client.call("gists.getAll", {}));
    await asked(1);
    await window.model.replaceToken(id, { login: "mia" }, "wrong");
    questions[0]?.answer(true);
    assert.equal((await outcome).code, 401);
    assert.equal(questions.length, 1);
  });

  it("is not asked for by other failures", async () => {
    await replace();
    for (const call of [
      () => client.call("gists.get", { id: "f".repeat(32) }),
      () => client.call("gists.create", { public: false, files: {} }),
      () => client.call("gists.fork", { id: publicId }),
    ]) {
      assert.notEqual((await failureOf(call())).code, 401);
    }
    assert.equal(questions.length, 0);
    assert.equal(window.model.get(id)?.problem, undefined);
  });

  it("is asked for by its own account only", async () => {
    const otto = await window.model.add(candidateFor(service.url), { login: "otto" }, "sandbox_otto");
    const outcome = failureOf(client.call("gists.getAll", {}));
    await asked(1);
    assert.equal((await window.model.get(otto)?.client.call("gists.getAll", {}))?.length, 0);
    questions[0]?.answer(false);
    await outcome;
    assert.equal(window.model.get(otto)?.problem, undefined);
    assert.equal(questions.length, 1);
  });
});

describe("a single route that answers 401", patience, () => {
  let server: RecordingServer;
  let id: string;
  let client: Client;
  let user: Answer;
  before(async () => {
    server = await startRecordingServer();
  });
  after(() => server.close());
  beforeEach(async () => {
    server.requests.length = 0;
    user = json({ login: "mia" });
    server.answer = (request, response) =>
      (request.url === "/user" ? user : json({ message: "Not here" }, 401))(request, response);
    id = await window.model.add(candidateFor(server.url), { login: "mia" }, "good");
    client = window.model.get(id)?.client ?? assert.fail();
    window.changes.length = 0;
  });
  const userRequests = () => server.requests.filter(({ url }) => url === "/user");
  const assertUnchanged = (): void => {
    assert.equal(questions.length, 0);
    assert.equal(window.model.get(id)?.problem, undefined);
    assert.deepEqual(window.changes, []);
  };

  for (const priority of ["user", "visible", "background"] as const)
    it(`is no reason to ask for another token when GET /user works (${priority})`, async () => {
      const error = await failureOf(client.call("gists.getAll", {}, { priority }));
      assert.deepEqual([error.kind, error.code, error.message], ["forbidden", 401, "Not here"]);
      assert.deepEqual(
        server.requests.map(({ url, headers }) => [url.split("?")[0], headers.authorization]),
        [
          ["/gists", "Bearer good"],
          ["/user", "Bearer good"],
        ],
      );
      assertUnchanged();
    });

  it("is no reason either when the token may not read the user", async () => {
    user = json({ message: "Resource not accessible" }, 403);
    assert.equal((await failureOf(client.call("gists.getAll", {}))).kind, "forbidden");
    assertUnchanged();
  });

  it("leaves the account as it is when GET /user is not answered", async () => {
    user = json({ message: "Down" }, 503);
    assert.equal((await failureOf(client.call("gists.getAll", {}))).kind, "server");
    assert.equal(userRequests().length, 1);
    assertUnchanged();
  });

  it("leaves the account as it is when another page answers in place of the service", async () => {
    user = (_, response) =>
      response.writeHead(200, { "content-type": "text/html" }).end("<p>Sign in to Wi-Fi</p>");
    assert.equal((await failureOf(client.call("gists.getAll", {}))).kind, "unreadable");
    user = (_, response) => response.writeHead(302, { location: "https://wifi.example.com/" }).end();
    assert.equal((await failureOf(client.call("gists.getAll", {}))).kind, "redirect");
    assertUnchanged();
  });

  it("is checked once for calls that fail together", async () => {
    const held: (() => void)[] = [];
    user = (request, response) => held.push(() => json({ login: "mia" })(request, response));
    const outcomes = Promise.all([
      failureOf(client.call("gists.getAll", {})),
      failureOf(client.call("gists.starred", {})),
    ]);
    await answered(2);
    await eventually(() => held.length === 1, "it is checked");
    held[0]?.();
    assert.deepEqual(
      (await outcomes).map(({ kind }) => kind),
      ["forbidden", "forbidden"],
    );
    assert.equal(userRequests().length, 1);
    assertUnchanged();
  });

  it("is about the token when GET /user is refused, too", async () => {
    user = json({ message: "Bad credentials" }, 401);
    const outcome = failureOf(client.call("gists.getAll", {}));
    await asked(1);
    assert.equal(window.model.get(id)?.problem, "refused");
    questions[0]?.answer(false);
    assert.equal((await outcome).kind, "unauthorized");
    assert.equal(userRequests().length, 1);
  });

  describe("once the token was refused", () => {
    beforeEach(async () => {
      user = json({ message: "Bad credentials" }, 401);
      await failureOf(client.call("gists.getAll", {}, { priority: "background" }));
      assert.equal(window.model.get(id)?.problem, "refused");
      server.requests.length = 0;
      window.changes.length = 0;
    });
    const acceptAll = (): void => {
      server.answer = json([]);
      user = json({ login: "mia" });
    };

    it("is over when a call is answered and the server accepts the token again", async () => {
      acceptAll();
      await client.call("gists.getAll", {}, { priority: "background" });
      await eventually(() => window.model.get(id)?.problem === undefined, "the account is usable");
      assert.deepEqual(window.changes, [{ added: [], removed: [], changed: [id] }]);
      assert.equal(questions.length, 0);
    });

    it("stays when only routes are answered that need no token: it is checked again every 5 seconds", async () => {
      server.answer = (request, response) => (request.url === "/user" ? user : json([]))(request, response);
      for (let count = 0; count < 5; count++) await client.call("gists.public", {}, { priority: "background" });
      await eventually(() => userRequests().length === 1, "it is checked");
      window.clock.advance(4999);
      await client.call("gists.public", {}, { priority: "background" });
      assert.equal(userRequests().length, 1);
      window.clock.advance(1);
      await eventually(() => userRequests().length === 2, "it is checked again");
      assert.equal(window.model.get(id)?.problem, "refused");
      assert.deepEqual(window.changes, []);
    });

    it("stays while the server does not answer whose token it is", async () => {
      server.answer = (request, response) =>
        (request.url === "/user" ? json({ message: "Down" }, 503) : json([]))(request, response);
      await client.call("gists.public", {}, { priority: "background" });
      await eventually(() => userRequests().length === 1, "it is asked");
      assert.equal(window.model.get(id)?.problem, "refused");
    });

    it("is over when what the user saves finds that the server accepts it, be it soon after a check", async () => {
      await window.model.recheck(id);
      acceptAll();
      const rechecks = Promise.all([window.model.recheck(id), window.model.recheck(id)]);
      window.clock.advance(5000);
      await rechecks;
      assert.equal(window.model.get(id)?.problem, undefined);
      assert.equal(userRequests().length, 2);
    });

    it("is checked again after 5 seconds, too, when the clock was set back since the last check", async () => {
      await window.model.recheck(id);
      const before = window.clock.now() - 3_600_000;
      window.clock.now = () => before;
      acceptAll();
      const recheck = window.model.recheck(id);
      window.clock.advance(5000);
      await recheck;
      assert.equal(window.model.get(id)?.problem, undefined);
    });
  });
});

describe("a refusal that arrives after the token was replaced", patience, () => {
  let server: RecordingServer;
  before(async () => {
    server = await startRecordingServer();
  });
  after(() => server.close());

  it("asks nothing: the call runs again with the new token", async () => {
    const refusals: (() => void)[] = [];
    server.answer = (request, response) => {
      const answer: Answer =
        request.headers.authorization === "Bearer new" ? json([{ id: "1" }]) : json({ message: "No" }, 401);
      if (request.url === "/gists/starred" && request.headers.authorization === "Bearer old")
        refusals.push(() => answer(request, response));
      else answer(request, response);
    };
    const id = await window.model.add(candidateFor(server.url), { login: "mia" }, "old");
    const client = window.model.get(id)?.client ?? assert.fail();
    const slow = client.call("gists.starred", {}, { priority: "visible" });
    await eventually(() => refusals.length === 1, "the slow call arrives");
    const quick = client.call("gists.getAll", {});
    await asked(1);
    await window.model.replaceToken(id, { login: "mia" }, "new");
    questions[0]?.answer(true);
    await quick;
    refusals[0]?.();
    assert.equal((await slow)[0]?.id, "1");
    assert.equal(questions.length, 1);
    assert.equal(window.model.get(id)?.problem, undefined);
  });
});
