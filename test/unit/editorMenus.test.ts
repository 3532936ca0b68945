import assert from "node:assert/strict";
import { describe, test } from "node:test";
import { contextKeys, gistCommands, gistScheme } from "../../src/ids.ts";
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
