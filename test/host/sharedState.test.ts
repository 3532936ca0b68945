import assert from "node:assert/strict";
import { FileType, Uri, workspace } from "vscode";
import type { ExtensionContext } from "vscode";
import { DisposableStore } from "../../src/base/disposable.ts";
import { openState } from "../../src/storage/openState.ts";
import { useSession } from "./support/session.ts";

describe("The state of version 0.1", () => {
  const session = useSession();

  it("moves out of VS Code's global state into files that no other window writes", async () => {
    const { globalState, globalStorageUri } = session.parts.context;
    const draft = {
      id: "new-1",
      accountId: session.accountId,
      description: "Begun",
      public: false,
      files: ["a.md"],
    };
    await globalState.update("forgeside.gistDrafts", [draft]);
    await globalState.update("forgeside.commentsSeen", { [`${session.accountId}/1`]: { count: 2 } });
    const folder = Uri.joinPath(globalStorageUri, "formerState");
    const context = { globalState, globalStorageUri: folder } as unknown as ExtensionContext;
    const opened = new DisposableStore();
    try {
      const state = await openState(context, session.parts.globalState, opened, (error) =>
        assert.fail(String(error)),
      );
      assert.deepEqual(state.get("gistDrafts"), { "new-1": draft });
      assert.deepEqual(state.get("commentsSeen"), { [`${session.accountId}/1`]: { count: 2 } });
      assert.equal(globalState.get("forgeside.gistDrafts"), undefined);
      assert.equal(globalState.get("forgeside.commentsSeen"), undefined);
      const files = await workspace.fs.readDirectory(Uri.joinPath(folder, "state"));
      assert.equal(files.filter(([name, type]) => type === FileType.File && /^\w.*\.json$/.test(name)).length, 2);
    } finally {
      opened.dispose();
      await workspace.fs.delete(folder, { recursive: true });
    }
  });
});
