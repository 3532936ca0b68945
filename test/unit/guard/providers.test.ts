import assert from "node:assert/strict";
import { describe, it } from "node:test";
import { findProviderTokens, providerKinds } from "../../../src/guard/detectors/providers.ts";
import { scan } from "../../../src/guard/scan.ts";
import { filled, samples } from "./corpus/providerSamples.ts";

describe("A token of a service that publishes its form", () => {
  it("has a sample here", () => assert.deepEqual(Object.keys(samples), providerKinds));

  for (const [kind, patterns] of Object.entries(samples))
    for (const pattern of patterns)
      it(`is found: ${kind}, ${pattern.slice(0, 40)}`, () => {
        const token = filled(pattern);
        for (const text of [
          token,
          `const token = "${token}";\n`,
          `a: 1\ntoken: ${token}\nb: 2\n`,
          `TOKEN=${token}`,
          String.raw`{"text": "Token:\n${token}\n"}`,
          String.raw`"\u001b[32m${token}\u001b[0m"`,
          `\u001b[1;32m${token}\u001b[0m`,
          `https://example.com/?next=%2F%3Ftoken%3D${token}`,
          `@@ -1 +1 @@\n-${token}\n+${token}\n`,
        ]) {
          assert.ok(
            findProviderTokens(text).some((match) => match.kind === kind),
            text,
          );
        }
        assert.ok(scan(`const token = "${token}";\n`, { fileName: "a.ts", ownTokens: [] }).length > 0);
      });

  for (const [title, kind, before, pattern, after] of [
    ["an end of a color, in a list", "terraform", "tokens: [", "m{w13}.atlasv1.{w67}", "]"],
    ["an end of a color, in a list", "discord-bot", "discord: [", "M{w23}.{w6}.{w27}", "]"],
    ["an escape, in a path", "stripe", "C:\\keys\\", "rk_live_{w40}", ".txt"],
    ["an escape of an address", "databricks", "100%", "dapi{h32}", ""],
  ] as const)
    it(`is found where it begins as ${title} does: ${kind}`, () => {
      const token = filled(pattern);
      const text = before + token + after;
      const found = findProviderTokens(text).filter((match) => match.kind === kind);
      assert.deepEqual(
        found.map(({ start, end }) => text.slice(start, end)),
        [token],
      );
    });
});
