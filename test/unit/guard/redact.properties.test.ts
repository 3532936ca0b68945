import assert from "node:assert/strict";
import { describe, it } from "node:test";
import { fc } from "../../support/fastCheck.ts";
import { Decisions } from "../../../src/guard/decisions.ts";
import { LeakGuard } from "../../../src/guard/guard.ts";
import { scan } from "../../../src/guard/scan.ts";
import { corpus } from "./corpus/corpus.ts";
import { Maker } from "./corpus/random.ts";
import { passwords, plainSecrets, tokens } from "./corpus/tokens.ts";

const own = "sandbox_of_mia_0123456789";
const options = (fileName: string) => ({ fileName, ownTokens: [own] });
const samples = corpus(11);
const make = new Maker(5);
const secrets = [...Object.values(tokens), ...Object.values(plainSecrets), ...Object.values(passwords)].map(
  (one) => one(make),
);

const piece = fc.oneof(
  fc.constantFrom(...samples.map(({ text }) => text)),
  fc.constantFrom(...secrets, own, btoa(`mia:${own}`)),
  fc.constantFrom(
    ...Array.from(" \n\"'`=:;,.+\\&?@#|<>{}()[]-"),
    "password=",
    "TOKEN: ",
    "https://mia:",
    "@x.example ",
    "Bearer ",
    "\\n",
    "é",
    "𝄞",
    "\u2028",
    "-----BEGIN PRIVATE KEY-----\n",
    "\n-----END PRIVATE KEY-----",
    "REDACTED",
  ),
  fc.string(),
);
const text = fc.array(piece, { maxLength: 6 }).map((pieces) => pieces.join(""));
const fileName = fc.constantFrom(".env", "a.ts", "a.json", "notes.md", "a.yml", "package-lock.json");

describe("A text that is redacted", () => {
  it("has no finding, and as many lines as before", () => {
    const guard = new LeakGuard({
      isEnabled: () => true,
      ignoredKinds: () => [],
      decisions: new Decisions({ read: () => ({}), write: () => Promise.resolve() }),
      ownTokens: () => Promise.resolve([own]),
      loadScan: () => Promise.resolve(scan),
      // What is not answered is redacted.
      ask: () => Promise.resolve([]),
    });
    return fc.assert(
      fc.asyncProperty(text, fileName, async (given, name) => {
        const { [name]: clean = "" } = await guard.inspect({
          what: name,
          files: { [name]: given },
          accountId: "mia",
        });
        assert.deepEqual(
          scan(clean, options(name)).map(({ kind, start, end }) => [kind, clean.slice(start, end)]),
          [],
        );
        assert.equal(clean.split("\n").length, given.split("\n").length);
      }),
      { numRuns: 1500 },
    );
  });

  it("had findings in order, apart from each other and inside of it", () => {
    fc.assert(
      fc.property(text, fileName, (given, name) => {
        let at = 0;
        for (const { start, end, line, preview } of scan(given, options(name))) {
          assert.ok(start >= at && end > start && end <= given.length);
          assert.equal(line, given.slice(0, start).split("\n").length);
          assert.ok(preview.length <= 5);
          at = end;
        }
      }),
      { numRuns: 500 },
    );
  });
});
