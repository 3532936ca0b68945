import assert from "node:assert/strict";
import { Uri } from "vscode";
import { Emitter } from "../../src/base/event.ts";
import type { UnusableRecord } from "../../src/base/recordFolder.ts";
import { DismissedWarnings } from "../../src/storage/dismissedWarnings.ts";
import { reportUnusable } from "../../src/storage/reportUnusable.ts";
import { eventually } from "../support/eventually.ts";
import { answering } from "./support/answers.ts";

describe("Files of unpublished edits that can't be used", () => {
  it("are reported with their folder; what is found at each start can be dismissed for good, a damaged one is put aside", async () => {
    const stored = new Map<string, unknown>();
    const memento = {
      get: (key: string) => stored.get(key),
      update: async (key: string, value: unknown) => void stored.set(key, value),
    } as ConstructorParameters<typeof DismissedWarnings>[0];
    const found = new Emitter<UnusableRecord>();
    const logged: string[] = [];
    const shown: (readonly string[])[] = [];
    const start = () =>
      reportUnusable(found.event, "edits", {
        context: { globalStorageUri: Uri.file("/storage"), storageUri: undefined },
        globalState: memento,
        log: { error: (_, error) => logged.push((error as Error).message) },
      });
    const find = (record: UnusableRecord): void => {
      const reporting = start();
      found.fire(record);
      reporting.dispose();
    };
    const dismissed = () => new DismissedWarnings(memento);
    const showWarningMessage = ((...given: readonly string[]) => {
      shown.push(given);
      return given.at(-1) === "Don't Show Again" && shown.length > 1 ? given.at(-1) : undefined;
    }) as never;
    await answering({ showWarningMessage }, async () => {
      find({ name: "a.json", reason: "newer" });
      await eventually(() => shown.length === 1, "it is shown");
      find({ name: "a.json", reason: "newer" });
      await eventually(() => dismissed().has("newer: a.json"), "it is dismissed");
      find({ name: "a.json", reason: "newer" });
      find({ name: "b.json", reason: "newer" });
      await eventually(() => dismissed().has("newer: b.json"), "another one is dismissed");
      find({ name: "a.json.damaged", reason: "damaged" });
      await eventually(() => shown.length === 4, "the damaged one is shown");
    });
    const newer = "An unpublished edit was saved by a newer version of Forgeside. Update to see it.";
    assert.deepEqual(shown, [
      [newer, "Show Folder", "Don't Show Again"],
      [newer, "Show Folder", "Don't Show Again"],
      [newer, "Show Folder", "Don't Show Again"],
      ["The file of an unpublished edit is damaged. It was put aside as a.json.damaged.", "Show Folder"],
    ]);
    assert.equal(logged.length, 5);
  });
});
