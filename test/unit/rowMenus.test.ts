import assert from "node:assert/strict";
import { describe, test } from "node:test";
import { isForRow, isRowMenu } from "../../src/shell/rowMenu.ts";
import { readContributions } from "../support/readContributions.ts";

const { menus, submenus } = readContributions().contributes;

interface Item {
  readonly when: string;
  readonly group: string;
}

/** What a row's menu has at most: in a browser it has less. */
const itemsOf = (menu: string): readonly Item[] =>
  (menus[menu] ?? [])
    .map(({ when = "", group = "" }) => ({ when: when.replace(" && !forgeside.inBrowser", ""), group }))
    .filter(({ group }) => !group.startsWith("inline"));

const kindOf = (when: string): readonly string[] => {
  const [, kinds = ""] = /viewItem =~ \/\^\(?([\w|]+)/.exec(when) ?? [];
  return kinds.split("|");
};

/** Context values of a kind with any of the flags that its when clauses name. */
const contextValuesOf = (kind: string, whens: readonly string[]): readonly string[] => {
  const flags = new Set(
    whens
      .filter((when) => kindOf(when).includes(kind))
      .flatMap((when) =>
        [...when.matchAll(/;\(\.\*;\)\?\(?([\w|]+)/g)].flatMap(([, names = ""]) => names.split("|")),
      ),
  );
  return [...flags]
    .toSorted()
    .reduce<readonly string[]>(
      (values, flag) => [...values, ...values.map((value) => `${value};${flag}`)],
      [kind],
    );
};

describe("the menu of a row", () => {
  const rows = itemsOf("view/item/context");
  const kinds = [...new Set(rows.flatMap(({ when }) => kindOf(when)))];

  test("has at most ten entries, with its submenus", () => {
    assert.ok(kinds.length > 20);
    for (const kind of kinds)
      for (const value of contextValuesOf(
        kind,
        rows.map(({ when }) => when),
      )) {
        // No row has both.
        if (/;foreign;.*mine/.test(value)) continue;
        const shown = rows.filter(({ when }) => isForRow(when, value));
        assert.ok(shown.length <= 10, `${value}: ${shown.length}`);
      }
  });

  test("has for several selected rows only what acts on all of them", () => {
    const ids = new Set(
      Object.entries(menus)
        .filter(([menu]) => isRowMenu(menu))
        .flatMap(([, entries]) => entries)
        .filter(
          ({ group = "", when = "" }) => !group.startsWith("inline") && !when.includes("!listMultiSelection"),
        )
        .flatMap(({ command }) => command ?? []),
    );
    assert.deepEqual([...ids].map((id) => id.replace("forgeside.", "")).toSorted(), [
      "account.grantAccess",
      "account.refresh",
      "account.signOut",
      "authorization.delete",
      "change.discard",
      "change.publish",
      "change.takeTheirs",
      "event.copyMarkdown",
      "feed.markFeedRead",
      "feed.refreshFeed",
      "feed.remove",
      "gist.compareRevisions",
      "gist.copyLink",
      "gist.delete",
      "gist.discardEdit",
      "gist.export",
      "gist.publishAll",
      "gist.star",
      "gist.takeTheirs",
      "gist.unstar",
      "hook.activate",
      "hook.copyUrl",
      "hook.deactivate",
      "hook.delete",
      "key.copyFingerprint",
      "key.copyPublicKey",
      "key.delete",
      "repo.close",
      "repo.copyLink",
      "repo.copyRefName",
      "repo.copySha",
      "repo.refresh",
      "repo.removeCollaborator",
      "repo.removeOwner",
      "repo.star",
      "repo.unstar",
      "repo.unwatch",
      "repo.watch",
      "repoFile.copyFolderLink",
      "repoFile.copyLink",
      "repoFile.copyPath",
      "repoFile.delete",
      "repoFile.deleteFolder",
      "service.cancelWaiting",
      "service.copyFact",
    ]);
  });

  test("has submenus with at least two entries where they are shown", () => {
    const ofRows = submenus.map(({ id }) => id).filter((id) => id.startsWith("forgeside.rowMenu."));
    assert.ok(ofRows.length > 4);
    for (const id of ofRows) {
      const items = itemsOf(id);
      const [kind = ""] = kindOf(items[0]?.when ?? "");
      assert.ok(items.filter(({ when }) => isForRow(when, kind)).length >= 2, id);
    }
  });
});
