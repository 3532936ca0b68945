import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { test } from "node:test";
import * as ids from "../../../src/ids.ts";
import { featureIds, featureOf } from "../../../src/features/featureTable.ts";
import {
  documentSchemes,
  fileSystemSchemes,
  panelTypes,
  restoredSchemes,
  viewOptions,
} from "../../../src/shell/viewsAndSchemes.ts";

interface Manifest {
  readonly activationEvents: readonly string[];
  readonly contributes: { readonly views: Readonly<Record<string, readonly { readonly id: string }[]>> };
}

const manifest = JSON.parse(readFileSync("package.json", "utf8")) as Manifest;
const eventsOf = (kind: string): readonly string[] =>
  manifest.activationEvents
    .filter((event) => event.startsWith(`${kind}:`))
    .map((event) => event.slice(kind.length + 1));

test("The shell registers every view of package.json", () => {
  const declared = Object.values(manifest.contributes.views).flatMap((views) => views.map(({ id }) => id));
  assert.deepEqual(Object.keys(viewOptions).toSorted(), declared.toSorted());
});

test("The shell registers every scheme of the extension, once", () => {
  const schemes = Object.entries(ids).flatMap(([name, value]) =>
    name.endsWith("Scheme") && typeof value === "string" ? [value] : [],
  );
  assert.deepEqual([...fileSystemSchemes, ...documentSchemes].toSorted(), schemes.toSorted());
});

test("The feature table has a feature for every command, view, scheme and panel", () => {
  const tables = Object.entries(ids).flatMap(([name, value]) =>
    name.endsWith("Commands") ? [Object.values(value as Readonly<Record<string, string>>)] : [],
  );
  const others = [
    ...Object.keys(viewOptions),
    ...fileSystemSchemes,
    ...documentSchemes,
    ...panelTypes,
    ...Object.values(ids.linkPaths),
    ids.notebookType,
    ids.authenticationId,
  ];
  const uses = [...tables.flat(), ...others];
  assert.ok(tables.flat().length > 150);
  assert.deepEqual(
    uses.filter((use) => featureOf(use) === undefined),
    // The shell has these itself.
    ids.rowKeyIds,
  );
  const ofFeatures = uses.map(featureOf).filter((id) => id !== undefined);
  assert.deepEqual(new Set(ofFeatures), new Set(featureIds));
  assert.equal(featureOf("forgeside.nothing.run"), undefined);
  assert.equal(featureOf("toString"), undefined);
});

test("VS Code starts the extension for its file systems and its webviews, and once it has started", () => {
  assert.ok(manifest.activationEvents.includes("onStartupFinished"));
  assert.deepEqual(eventsOf("onFileSystem").toSorted(), [...fileSystemSchemes, ...restoredSchemes].toSorted());
  assert.deepEqual(eventsOf("onWebviewPanel").toSorted(), panelTypes.toSorted());
});
