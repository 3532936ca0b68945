import assert from "node:assert/strict";
import { describe, test } from "node:test";
import { contextKeys, gistCommands, gistScheme, hookCommands, hookScheme, shareCommands } from "../../src/ids.ts";
import { readContributions } from "../support/readContributions.ts";

const { menus } = readContributions().contributes;

/** Whether a when clause holds where just these of its terms do. */
const holds = (when: string, terms: ReadonlySet<string>): boolean => {
  const inner = /\(([^()]*)\)/.exec(when);
  if (inner) return holds(when.replace(inner[0], String(holds(inner[1] ?? "", terms))), terms);
  return when.split(" || ").some((all) =>
    all.split(" && ").every((term) => {
      if (term === "true" || term === "false") return term === "true";
      if (term.includes(" not in ")) return !terms.has(term.replace(" not in ", " in "));
      return term.startsWith("!") ? !terms.has(term.slice(1)) : terms.has(term);
    }),
  );
};

describe("the menu of a gist's editor", () => {
  const isForeign = `resource in ${contextKeys.gistForeign}`;
  const hasEdit = `resource in ${contextKeys.gistEdits}`;
  const ofEditors = [...(menus["editor/title"] ?? []), ...(menus["forgeside.editorMenu.gistEditor"] ?? [])];
  const has = (command: string, ...terms: readonly string[]): boolean => {
    const all = new Set([contextKeys.signedIn, `resourceScheme == ${gistScheme}`, ...terms]);
    return ofEditors.some((item) => item.command === command && holds(item.when ?? "", all));
  };

  test("has Choose When to Publish for one's own gists only", () => {
    assert.equal(has(gistCommands.choosePublishMode), true);
    assert.equal(has(gistCommands.choosePublishMode, isForeign), false);
    assert.equal(has(gistCommands.choosePublishMode, isForeign, hasEdit), false);
  });

  test("has Revert for a file with text that isn't saved, or with an unpublished edit", () => {
    assert.equal(has(gistCommands.revert), false);
    assert.equal(has(gistCommands.revert, "activeEditorIsDirty"), true);
    assert.equal(has(gistCommands.revert, hasEdit), true);
    assert.equal(has(gistCommands.revert, isForeign, hasEdit), true);
  });
});

describe("menus", () => {
  const itemsOf = (command: string, ...names: readonly string[]): readonly string[] =>
    Object.entries(menus).flatMap(([menu, items]) =>
      names.includes(menu) ? items.flatMap((item) => (item.command === command ? [item.when ?? ""] : [])) : [],
    );

  test("of the editor of a webhook have its commands only once it is created", () => {
    const isHook = [contextKeys.signedIn, `resourceScheme == ${hookScheme}`];
    for (const command of [hookCommands.test, hookCommands.deliveries, hookCommands.rotateSecret]) {
      const [when = ""] = itemsOf(command, "editor/title");
      assert.equal(holds(when, new Set([...isHook, "resourceFilename != new.hook.json"])), true, command);
      assert.equal(holds(when, new Set(isHook)), false, command);
    }
  });

  test("of lines and tabs have what needs Git only with it", () => {
    for (const command of [shareCommands.permalink, shareCommands.changes]) {
      const [when = ""] = itemsOf(command, "editor/lineNumber/context", "forgeside.tabMenu");
      const onDisk = [contextKeys.signedIn, "resourceScheme == file"];
      assert.equal(holds(when, new Set([...onDisk, "gitOpenRepositoryCount > 0"])), true, command);
      assert.equal(holds(when, new Set(onDisk)), false, command);
    }
  });

  test("have no web page and no permissions while only the sandbox is signed in", () => {
    const ofPages = Object.values(menus).flatMap((items) =>
      items.filter(
        ({ command, when }) =>
          /\.(open(InBrowser|Page|FolderPage)|managePermissions)$/.test(command) && when !== "false",
      ),
    );
    assert.ok(ofPages.length > 10, String(ofPages.length));
    for (const { command, when = "" } of ofPages)
      assert.ok(when.split(" && ").includes(`!${contextKeys.onlySandbox}`), `${command}: ${when}`);
  });
});
