import assert from "node:assert/strict";
import { readdirSync, readFileSync } from "node:fs";
import { describe, test } from "node:test";
import { kindsOfSecrets } from "../../src/guard/scan.ts";
import * as ids from "../../src/ids.ts";

/** What one of our settings refers to, of VS Code's own. */
const vscodeSetting = "files.exclude";

interface SettingSchema {
  readonly scope: string;
  readonly order: number;
  readonly markdownDescription: string;
  readonly default: unknown;
  readonly minimum?: number;
  readonly maximum?: number;
  readonly items?: { readonly enum?: readonly string[] };
}
interface Manifest {
  readonly capabilities: {
    readonly untrustedWorkspaces: { readonly restrictedConfigurations: readonly string[] };
  };
  readonly contributes: {
    readonly configuration: readonly {
      readonly title: string;
      readonly order: number;
      readonly properties: Readonly<Record<string, SettingSchema>>;
    }[];
  };
}

const manifest = JSON.parse(readFileSync("package.json", "utf8")) as Manifest;
const nls = JSON.parse(readFileSync("package.nls.json", "utf8")) as Readonly<Record<string, string>>;
const { configuration } = manifest.contributes;
const settingSchemas = configuration.flatMap(({ properties }) => Object.entries(properties));

describe("the settings", () => {
  test("can be set by a workspace only where it is restricted until the user trusts it", () => {
    const restricted = manifest.capabilities.untrustedWorkspaces.restrictedConfigurations;
    for (const [key, { scope }] of settingSchemas)
      assert.equal(
        restricted.includes(key),
        scope !== "application",
        `restrictedConfigurations of package.json and ${key}: npm run contributions`,
      );
  });

  test("are not for a workspace where they decide who sees what, when it is sent, or whether secrets are looked for", () => {
    const ofWorkspaces = settingSchemas.filter(([, { scope }]) => scope !== "application").map(([key]) => key);
    for (const id of [
      ids.settings.publish,
      ids.settings.permalink,
      ids.settings.commitAuthor,
      ids.settings.committer,
      ids.settings.guardEnabled,
      ids.settings.guardIgnoredKinds,
      ids.settings.signInAtStart,
    ])
      assert.ok(!ofWorkspaces.includes(id), id);
  });

  test("have in the code the default that package.json has", () => {
    const schemas = new Map(settingSchemas);
    const sources = readdirSync("src", { recursive: true, encoding: "utf8" })
      .filter((file) => file.endsWith(".ts"))
      .map((file) => readFileSync(`src/${file}`, "utf8"));
    const read = /new ConfigValue(?:<[^(]*>)?\(\s*settings\.(\w+),\s*([^)]*?),?\s*\)/g;
    const uses = sources.flatMap((source) => [...source.matchAll(read)]);
    const count = sources.join("\n").match(/new ConfigValue\b/g)?.length;
    assert.equal(uses.length, count, "each new ConfigValue has an id in settings and a literal");
    for (const [, name = "", fallback = ""] of uses) {
      const id = (ids.settings as Readonly<Record<string, string>>)[name] ?? "";
      assert.deepEqual(JSON.parse(fallback), schemas.get(id)?.default, id);
    }
  });

  test("have in the code the ranges that package.json has, and the kinds of secrets that are looked for", () => {
    const ranges = settingSchemas.flatMap(([key, { minimum, maximum }]) =>
      minimum === undefined ? [] : [[key, [minimum, maximum]] as const],
    );
    assert.ok(ranges.length >= 5);
    assert.deepEqual(ids.settingRanges, Object.fromEntries(ranges));
    for (const [key, schema] of settingSchemas)
      assert.equal(typeof schema.default === "number", key in ids.settingRanges, key);
    const { items } = new Map(settingSchemas).get(ids.settings.guardIgnoredKinds) ?? {};
    assert.deepEqual(items?.enum, kindsOfSecrets());
  });

  test("are in sections with a title and an order", () => {
    assert.ok(configuration.length > 3);
    for (const [position, { title, order, properties }] of configuration.entries()) {
      assert.match(title, /^%settings\.\w+%$/);
      assert.equal(order, position);
      assert.deepEqual(
        Object.values(properties).map((each) => each.order),
        Object.keys(properties).map((_, index) => index),
      );
      assert.ok(Object.keys(properties).length > 0, title);
    }
    assert.deepEqual(
      settingSchemas.map(([key]) => key).toSorted(),
      Object.values<string>(ids.settings).toSorted(),
    );
  });

  test("link to settings that there are", () => {
    const links = settingSchemas.flatMap(([key, { markdownDescription }]) =>
      [...(nls[markdownDescription.slice(1, -1)] ?? "").matchAll(/`#([^#]+)#`/g)].map(([, target = ""]) => ({
        key,
        target,
      })),
    );
    assert.ok(links.length > 5);
    for (const { key, target } of links)
      assert.ok(
        target === vscodeSetting || settingSchemas.some(([id]) => id === target && id !== key),
        `${key} links to ${target}`,
      );
  });
});
