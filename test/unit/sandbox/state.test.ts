import assert from "node:assert/strict";
import { readFile } from "node:fs/promises";
import { describe, it } from "node:test";
import { createSandbox } from "../../../src/sandbox/createSandbox.ts";
import { demoLogin, demoSeed, demoToken } from "../../../src/sandbox/demoSeed.ts";
import { parseSeed, type SandboxSeed } from "../../../src/sandbox/seed.ts";
import { parseState, type SandboxState } from "../../../src/sandbox/state.ts";
import { ManualClock } from "../../support/manualClock.ts";
import { publicId, repeatable, smallSeed } from "./service.ts";

const sandboxOf = (seed: SandboxSeed) => createSandbox({ seed, clock: new ManualClock(), random: repeatable() });
const asMia = { headers: { authorization: "Bearer sandbox_mia" } };
const at = (path: string, init: RequestInit = asMia) => new Request(`https://sandbox.test${path}`, init);
const post = (body: unknown): RequestInit => ({ ...asMia, method: "POST", body: JSON.stringify(body) });

describe("the sandbox's state", () => {
  it("is equal for equal requests, clock and random numbers", async () => {
    const run = async () => {
      const sandbox = sandboxOf(smallSeed);
      const answer = await sandbox.fetch(at("/gists", post({ files: { a: { content: "a" } } })));
      return { state: sandbox.state(), body: await answer.text(), headers: [...answer.headers] };
    };
    assert.deepEqual(await run(), await run());
  });

  it("survives being saved as JSON and loaded again", async () => {
    const first = sandboxOf({
      ...smallSeed,
      repositories: [
        {
          owner: "mia",
          name: "kept",
          commits: [
            { message: "First", author: "mia", date: "2025-07-01T10:00:00Z", files: { "a/b.md": "# B\n" } },
            {
              message: "Binary",
              author: "X <x@example.com>",
              date: "2025-07-02T10:00:00Z",
              files: { c: { base64: "/w==" } },
            },
          ],
          starredBy: ["otto"],
          hooks: [{ config: { url: "https://example.com/", secret: "x" } }],
          deployKeys: [
            {
              title: "Key",
              key: "ssh-ed25519 AAAAC3NzaC1lZDI1NTE5AAAAIKprpAfza60PoY/ufZdiiM7DM60ox0qRlYsmVYuXTpnX",
            },
          ],
          commitStatuses: [{ commit: 0, state: "success" }],
          deployments: [{ ref: "main", payload: '{"a":1}', statuses: [{ state: "success" }] }],
        },
      ],
    });
    await first.fetch(at("/gists", post({ files: { a: { content: "a" } } })));
    const saved: SandboxState = JSON.parse(JSON.stringify(first.state()));
    const second = createSandbox({ state: saved, clock: new ManualClock() });
    assert.deepEqual(second.state(), first.state());
    assert.equal(second.state().repositories[0]?.name, "kept");
    assert.equal(Object.keys(second.state().git.commits).length, 2);
    const answers = await Promise.all([first, second].map(async (box) => (await box.fetch(at("/gists"))).json()));
    assert.deepEqual(answers[0], answers[1]);
    const comment = await second.fetch(at(`/gists/${publicId}/comments`, post({ body: "new" })));
    const numbers = saved.gists.flatMap(({ comments }) => comments.map(({ id }) => id));
    assert.equal(numbers.includes((await comment.json()).id), false);
  });

  it("is read without hooks, deploy keys and deployments too, as it was before there were any", async () => {
    const seed = { ...smallSeed, repositories: [{ owner: "mia", name: "old" }] };
    const saved = sandboxOf(seed).state();
    for (const repository of saved.repositories)
      for (const part of ["hooks", "deployKeys", "commitStatuses", "deployments"])
        assert.equal(Object.hasOwn(repository, part), false);
    const sandbox = createSandbox({ state: saved, clock: new ManualClock() });
    for (const part of ["hooks", "keys", "deployments"]) {
      const answer = await sandbox.fetch(at(`/repos/mia/old/${part}`));
      assert.deepEqual([answer.status, await answer.json()], [200, []]);
    }
    const hooks = [{ config: { url: ["x"] } }];
    const broken = { ...saved, repositories: saved.repositories.map((one) => ({ ...one, hooks })) };
    assert.throws(() => parseState(broken), /^Error: state\.repositories\[0\]\.hooks\[0\]\.id: expected/);
  });

  it("is a copy that cannot be changed from outside", () => {
    const sandbox = sandboxOf(smallSeed);
    sandbox.state().gists.pop();
    assert.equal(sandbox.state().gists.length, 2);
    const given = sandbox.state();
    const other = createSandbox({ state: given, clock: new ManualClock() });
    given.gists.pop();
    assert.equal(other.state().gists.length, 2);
  });

  it("notifies its owner of changes and of nothing else", async () => {
    const sandbox = sandboxOf(smallSeed);
    let changes = 0;
    const ear = sandbox.onDidChange(() => (changes += 1));
    await sandbox.fetch(at("/gists"));
    await sandbox.fetch(at("/gists", post({ files: {} })));
    assert.equal(changes, 0);
    await sandbox.fetch(at("/gists", post({ files: { a: { content: "a" } } })));
    await sandbox.fetch(at(`/gists/${publicId}/star`, { ...asMia, method: "PUT" }));
    assert.equal(changes, 2);
    ear.dispose();
    await sandbox.fetch(at(`/gists/${publicId}`, { ...asMia, method: "DELETE" }));
    assert.equal(changes, 2);
  });

  it("is refused with the place of the fault", () => {
    const good = sandboxOf(smallSeed).state();
    const broken = (change: object): unknown => ({ ...good, ...change });
    const [gist] = good.gists;
    const gistWith = (change: object): unknown => broken({ gists: [{ ...gist, ...change }] });
    const cases: readonly (readonly [unknown, RegExp])[] = [
      [null, /^state: expected an object, found null/],
      [[], /^state: expected an object, found a list/],
      [{}, /^state\.version: this sandbox reads version 2, found/],
      [broken({ version: 3 }), /^state\.version: .* found 3/],
      [broken({ users: undefined }), /^state\.users: expected a list, found nothing/],
      [broken({ nextNumber: -1 }), /^state\.nextNumber: expected a whole number/],
      [broken({ surprise: 1 }), /^state: unknown field "surprise"/],
      [gistWith({ versions: [] }), /^state\.gists\[0\]\.versions: a gist has at least one version/],
      [gistWith({ owner: "nobody" }), /^state\.gists\[0\]\.owner: no user has the login "nobody"/],
      [gistWith({ createdAt: "yesterday" }), /^state\.gists\[0\]\.createdAt: expected a date/],
      [gistWith({ public: "true" }), /^state\.gists\[0\]\.public: expected true or false/],
    ];
    for (const [value, message] of cases) {
      assert.throws(
        () => parseState(value),
        (error: Error) => message.test(error.message) || assert.fail(error.message),
      );
    }
  });
});

describe("a seed", () => {
  it("is documented by an example that loads", async () => {
    const seed = parseSeed(JSON.parse(await readFile("test/support/exampleSeed.json", "utf8")));
    const state = sandboxOf(seed).state();
    assert.deepEqual(
      state.users.map(({ login }) => login),
      ["mia", "otto"],
    );
    assert.equal(state.gists[0]?.versions.length, 2);
    assert.equal(state.gists[1]?.forkOf, state.gists[0]?.id);
  });

  it("is refused with the place of the fault", () => {
    const users = [{ login: "mia" }];
    const cases: readonly (readonly [unknown, RegExp])[] = [
      [5, /^seed: expected an object, found number 5/],
      [{}, /^seed\.users: expected a list, found nothing/],
      [{ users: [{ name: "x" }] }, /^seed\.users\[0\]\.login: expected a text that is not empty/],
      [{ users: [{ login: "mia" }, { login: "Mia" }] }, /^seed\.users: the login "mia" is there twice/],
      [{ users, tokens: [{ token: "t", login: "x" }] }, /^seed\.tokens\[0\]\.login: no user has the login "x"/],
      [{ users, gists: [{ owner: "mia" }] }, /^seed\.gists\[0\]\.files: expected an object/],
      [{ users, gists: [{ owner: "mia", files: {} }] }, /^seed\.gists\[0\]\.files: a gist has at least one file/],
      [{ users, gists: [{ owner: "mia", files: { a: "" } }] }, /^seed\.gists\[0\]\.files\["a"\]: expected a text/],
      [
        { users, gists: [{ owner: "mia", id: "x", files: { a: "a" } }] },
        /^seed\.gists\[0\]\.id: expected 20 to 32/,
      ],
      [{ users, gists: [{ owner: "mia", file: {} }] }, /^seed\.gists\[0\]: unknown field "file"/],
    ];
    for (const [value, message] of cases) {
      assert.throws(
        () => parseSeed(value),
        (error: Error) => message.test(error.message) || assert.fail(error.message),
      );
    }
  });
});

describe("the demo data", () => {
  const clock = new ManualClock();
  const seed = demoSeed(clock.now());
  const own = (seed.gists ?? []).filter(({ owner }) => owner === demoLogin);

  it("looks like an account of three years", () => {
    assert.ok(own.length >= 34);
    const dates = own.map(({ createdAt = "" }) => Date.parse(createdAt)).toSorted((left, right) => left - right);
    assert.ok(dates.every((date) => date < clock.now()));
    assert.ok(clock.now() - (dates[0] ?? 0) > 2.5 * 365 * 86_400_000);
    assert.ok(own.some((gist) => gist.public === false) && own.some(({ files }) => Object.keys(files).length > 1));
    const updated = own.map(({ createdAt = "", updatedAt = "" }) => Date.parse(updatedAt) - Date.parse(createdAt));
    assert.ok(updated.every((span) => span >= 0));
  });

  it("knows the language of every file", async () => {
    const sandbox = createSandbox({ seed, clock, random: repeatable() });
    const headers = { authorization: `Bearer ${demoToken}` };
    const gists = await (await sandbox.fetch(at("/gists?per_page=100", { headers }))).json();
    assert.equal(gists.length, own.length);
    const files = gists.flatMap((gist: { files: object }) => Object.values(gist.files));
    const unknown = files.filter((file: { language: unknown }) => file.language === null);
    assert.deepEqual(
      unknown.map((file: { filename: string }) => file.filename),
      [],
    );
    assert.ok(new Set(files.map((file: { language: string }) => file.language)).size >= 20);
  });

  it("gives each of three users a token and a password, and one of them two factors", () => {
    const logins = seed.users.map(({ login }) => login);
    assert.equal(logins.length, 3);
    for (const login of logins)
      assert.ok(seed.tokens?.some((token) => token.login === login && token.scopes?.includes("gist")));
    assert.ok(seed.users.every(({ password }) => password !== undefined));
    assert.equal(seed.users.filter(({ oneTimePassword }) => oneTimePassword !== undefined).length, 1);
  });
});
