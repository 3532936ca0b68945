import assert from "node:assert/strict";
import { afterEach, beforeEach, describe, it } from "node:test";
import { HttpError } from "../../../../src/client/errors.ts";
import type { Gist } from "../../../../src/client/types/gist.ts";
import { decodeDeleted, lostFilesOf, textFilesOf } from "../../../../src/gists/trash/deletedGist.ts";
import { Trash } from "../../../../src/gists/trash/model.ts";
import { GistProblem } from "../../../../src/gists/problem.ts";
import { ManualClock } from "../../../support/manualClock.ts";
import { MemoryFolder } from "../../../support/memoryFolder.ts";
import { smallSeed, publicId, secretId } from "../../sandbox/service.ts";
import { openService, type OpenService } from "../openService.ts";

const day = 86_400_000;
const big = `${"0123456789abcdef".repeat(70_000)}\r\nend`;

describe("deleted gists", () => {
  let service: OpenService;
  let folder: MemoryFolder;
  let clock: ManualClock;
  let days: number;
  let trash: Trash;
  let problems: unknown[];
  beforeEach(async () => {
    service = await openService(smallSeed);
    folder = new MemoryFolder();
    clock = new ManualClock();
    days = 30;
    problems = [];
    trash = open();
  });
  afterEach(async () => {
    trash.dispose();
    await service.close();
  });

  const open = (): Trash =>
    new Trash({
      accounts: service.window.model,
      folder,
      clock,
      keepDays: () => days,
      create: (accountId, gist, signal) => service.gists.create(accountId, gist, signal),
      onError: (error) => problems.push(error),
    });
  const remove = async (gistId: string) => {
    const deleted = await trash.keep(service.accountId, gistId);
    await service.gists.delete(service.accountId, gistId);
    return deleted;
  };
  const whole = async (gist: Gist): Promise<Readonly<Record<string, string>>> =>
    Object.fromEntries(
      await Promise.all(
        Object.keys(gist.files).map(async (fileName) => {
          const place = { accountId: service.accountId, gistId: gist.id, fileName };
          return [
            fileName,
            new TextDecoder("utf-8", { ignoreBOM: true }).decode(await service.gists.readFile(place)),
          ];
        }),
      ),
    );

  it("fire when one is stored and when it is removed, so that it is known whether there are any", async () => {
    const states: Promise<boolean>[] = [];
    trash.onDidChange(() => states.push(trash.isEmpty()));
    assert.equal(await trash.isEmpty(), true);
    await trash.forget(await remove(secretId));
    assert.deepEqual(await Promise.all(states), [false, true]);
  });

  it("come back as new gists with every byte, large files and odd names included", async () => {
    const files = { "big.txt": big, "ä\u200b.md": "\ufeffBOM\r\nmixed\n", __proto__x: "x", "1": "one" };
    const gist = await service.gists.create(service.accountId, {
      description: "Ünusual\nlines",
      public: true,
      files,
    });
    const deleted = await remove(gist.id);
    const restored = await trash.restore(deleted);
    assert.notEqual(restored.id, gist.id);
    assert.equal(restored.description, "Ünusual\nlines");
    assert.equal(restored.public, true);
    assert.deepEqual(Object.keys(restored.files), Object.keys(gist.files));
    assert.deepEqual(await whole(restored), files);
  });

  it("keep a missing description missing, and stay secret", async () => {
    const restored = await trash.restore(await remove(secretId));
    assert.equal(restored.description, null);
    assert.equal(restored.public, false);
  });

  it("keep their comments for the record", async () => {
    const deleted = await remove(publicId);
    assert.deepEqual(deleted.comments, [{ login: "otto", body: "Nice.", createdAt: "2025-05-04T12:00:00Z" }]);
    assert.equal(deleted.url, `${service.url}/gist/mia/${publicId}`);
  });

  it("are restored once at the same time, however often they are asked for", async () => {
    const deleted = await remove(secretId);
    const [first, second] = await Promise.all([trash.restore(deleted), trash.restore(deleted)]);
    assert.equal(first.id, second.id);
    assert.equal(service.sent("POST").length, 1);
    assert.equal((await trash.get(deleted.id))?.restoredAs, first.id);
  });

  it("do not come back when the account is signed out while one is restored or kept", async () => {
    const deleted = await remove(secretId);
    const kept = [...folder.files];
    for (const status of [201, 422]) {
      service.hooks.after = (answer, { method }) => {
        if (method !== "POST") return answer;
        folder.files.clear();
        return status === 201 ? answer : Response.json({ message: "No" }, { status });
      };
      await trash.restore(deleted).catch(() => undefined);
      assert.deepEqual([...folder.files.keys()], [], String(status));
      for (const [name, text] of kept) folder.files.set(name, text);
    }
    folder.files.clear();
    let removed: Promise<void> | undefined;
    service.hooks.after = (answer) => {
      removed ??= service.window.model.remove(service.accountId);
      return answer;
    };
    await assert.rejects(trash.keep(service.accountId, publicId));
    await removed;
    assert.deepEqual([...folder.files.keys()], []);
  });

  it("are marked as tried when the answer was lost, and as untouched when the service refused", async () => {
    const deleted = await remove(secretId);
    service.hooks.before = ({ method }) =>
      method === "POST" ? Response.json({ message: "No" }, { status: 422 }) : undefined;
    await assert.rejects(trash.restore(deleted), (error) => HttpError.is(error, "unprocessable"));
    assert.equal((await trash.get(deleted.id))?.tried, undefined);
    service.hooks.before = ({ method }) =>
      method === "GET" ? Response.json({ message: "Not yet" }, { status: 403 }) : undefined;
    service.hooks.after = (answer, { method }) =>
      method === "POST" ? Response.json({ message: "Lost" }, { status: 502 }) : answer;
    await assert.rejects(trash.restore(deleted), (error) => HttpError.is(error, "server"));
    assert.equal((await trash.get(deleted.id))?.tried, clock.now());
    service.hooks.before = () => undefined;
    service.hooks.after = (answer) => answer;
    assert.equal((await service.own()).length, 2, "it has arrived");
    const again = await trash.restore((await trash.get(deleted.id)) ?? deleted);
    assert.deepEqual(
      [(await trash.get(deleted.id))?.tried, (await trash.get(deleted.id))?.restoredAs],
      [undefined, again.id],
    );
  });

  it("are not kept when one part cannot be read, and leave nothing behind", async () => {
    service.hooks.after = async (answer, { url }) =>
      url.endsWith(publicId) ? Response.json({ ...((await answer.json()) as object), truncated: true }) : answer;
    await assert.rejects(
      trash.keep(service.accountId, publicId),
      (error) => error instanceof GistProblem && error.kind === "tooManyFiles",
    );
    assert.deepEqual([...folder.files.keys()], []);
    service.hooks.after = (answer) => answer;
    for (const part of [`/gists/${publicId}`, "/comments"]) {
      service.hooks.before = ({ url }) =>
        new URL(url).pathname.endsWith(part) ? Response.json({ message: "No" }, { status: 403 }) : undefined;
      await assert.rejects(trash.keep(service.accountId, publicId), (error) => HttpError.is(error, "forbidden"));
      assert.deepEqual([...folder.files.keys()], []);
    }
  });

  it("are not restored a second time by a window that asked before the other one did it", async () => {
    const deleted = await remove(secretId);
    const other = open();
    const seen = await other.get(deleted.id);
    assert.ok(seen);
    await trash.restore(deleted);
    const posts = () => service.requests.filter((request) => request.startsWith("POST")).length;
    const before = posts();
    await assert.rejects(other.restore(seen), { name: "GistProblem", kind: "restoredElsewhere" });
    await trash.forget(deleted);
    await assert.rejects(other.restore(seen), { name: "GistProblem", kind: "restoredElsewhere" });
    assert.equal(posts(), before);
    assert.deepEqual([...folder.files.keys()], []);
  });

  it("know whether the gist is still there", async () => {
    const deleted = await trash.keep(service.accountId, secretId);
    assert.equal(await trash.isStillThere(deleted), true);
    await service.gists.delete(service.accountId, secretId);
    assert.equal(await trash.isStillThere(deleted), false);
  });

  it("name the files that cannot be restored", async () => {
    service.hooks.after = async (answer, { url }) => {
      if (!url.endsWith(publicId)) return answer;
      const gist = (await answer.json()) as Gist;
      const picture = { filename: "a.png", size: 3, encoding: "base64", content: "/9j/", truncated: false };
      return Response.json({ ...gist, files: { ...gist.files, "a.png": picture } });
    };
    const deleted = await trash.keep(service.accountId, publicId);
    assert.deepEqual(lostFilesOf(deleted), ["a.png"]);
    assert.deepEqual(Object.keys(textFilesOf(deleted)), ["hello.py", "hello.rb"]);
    assert.equal(deleted.files.at(-1)?.base64, "/9j/");
  });

  it("are listed latest first, in another window too, and go when their time is over", async () => {
    const first = await remove(publicId);
    clock.advance(day);
    const second = await remove(secretId);
    const other = open();
    assert.deepEqual(
      (await other.all()).map(({ id }) => id),
      [second.id, first.id],
    );
    clock.advance(29 * day);
    assert.deepEqual(
      (await other.all()).map(({ id }) => id),
      [second.id],
    );
    days = 0;
    assert.deepEqual(await trash.all(), []);
    assert.deepEqual([...folder.files.keys()], []);
    other.dispose();
  });

  it("are listed though one can't be read, or an old one not be removed", async () => {
    const kept = await remove(publicId);
    clock.advance(29 * day);
    const later = await remove(secretId);
    const refuse = (what: string) => (): Promise<never> => Promise.reject(new Error(what));
    const read = folder.read.bind(folder);
    folder.read = (name) => (name === `${kept.id}.json` ? refuse("unreadable")() : read(name));
    assert.deepEqual(
      (await trash.all()).map(({ id }) => id),
      [later.id],
    );
    assert.match(String(problems[0]), /unreadable/);
    folder.read = read;
    problems.length = 0;
    clock.advance(2 * day);
    folder.remove = refuse("locked");
    assert.ok((await trash.all()).some(({ id }) => id === later.id));
    assert.match(String(problems), /locked/);
  });

  it("go with their account", async () => {
    await remove(publicId);
    await service.window.model.remove(service.accountId);
    await new Promise((resolve) => setImmediate(resolve));
    assert.deepEqual([...folder.files.keys()], []);
    assert.deepEqual(problems, []);
  });

  it("do not come from files that are something else", async () => {
    const deleted = await remove(secretId);
    const text = folder.files.get(`${deleted.id}.json`) ?? "";
    assert.ok(decodeDeleted(text));
    folder.files.set("other.json", text);
    folder.files.set("broken.json", text.slice(0, -5));
    for (const [from, to] of [
      ['"version":1', '"version":2'],
      ['"public":false', '"public":"no"'],
      ['"name":"notes.md"', '"name":5'],
      [deleted.id, "../../etc"],
    ] as const) {
      assert.ok(text.includes(from), from);
      assert.equal(decodeDeleted(text.replace(from, to)), undefined, to);
    }
    assert.equal((await trash.all()).length, 1);
  });
});
