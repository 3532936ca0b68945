import assert from "node:assert/strict";
import { beforeEach, describe, it } from "node:test";
import { CancelledError } from "../../../src/base/errors.ts";
import { type Choice, Decisions } from "../../../src/guard/decisions.ts";
import { type Answer, type FindingInFile, LeakGuard, type Upload } from "../../../src/guard/guard.ts";
import { scan } from "../../../src/guard/scan.ts";

const first = "Kx9fqZ2mTb!7";
const second = "Wp4!sLr8Hn2Q";
const env = `DB_PASSWORD=${first}\nMAIL_PASSWORD=${second}\n`;
const upload: Upload = { what: "the selection", files: { ".env": env, "a.md": "# Hello\n" }, accountId: "mia" };

describe("the guard", () => {
  let asked: (readonly FindingInFile[])[];
  let answer: (finding: FindingInFile) => Omit<Answer, "finding">;
  let enabled: boolean;
  let ignored: readonly string[];
  let own: readonly string[];
  let kept: Readonly<Record<string, string>>;
  let loads: number;
  let guard: LeakGuard;

  const always =
    (choice: Choice, isForLater = false) =>
    () => ({ choice, isForLater });
  const secretsAsked = () => asked.map((findings) => findings.map(({ secret }) => secret));

  beforeEach(() => {
    [asked, answer, enabled, ignored, own, kept, loads] = [[], always("redact"), true, [], [], {}, 0];
    guard = new LeakGuard({
      isEnabled: () => enabled,
      ignoredKinds: () => ignored,
      decisions: new Decisions({
        read: () => kept,
        write: async (next) => {
          kept = next;
        },
      }),
      ownTokens: async () => own,
      loadScan: async () => {
        loads++;
        return scan;
      },
      ask: async (_, findings) => {
        asked.push(findings);
        // The user reads it first.
        await new Promise(setImmediate);
        return findings.map((finding) => ({ finding, ...answer(finding) }));
      },
    });
  });

  it("lets through what holds no secret, without a question", async () => {
    const files = { "a.md": "# Hello\n" };
    assert.equal(await guard.inspect({ ...upload, files }), files);
    assert.deepEqual(asked, []);
  });

  it("looks at nothing when it is switched off", async () => {
    enabled = false;
    assert.equal(await guard.inspect(upload), upload.files);
    assert.equal(loads, 0);
  });

  it("asks once about all findings, with file, line and kind", async () => {
    await guard.inspect(upload);
    assert.deepEqual(
      asked.map((findings) => findings.map(({ file, line, kind }) => [file, line, kind])),
      [
        [
          [".env", 1, "password"],
          [".env", 2, "password"],
        ],
      ],
    );
  });

  it("sends what the user shares as it is, and redacts the rest", async () => {
    answer = always("share");
    assert.equal(await guard.inspect(upload), upload.files);
    answer = ({ secret }) => ({ choice: secret === first ? "share" : "redact", isForLater: false });
    assert.deepEqual(await guard.inspect(upload), {
      ".env": `DB_PASSWORD=${first}\nMAIL_PASSWORD=REDACTED\n`,
      "a.md": "# Hello\n",
    });
  });

  it("redacts what was not answered", async () => {
    const silent = new LeakGuard({
      isEnabled: () => true,
      ignoredKinds: () => [],
      decisions: new Decisions({ read: () => ({}), write: () => Promise.resolve() }),
      ownTokens: () => Promise.resolve([]),
      loadScan: () => Promise.resolve(scan),
      ask: () => Promise.resolve([]),
    });
    assert.equal((await silent.inspect(upload))[".env"], "DB_PASSWORD=REDACTED\nMAIL_PASSWORD=REDACTED\n");
  });

  it("sends nothing when the user leaves, or when the scan fails", async () => {
    answer = () => {
      throw new CancelledError();
    };
    await assert.rejects(guard.inspect(upload), CancelledError);
    answer = always("share");
    assert.equal(await guard.inspect(upload), upload.files);
    const broken = new LeakGuard({
      isEnabled: () => true,
      ignoredKinds: () => [],
      decisions: new Decisions({ read: () => ({}), write: () => Promise.resolve() }),
      ownTokens: () => Promise.resolve([]),
      loadScan: () => Promise.reject(new Error("dist/guard.js is missing")),
      ask: () => Promise.resolve([]),
    });
    await assert.rejects(broken.inspect(upload), /missing/);
  });

  it("asks again each time unless the choice is to be remembered", async () => {
    answer = always("share");
    await guard.inspect(upload);
    await guard.inspect(upload);
    assert.equal(asked.length, 2);
    assert.deepEqual(kept, {});
  });

  it("remembers one finding for one account", async () => {
    answer = ({ secret }) => ({ choice: "share", isForLater: secret === first });
    await guard.inspect(upload);
    answer = always("redact");
    assert.equal((await guard.inspect(upload))[".env"], `DB_PASSWORD=${first}\nMAIL_PASSWORD=REDACTED\n`);
    assert.deepEqual(secretsAsked(), [[first, second], [second]]);
    await guard.inspect({ ...upload, accountId: "otto" });
    assert.deepEqual(secretsAsked()[2], [first, second]);
    assert.equal(JSON.stringify(kept).includes(first), false);
  });

  it("asks nothing when everything was remembered, redacting included", async () => {
    answer = ({ secret }) => ({ choice: secret === first ? "share" : "redact", isForLater: true });
    const sent = await guard.inspect(upload);
    assert.deepEqual(await guard.inspect(upload), sent);
    assert.equal(asked.length, 1);
  });

  it("asks one question at a time, and not what the one before has answered", async () => {
    answer = always("share", true);
    await Promise.all([guard.inspect(upload), guard.inspect(upload), guard.inspect(upload)]);
    assert.equal(asked.length, 1);
  });

  it("goes on asking after a question that the user left", async () => {
    let count = 0;
    answer = () => {
      count++;
      if (count === 1) throw new CancelledError();
      return { choice: "share", isForLater: false };
    };
    const results = await Promise.allSettled([guard.inspect(upload), guard.inspect(upload)]);
    assert.deepEqual(
      results.map(({ status }) => status),
      ["rejected", "fulfilled"],
    );
  });

  it("does not ask about what the server has already", async () => {
    await guard.inspect({ ...upload, known: [`Former text with ${first} in it.`] });
    assert.deepEqual(secretsAsked(), [[second]]);
  });

  it("does not ask about kinds that are ignored, except about own tokens", async () => {
    ignored = ["password", "own-token"];
    assert.equal(await guard.inspect(upload), upload.files);
    own = ["sandbox_of_mia"];
    const files = { "a.txt": "as sandbox_of_mia" };
    assert.deepEqual(await guard.inspect({ ...upload, files }), { "a.txt": "as REDACTED" });
  });

  it("keeps a file of any name", async () => {
    const files = Object.fromEntries([["__proto__", env]]);
    const sent = await guard.inspect({ ...upload, files });
    assert.deepEqual(Object.entries(sent), [["__proto__", "DB_PASSWORD=REDACTED\nMAIL_PASSWORD=REDACTED\n"]]);
  });
});
