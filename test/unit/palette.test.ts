import assert from "node:assert/strict";
import { describe, test } from "node:test";
import { contextKeys, hidingKeys } from "../../src/ids.ts";
import { readContributions } from "../support/readContributions.ts";
import { tables } from "../support/contributions/tables.ts";

const { menus } = readContributions().contributes;
const palette = new Map((menus["commandPalette"] ?? []).map(({ command, when = "" }) => [command, when]));
const listed = tables
  .flatMap(({ commands = {} }) => Object.values(commands))
  .filter(({ id }) => palette.get(id) !== "false");

/** What says that an editor is open: of any kind, with a text, or of a resource. */
const editor = /\beditorIsOpen\b|\beditorLangId\b|\bactiveEditor\b|\bresourceScheme\b|\bresource (not )?in\b/;
/** What the title of a command says it acts on, and what its condition in the palette then has. */
const needs: readonly (readonly [title: RegExp, condition: RegExp])[] = [
  [/\bThis File\b|\bat Cursor\b|^Share Selection|^Share Files|^Share as|\bOpen Editors\b|^Link File/, editor],
  [/\bTerminal\b/, /\bterminalCount > 0|\bterminalTextSelected\b/],
  [/\bNotebook Cell\b/, /\bactiveEditor == workbench\.editor\.notebook\b/],
  [/\bStaged\b|\bChanges of File\b|\bof This Window\b|\bPermalink\b/, /\bgitOpenRepositoryCount > 0/],
  [/ in Browser$|^Manage Permissions/, new RegExp(`!${contextKeys.onlySandbox}`)],
  [/^Link File/, new RegExp(`resource not in ${contextKeys.filesOutside}`)],
  [/^Fork Gist$/, new RegExp(`resource in ${contextKeys.gistForeign}`)],
  [
    /^(Add File|Choose|Clone|Copy|Delete|Edit|Export|Insert|Make|Rename|Star|Unstar)\b.*\bGists?\b/,
    new RegExp(`!(${contextKeys.noOwnGists}|${contextKeys.noStarredGists})`),
  ],
  [
    /^(?!Show Received).*\b(Collaborator|Deploy Key|Deployment|Webhook)\b/,
    new RegExp(`!${contextKeys.noRepositories}`),
  ],
  [/^Share Folder|^Link File/, /\bworkspaceFolderCount > 0/],
  [/\bin the Sandbox\b/, new RegExp(`!${contextKeys.noSandbox}`)],
  [/^(?!Lock).*\bAuthorizations?\b/, new RegExp(`!${contextKeys.authorizationsNotOffered}`)],
  [/^(Push|Pull|Unlink|Compare) File\b|\bLinked Files\b/, new RegExp(contextKeys.linkedFiles)],
];

/** What takes something back or away that may not be there. */
const undoes =
  /^(Undo|Unmute|Unfollow|Unlink|Lock|Stop|Clear|Switch|Replace|Reset)\b|^Show (All|Unpublished)\b|^Remove Owner|Edit over\b|Change over\b|\bDeleted\b|^Permanently|^Operation History/;

/** Those that hide commands while they hold; a condition has them negated, and all others as they are. */
const hiding: ReadonlySet<string> = new Set([...Object.values(hidingKeys), contextKeys.inBrowser]);
/** Keys that say nothing of what a command acts on. */
const common: ReadonlySet<string> = new Set([
  contextKeys.signedIn,
  contextKeys.inBrowser,
  contextKeys.gistsNotOffered,
  contextKeys.noOwnGists,
  contextKeys.noStarredGists,
  contextKeys.noRepositories,
]);
/** How a condition has one of the other keys of ours. */
const ownTerms: ReadonlySet<string> = new Set(
  Object.values(contextKeys)
    .filter((key) => !common.has(key))
    .map((key) => (hiding.has(key) ? `!${key}` : key)),
);

/** The terms of a condition, without parentheses around several of them. */
const termsOf = (when: string): readonly string[] =>
  when.split(/ && | \|\| /).map((term) => term.replace(/^\(+|\)+$/g, ""));

const ownKey = (when: string): boolean =>
  termsOf(when).some((term) => ownTerms.has(term.replace(/ == .+$|^resource in /, "")));

describe("the palette", () => {
  test("hides what needs gists on a server without gists, and not the permalink of a repository's file", () => {
    const isHidden = (id: string): boolean => (palette.get(id) ?? "").includes(`!${contextKeys.gistsNotOffered}`);
    assert.deepEqual(
      ["share.described", "share.undo", "gist.create", "gist.choosePublishMode", "share.permalink"].map((id) =>
        isHidden(`forgeside.${id}`),
      ),
      [true, true, true, true, false],
    );
  });

  test("lists a command where its title says what it acts on only while there is such a thing", () => {
    for (const [title, condition] of needs) {
      const named = listed.filter((command) => title.test(command.title));
      assert.notEqual(named.length, 0, String(title));
      for (const command of named) assert.match(palette.get(command.id) ?? "", condition, command.title);
    }
  });

  test("lists a command that undoes something only while there may be something to undo", () => {
    const undoing = listed.filter(({ title }) => undoes.test(title));
    assert.ok(undoing.length >= 10, String(undoing.length));
    for (const { id, title } of undoing) assert.ok(ownKey(palette.get(id) ?? ""), title);
  });

  test("lists a command whose menus are those of editors only while an editor is open", () => {
    const ofEditors = listed.filter(({ menus: own = {} }) => {
      const names = Object.keys(own);
      return names.length > 0 && names.every((name) => name.startsWith("editor/"));
    });
    assert.notEqual(ofEditors.length, 0);
    for (const { id, title } of ofEditors) {
      const when = palette.get(id) ?? "";
      assert.ok(editor.test(when) || ownKey(when), `${title}: ${when}`);
    }
  });

  test("negates the keys that hide commands, and no other keys of ours", () => {
    const seen = new Set<string>();
    for (const [id, when] of palette) {
      // A negation of several terms would turn the keys in it around.
      assert.ok(!when.includes("!("), id);
      for (const term of termsOf(when)) {
        const [, negation, key] = /^(!?)(forgeside\.[\w.]+)/.exec(term) ?? [];
        if (key === undefined) continue;
        assert.equal(negation, hiding.has(key) ? "!" : "", `${id}: ${when}`);
        seen.add(key);
      }
    }
    for (const key of hiding) assert.ok(seen.has(key), key);
  });

  test("has no condition that never holds there, such as the focus of an editor", () => {
    for (const [id, when] of palette) assert.doesNotMatch(when, /\b(editor|editorText|list|terminal)Focus\b/, id);
  });
});
