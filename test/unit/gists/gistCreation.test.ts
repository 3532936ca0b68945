import assert from "node:assert/strict";
import { afterEach, beforeEach, describe, it } from "node:test";
import { CancelledAfterSendingError, CancelledError } from "../../../src/base/errors.ts";
import { HttpError } from "../../../src/client/errors.ts";
import { poll } from "../../support/run/poll.ts";
import { type OpenService, openService } from "./openService.ts";

const gist = { description: "Notes", public: false, files: { "a.txt": "one\n", "b.txt": "two\n" } };

describe("A gist whose creation was not answered", () => {
  let service: OpenService;
  beforeEach(async () => {
    service = await openService({
      users: [{ login: "mia" }],
      tokens: [{ token: "sandbox_mia", login: "mia", scopes: ["gist"] }],
    });
  });
  afterEach(() => service.close());

  const create = (given = gist) => service.gists.create(service.accountId, given);
  const breakPosts = (isMade: boolean): void => {
    const broken = (): Response => Response.json({ message: "Bad Gateway" }, { status: 502 });
    service.hooks.before = ({ method }) => (method === "POST" && !isMade ? broken() : undefined);
    service.hooks.after = (answer, { method }) => (method === "POST" && isMade ? broken() : answer);
  };
  const repair = (): void => {
    service.hooks.before = () => undefined;
    service.hooks.after = (answer) => answer;
  };

  /** The answer is lost, and the service cannot be asked for a while. */
  const breakAll = (): void => {
    breakPosts(true);
    const before = service.hooks.before;
    service.hooks.before = (request) =>
      request.method === "GET" ? Response.json({ message: "Not yet" }, { status: 403 }) : before(request);
  };

  it("is found at once", async () => {
    breakPosts(true);
    const made = await create();
    assert.deepEqual(
      (await service.own()).map(({ id }) => id),
      [made.id],
    );
    assert.equal(service.sent("POST").length, 1);
  });

  it("is not made twice, however often the answer is lost", async () => {
    breakAll();
    await assert.rejects(create(), (error) => HttpError.is(error, "server"));
    await assert.rejects(create(), (error) => HttpError.is(error, "server"));
    assert.equal(service.sent("POST").length, 1);
    breakPosts(true);
    service.hooks.before = () => undefined;
    const made = await create();
    assert.equal((await service.own()).length, 1);
    repair();
    assert.equal((await service.own())[0]?.id, made.id);
    assert.equal(service.sent("POST").length, 1);
    const { gists } = await service.gists.lists.get(service.accountId, "own");
    assert.deepEqual(
      gists.map(({ id }) => id),
      [made.id],
    );
  });

  it("counts as made when the user cancelled it too late", async () => {
    const stop = new AbortController();
    service.hooks.after = (answer, { method }) => {
      if (method === "POST") stop.abort();
      return answer;
    };
    const made = await service.gists.create(service.accountId, gist, stop.signal);
    assert.deepEqual(
      (await service.own()).map(({ id }) => id),
      [made.id],
    );
  });

  it("may be made after the user cancelled it, which is known, and is not made twice then", async () => {
    const stop = new AbortController();
    let act: (() => void) | undefined;
    const acted = new Promise<void>((resolve) => (act = resolve));
    service.hooks.before = async ({ method }) => {
      if (method !== "POST") return undefined;
      stop.abort();
      await acted;
      return undefined;
    };
    await assert.rejects(
      service.gists.create(service.accountId, gist, stop.signal),
      (error) => error instanceof CancelledAfterSendingError,
    );
    repair();
    act?.();
    await poll(async () => (await service.own()).length === 1, { timeout: 5000, what: "the service has acted" });
    const made = await create();
    assert.deepEqual(
      (await service.own()).map(({ id }) => id),
      [made.id],
    );
  });

  it("is not sent when the user cancelled it before", async () => {
    const error = await service.gists
      .create(service.accountId, gist, AbortSignal.abort())
      .catch((e: unknown) => e);
    assert.ok(error instanceof CancelledError && !(error instanceof CancelledAfterSendingError));
    assert.equal(service.sent("POST").length, 0);
  });

  it("is not taken for an equal one of long before", async () => {
    await create();
    // The service's clock goes on with each request.
    for (let count = 0; count < 100; count++) await service.own();
    breakPosts(false);
    await assert.rejects(create());
    repair();
    await create();
    assert.equal((await service.own()).length, 2);
  });

  it("is made when it is not there", async () => {
    breakPosts(false);
    await assert.rejects(create());
    repair();
    await create();
    assert.equal((await service.own()).length, 1);
  });

  it("is another one when its content is, and when the first was answered", async () => {
    breakAll();
    await assert.rejects(create());
    repair();
    await create({ ...gist, files: { "a.txt": "other\n", "b.txt": "two\n" } });
    assert.equal((await service.own()).length, 2);
    await create();
    assert.equal((await service.own()).length, 2);
    await create();
    assert.equal((await service.own()).length, 3);
  });
});
