import assert from "node:assert/strict";
import { describe, it } from "node:test";
import { lintSource } from "@secretlint/core";
import { creator } from "@secretlint/secretlint-rule-preset-recommend";
import { kindsOfSecrets, scan } from "../../../src/guard/scan.ts";
import { corpus, precisionOf, recallOf, scoreOf } from "./corpus/corpus.ts";
import { passwords, plainSecrets, tokens } from "./corpus/tokens.ts";

const percent = (part: number): string => `${(part * 100).toFixed(1)} %`;
const samples = corpus();
const score = scoreOf(
  samples,
  samples.map(({ text, fileName }) => scan(text, { fileName, ownTokens: [] })),
);

describe("the corpus", () => {
  it("holds at least 25 kinds of secrets and 150 look-alikes, each sample once", () => {
    assert.ok(Object.keys({ ...tokens, ...plainSecrets, ...passwords }).length >= 25);
    assert.ok(samples.length >= 300);
    assert.ok(samples.filter(({ secrets }) => secrets.length === 0).length >= 150);
    assert.equal(new Set(samples.map(({ text }) => text)).size, samples.length);
  });

  it("is the same in each run, and another with another seed", () => {
    assert.deepEqual(corpus(), samples);
    assert.notDeepEqual(corpus(2), samples);
  });

  it("says where each secret is", () => {
    for (const { title, text, secrets } of samples)
      for (const secret of secrets) assert.equal(text.split(secret).length, 2, title);
  });
});

describe("the scan of the corpus", () => {
  it("finds nothing but the kinds that the setting offers to ignore", () => {
    const found = samples.flatMap(({ text, fileName }) => scan(text, { fileName, ownTokens: [] }));
    const kinds = new Set(found.map(({ kind }) => kind));
    assert.ok(kinds.size > 25);
    assert.deepEqual(
      [...kinds].filter((kind) => !kindsOfSecrets().includes(kind)),
      [],
    );
  });

  it("finds at least 96 % of the secrets", () => {
    assert.ok(recallOf(score) >= 0.96, `${percent(recallOf(score))}; missed:\n${score.missed.join("\n")}`);
  });

  it("is right in at least 98 % of its findings", () => {
    assert.ok(precisionOf(score) >= 0.98, `${percent(precisionOf(score))}; wrong:\n${score.wrong.join("\n")}`);
  });

  it("takes what is around a secret for no part of it", () => {
    assert.equal(score.exact, score.found, score.inexact.join("\n"));
  });

  it("is as good with other secrets of the same kinds", () => {
    for (const seed of [11, 12, 13, 14, 15]) {
      const others = corpus(seed);
      const other = scoreOf(
        others,
        others.map(({ text, fileName }) => scan(text, { fileName, ownTokens: [] })),
      );
      assert.ok(recallOf(other) >= 0.95, other.missed.join("\n"));
      assert.ok(precisionOf(other) >= 0.97, other.wrong.join("\n"));
    }
  });

  it("finds more than secretlint's preset alone, with fewer false alarms", async (context) => {
    const config = { rules: [{ id: creator.meta.id, rule: creator }] };
    const findings = await Promise.all(
      samples.map(async ({ text, fileName }) => {
        const source = {
          content: text,
          filePath: fileName,
          ext: /\.\w+$/.exec(fileName)?.[0] ?? "",
          contentType: "text" as const,
        };
        const { messages } = await lintSource({ source, options: { config, noPhysicFilePath: true } });
        return messages.map(({ range: [start, end] }) => ({ start, end }));
      }),
    );
    const theirs = scoreOf(samples, findings);
    context.diagnostic(
      `${samples.length} samples, ${score.secrets} secrets. Ours: recall ${percent(recallOf(score))}, precision ${percent(precisionOf(score))}. ` +
        `secretlint's preset: recall ${percent(recallOf(theirs))}, precision ${percent(precisionOf(theirs))}.`,
    );
    assert.ok(recallOf(score) > recallOf(theirs));
    assert.ok(precisionOf(score) >= precisionOf(theirs));
  });
});
