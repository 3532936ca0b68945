import assert from "node:assert/strict";
import { describe, it } from "node:test";
import { findProviderTokens } from "../../../src/guard/detectors/providers.ts";
import { scan } from "../../../src/guard/scan.ts";
import { fc } from "../../support/fastCheck.ts";
import { filled, samples } from "./corpus/providerSamples.ts";

const found = (text: string): readonly string[] =>
  scan(text, { fileName: "a.ts", ownTokens: [] }).map(({ start, end }) => text.slice(start, end));

/** Begins of random seeds and places of a run of x, and how it is written. */
const cases = fc.record({
  seed: fc.integer({ min: 1, max: 2_000_000_000 }),
  place: fc.nat(1000),
  length: fc.integer({ min: 4, max: 6 }),
  isMixed: fc.boolean(),
});
type Case = typeof cases extends fc.Arbitrary<infer T> ? T : never;

/** With a run of x somewhere inside of a part that is random; undefined where no such part can have it. */
const withX = (pattern: string, { seed, place, length, isMixed }: Case): string | undefined => {
  const parts = [...pattern.matchAll(/\{([wlub])(\d+)\}/g)].filter(([, , count]) => Number(count) >= 14);
  const part = parts[place % Math.max(1, parts.length)];
  if (!part) return undefined;
  const [whole, alphabet = "", count] = part;
  const x = alphabet === "l" ? "x" : "X";
  const run = isMixed && alphabet === "w" ? "xXxX".slice(0, length).padEnd(length, "x") : x.repeat(length);
  const rest = Number(count) - length - 2;
  const before = 1 + (place % (rest - 1));
  // Without a digit it might be a name, and with more of them beside it a longer run.
  const random = `{${alphabet}${before}}7${run}2{${alphabet}${rest - before}}`;
  return filled(pattern.slice(0, part.index) + random + pattern.slice(part.index + whole.length), seed);
};

describe("A random secret with xxxx inside", () => {
  for (const [kind, patterns] of Object.entries(samples))
    for (const pattern of patterns)
      it(`is found: ${kind}, ${pattern.slice(0, 40)}`, () => {
        fc.assert(
          fc.property(cases, (one) => {
            const token = withX(pattern, one);
            if (token === undefined) return;
            assert.ok(
              findProviderTokens(token).some((match) => match.kind === kind),
              token,
            );
          }),
          { numRuns: 30 },
        );
      });

  for (const [what, pattern] of [
    ["the value of a name", 'const apiKey = "{w32}";'],
    ["a password", 'password: "a1#{w14}",'],
    ["the password of an address", "postgres://app:{w20}@db.prod.acme.com/app"],
  ] as const)
    it(`is found: ${what}`, () => {
      fc.assert(
        fc.property(cases, (one) => {
          const text = withX(pattern, one) ?? "";
          assert.equal(found(text).length, 1, text);
        }),
        { numRuns: 100 },
      );
    });
});

describe("A placeholder", () => {
  for (const [kind, patterns] of Object.entries(samples))
    for (const pattern of patterns)
      for (const x of ["x", "X"])
        it(`is not found: ${kind}, ${pattern.slice(0, 40)} with ${x} for what is random`, () => {
          const text = pattern.replaceAll(/\{[whlubd](\d+)\}/g, (_, count: string) => x.repeat(Number(count)));
          assert.deepEqual(findProviderTokens(text), []);
        });

  for (const value of ["<your token>", "xxxx", "XXXX-XXXX-XXXX", "sk-xxxx", "key_xxxxxx", "xxxxxxxxxxxx"])
    it(`is not found: ${value}`, () => {
      assert.deepEqual(found(`API_TOKEN=${value}\n`), []);
      assert.deepEqual(found(`const password = "${value}";\n`), []);
      assert.deepEqual(found(`postgres://app:${encodeURI(value)}@db.prod.acme.com/app\n`), []);
    });
});
