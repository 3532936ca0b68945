import assert from "node:assert/strict";
import { after, afterEach, beforeEach, describe, it } from "node:test";
import { SignedOutError } from "../../../src/base/errors.ts";
import { HttpError } from "../../../src/client/errors.ts";
import type { DeployKey } from "../../../src/client/types/deployKey.ts";
import { KeysModel } from "../../../src/keys/model.ts";
import { KeyProblem, type KeyProblemKind } from "../../../src/keys/problem.ts";
import { parsePublicKey } from "../../../src/keys/publicKey.ts";
import { limited, openRepoService, type RepoService } from "../repos/repoService.ts";
import { keyFolder, madeByOpenSsh } from "./sshKeygen.ts";

describe("The model of deploy keys", () => {
  const folder = keyFolder();
  after(() => folder.remove());
  const [one = "", two = ""] = ["one", "two"].map(
    (name) => parsePublicKey(madeByOpenSsh(folder.at(name), "-t", "ed25519")).line,
  );
  const weakest = parsePublicKey(madeByOpenSsh(folder.at("weak"), "-t", "rsa", "-b", "1024")).line;

  let service: RepoService;
  let keys: KeysModel;
  const begin = async (age?: "today"): Promise<void> => {
    service = await openRepoService([], age);
    keys = new KeysModel({ accounts: service.window.model });
  };
  beforeEach(() => begin());
  afterEach(() => service.close());

  const place = (repo = "repo-0") => ({ accountId: service.accountId, owner: "mia", repo });
  const titles = async (): Promise<readonly string[]> => {
    const all = await service.mia.call("repos.getKeys", { user: "mia", repo: "repo-0" });
    return all.map(({ title }) => title);
  };
  const add = (title = "mill", line = one, readOnly = true): Promise<DeployKey> =>
    keys.add(place(), { title, line, readOnly });
  const fails = (promise: Promise<unknown>, kind: KeyProblemKind, cause?: unknown) =>
    assert.rejects(promise, (error) => {
      assert.ok(error instanceof KeyProblem, String(error));
      assert.equal(error.kind, kind);
      if (cause !== undefined) assert.ok(HttpError.is(error.cause, cause as "network"), String(error.cause));
      return true;
    });
  const methods = () => service.requests.map((request) => request.replace(/\d+$/, "N"));
  const broken = (method: string) => (request: Request) => {
    if (request.method === method) throw new Error("The line is cut.");
    return undefined;
  };

  it("has no key in its list any longer that was deleted, also when that can't be read again", async () => {
    const key = await add();
    await add("press", two);
    assert.equal((await keys.list(place())).items.length, 2);
    service.before = ({ method }) => (method === "GET" ? limited() : undefined);
    await keys.delete(place(), key);
    const list = await keys.list(place());
    assert.ok(list.staleness);
    assert.deepEqual(
      list.items.map(({ title }) => title),
      ["press"],
    );
  });

  it("adds keys for reading unless writing is wanted, and reads a list once", async () => {
    assert.equal((await add()).read_only, true);
    assert.equal((await add("press", two, false)).read_only, false);
    service.requests.length = 0;
    const list = await keys.list(place());
    await keys.list(place());
    assert.deepEqual(
      list.items.map(({ title, key, read_only }) => [title, key, read_only]),
      [
        ["mill", one, true],
        ["press", two, false],
      ],
    );
    assert.equal(service.requests.length, 1);
    assert.equal((await keys.get(place(), list.items[0]?.id ?? 0)).title, "mill");
  });

  it("reads further pages on demand", async () => {
    service.before = (request) => {
      const { searchParams } = new URL(request.url);
      const page = Number(searchParams.get("page") ?? 1);
      const next = `<${service.url}/repos/mia/repo-0/keys?page=${page + 1}>; rel="next"`;
      const body = [{ id: page, title: `k${page}`, key: one, url: "" }];
      return Response.json(body, page < 2 ? { headers: { link: next } } : {});
    };
    assert.equal((await keys.list(place())).hasMore, true);
    let fired = 0;
    keys.onDidChange(() => (fired += 1));
    await keys.more(place());
    const list = await keys.list(place());
    assert.deepEqual([list.items.length, list.hasMore, fired], [2, false, 1]);
  });

  it("takes weak keys that the service takes, and no key twice", async () => {
    assert.equal((await add("weak", weakest)).key, weakest);
    await add();
    await fails(add("again"), "inUse");
    await fails(keys.add(place("repo-1"), { title: "elsewhere", line: one, readOnly: true }), "inUse");
    assert.deepEqual(await titles(), ["weak", "mill"]);
  });

  it("says that keys are for administrators", async () => {
    const other = { ...place(), accountId: "nobody" };
    await assert.rejects(keys.list(other), SignedOutError);
    service.before = () => Response.json({ message: "Not Found" }, { status: 404 });
    await fails(keys.list(place()), "noAdmin");
    await fails(add(), "noAdmin");
    await fails(keys.delete(place(), { id: 1, title: "x", key: one, url: "" }), "noAdmin");
  });

  it("changes title and key in place where the server can", async () => {
    const key = await add();
    assert.equal(await keys.change(place(), key, { title: "mill 2", line: one }), "changed");
    assert.equal(await keys.change(place(), key, { title: "mill 2", line: two }), "changed");
    const changed = await keys.get(place(), key.id);
    assert.deepEqual([changed.title, changed.key], ["mill 2", two]);
    await add("press", one);
    await fails(keys.change(place(), key, { title: "mill 2", line: one }), "inUse");
  });

  it("adds, verifies and only then deletes where the server cannot change keys", async () => {
    await service.close();
    await begin("today");
    const key = await add();
    service.requests.length = 0;
    assert.equal(await keys.change(place(), key, { title: "mill 2", line: two }), "replaced");
    const path = "/repos/mia/repo-0/keys";
    assert.deepEqual(methods(), [
      `PUT ${path}/N`,
      `GET ${path}/N`,
      `POST ${path}`,
      `GET ${path}/N`,
      `DELETE ${path}/N`,
    ]);
    const [left] = await service.mia.call("repos.getKeys", { user: "mia", repo: "repo-0" });
    assert.deepEqual([left?.title, left?.key, left?.read_only], ["mill 2", two, true]);
  });

  it("leaves a title as it is where the server can neither change keys nor take one twice, unless asked to", async () => {
    await service.close();
    await begin("today");
    const key = await add();
    await fails(keys.change(place(), key, { title: "mill 2", line: one }), "cannotRename");
    assert.deepEqual(await titles(), ["mill"]);
    await keys.deleteAndAdd(place(), key, "mill 2");
    assert.deepEqual(await titles(), ["mill 2"]);
    const [again] = (await keys.list(place())).items;
    assert.deepEqual([again?.key, again?.read_only], [one, true]);
    assert.ok(again);
    service.before = broken("POST");
    await fails(keys.deleteAndAdd(place(), again, "mill 3"), "neitherLeft", "network");
    service.before = () => undefined;
    await fails(keys.change(place(), again, { title: "x", line: two }), "gone");
  });

  it("reports a deletion whose response and confirming reads are lost as unconfirmed, and then adds the key again", async () => {
    await service.close();
    await begin("today");
    const key = await add();
    let isDeleted = false;
    service.before = ({ method }) =>
      isDeleted && method === "GET" ? Response.json({ message: "Forbidden" }, { status: 403 }) : undefined;
    service.after = (answer, { method }) => {
      if (method !== "DELETE") return answer;
      isDeleted = true;
      throw new Error("The line is cut.");
    };
    await fails(keys.deleteAndAdd(place(), key, "mill 2"), "deletionUnconfirmed", "network");
    assert.equal(service.sent("POST").length, 1);
    Object.assign(service, { before: () => undefined, after: (answer: Response) => answer });
    assert.deepEqual(await titles(), []);
    await keys.deleteAndAdd(place(), key, "mill 2");
    assert.deepEqual(await titles(), ["mill 2"]);
  });

  it("deletes a key again whose first deletion was lost on the way, and adds it", async () => {
    await service.close();
    await begin("today");
    const key = await add();
    service.before = broken("DELETE");
    await fails(keys.deleteAndAdd(place(), key, "mill 2"), "deletionUnconfirmed", "network");
    service.before = () => undefined;
    assert.deepEqual(await titles(), ["mill"]);
    await keys.deleteAndAdd(place(), key, "mill 2");
    assert.deepEqual(await titles(), ["mill 2"]);
  });

  it("changes nothing when the new key of a rotation cannot be added", async () => {
    const key = await add();
    service.before = broken("POST");
    await assert.rejects(keys.replace(place(), key, { title: "mill", line: two, readOnly: true }), HttpError);
    assert.deepEqual(service.sent("DELETE"), []);
    service.before = () => undefined;
    assert.deepEqual(await titles(), ["mill"]);
  });

  it("leaves both keys, and says so, when the line is cut within a rotation", async () => {
    const key = await add();
    service.before = broken("DELETE");
    await fails(keys.replace(place(), key, { title: "mill 2", line: two, readOnly: true }), "bothLeft", "network");
    service.before = () => undefined;
    assert.deepEqual(await titles(), ["mill", "mill 2"]);
  });

  it("deletes no former key when the server shows another one than it was given", async () => {
    const key = await add();
    service.before = (request) =>
      request.method === "GET" ? Response.json({ id: 9, title: "mill", key: weakest }) : undefined;
    await fails(keys.replace(place(), key, { title: "mill 2", line: two, readOnly: true }), "bothLeft");
    assert.deepEqual(service.sent("DELETE"), []);
  });

  it("takes a key that is gone already for deleted", async () => {
    const key = await add();
    await keys.delete(place(), key);
    await keys.delete(place(), key);
    assert.deepEqual(await titles(), []);
  });
});
