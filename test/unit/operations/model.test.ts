import assert from "node:assert/strict";
import { describe, test } from "node:test";
import { OperationsModel, type PastCall } from "../../../src/operations/model.ts";
import { secretsIn, withoutSecrets } from "../../../src/operations/secrets.ts";

const memory = (history?: unknown, favourites?: unknown) => {
  const kept = { history, favourites };
  const model = new OperationsModel({
    readHistory: () => kept.history,
    writeHistory: (next) => (kept.history = JSON.parse(JSON.stringify(next))),
    readFavourites: () => kept.favourites,
    writeFavourites: (next) => (kept.favourites = next),
  });
  return { kept, model };
};

const past = (more: Partial<PastCall> = {}): PastCall => ({
  accountId: "mia",
  operation: "gists.get",
  parameters: { id: "1" },
  at: 1,
  status: 200,
  ...more,
});

describe("The history of operations", () => {
  test("has the last fifty of each account, the newest first", () => {
    const { model } = memory();
    model.remember(past({ accountId: "otto" }));
    for (let at = 1; at <= 60; at++) model.remember(past({ at }));
    assert.equal(model.history("mia").length, 50);
    assert.deepEqual([model.history("mia")[0]?.at, model.history("mia").at(-1)?.at], [60, 11]);
    assert.equal(model.history("otto").length, 1);
    model.forget("mia");
    assert.deepEqual([model.history("mia").length, model.history("otto").length], [0, 1]);
  });

  test("offers what was run last, each once", () => {
    const { model } = memory();
    for (const operation of ["gists.get", "gists.star", "gists.get", "repos.get"] as const)
      model.remember(past({ operation }));
    assert.deepEqual(
      model.recent("mia", 2).map(({ operation }) => operation),
      ["repos.get", "gists.get"],
    );
  });

  test("leaves out what cannot be understood", () => {
    const { model } = memory(
      [past(), { ...past(), operation: "gists.gone" }, { ...past(), at: "x" }, 7, null],
      ["gists.get", "gists.gone", 7],
    );
    assert.equal(model.history("mia").length, 1);
    assert.deepEqual(model.favourites, ["gists.get"]);
    assert.deepEqual([memory("x", "y").model.history("mia"), memory("x", "y").model.favourites], [[], []]);
  });

  test("keeps favourites until they are removed, and fires for changes", () => {
    const { model } = memory();
    let changes = 0;
    model.onDidChange(() => changes++);
    model.toggleFavourite("gists.get");
    model.toggleFavourite("repos.get");
    model.toggleFavourite("gists.get");
    assert.deepEqual(model.favourites, ["repos.get"]);
    assert.equal(changes, 3);
  });

  test("holds no secret", () => {
    const { kept, model } = memory();
    const secret = "s3cret";
    model.remember(
      past({
        operation: "repos.createHook",
        parameters: {
          user: "mia",
          config: { url: "https://example.com/hook", secret, password: secret, inner: [{ token: secret }] },
          events: ["push"],
          headers: { "X-Service-OTP": secret, Cookie: secret },
          content: secret,
          files: { "a.md": { content: secret } },
          payload: secret,
          note_url: `https://mia:${secret}@example.com/`,
          target_url: `https://example.com/?key=${secret}`,
          description: secret.repeat(100),
        },
      }),
    );
    assert.ok(!JSON.stringify(kept.history).includes(secret));
    assert.deepEqual(model.history("mia")[0]?.parameters, {
      user: "mia",
      config: { url: "https://example.com/hook", inner: [{}] },
      events: ["push"],
      files: { "a.md": {} },
    });
  });
});

describe("Secrets among parameters", () => {
  test("are found wherever they are", () => {
    assert.deepEqual(secretsIn({ config: { secret: "a", url: "b" }, list: [{ Token: "c" }], password: "" }), [
      "a",
      "c",
    ]);
    assert.deepEqual([secretsIn(undefined), secretsIn("secret"), secretsIn(null)], [[], [], []]);
  });

  test("are left out without changing what was given", () => {
    const given = { config: { secret: "a" }, active: false, page: 0, body: "" };
    assert.deepEqual(withoutSecrets(given), { config: {}, active: false, page: 0, body: "" });
    assert.equal(given.config.secret, "a");
  });
});
