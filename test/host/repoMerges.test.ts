import { commands, type TextDocument, window } from "vscode";
import { fieldsOf } from "../../src/base/fieldsOf.ts";
import { eventually } from "../support/eventually.ts";
import { answering } from "./support/answers.ts";
import { show, type } from "./support/documents.ts";
import { useRepositorySession } from "./support/repositorySession.ts";
import { withAutoSave } from "./support/session.ts";

const base64 = (text: string): string => Buffer.from(text).toString("base64");
const base = "one\ntwo\nthree\n";
const both = base.replace("one", "ONE EINS");

describe("A merge of a repository's file", () => {
  const { at, mia, uri, add, atService, session } = useRepositorySession();
  let former: PropertyDescriptor | undefined;
  beforeEach(() => {
    former = Object.getOwnPropertyDescriptor(window, "showInputBox");
    Object.defineProperty(window, "showInputBox", { value: async () => "My message", configurable: true });
  });
  afterEach(() => {
    if (former) Object.defineProperty(window, "showInputBox", former);
  });

  const isMerging = (document: TextDocument): boolean =>
    (window.tabGroups.activeTabGroup.activeTab?.label.startsWith("Merging") ?? false) &&
    document.getText() === base;

  it("is committed when its editor from before a reload of the window is closed after Auto Save", async () => {
    await add("notes.txt", base);
    const document = await show(uri("notes.txt"));
    await type(document, base.replace("one", "ONE"));
    const { sha } = fieldsOf(await mia().call("repos.getContent", { ...at, path: "notes.txt", ref: "main" }));
    await mia().call("repos.updateFile", {
      ...at,
      path: "notes.txt",
      message: "Elsewhere",
      content: base64(base.replace("one", "EINS")),
      sha: String(sha),
      branch: "main",
    });
    let count = 0;
    await answering({ showWarningMessage: () => (count++ === 0 ? "Merge..." : undefined) }, async () => {
      await commands.executeCommand("workbench.action.files.save");
      await eventually(() => isMerging(document), "the merge editor is open");
      const { base: baseUri, input1, input2 } = fieldsOf(window.tabGroups.activeTabGroup.activeTab?.input);
      await commands.executeCommand("workbench.action.revertAndCloseActiveEditor");
      // As VS Code opens it again.
      await commands.executeCommand("_open.mergeEditor", {
        base: baseUri,
        input1: { uri: input1, title: "Theirs" },
        input2: { uri: input2, title: "Mine" },
        output: uri("notes.txt"),
      });
      const shown = await show(uri("notes.txt"));
      await commands.executeCommand("workbench.action.openPreviousRecentlyUsedEditor");
      await withAutoSave(async () => {
        await type(shown, both);
        await eventually(() => session.parts.localChanges.all.length === 1 && !shown.isDirty, "it is stored");
      });
      await commands.executeCommand("workbench.action.closeAllEditors");
      await eventually(async () => (await atService("notes.txt")) === both, "it is committed");
    });
    await eventually(() => session.parts.localChanges.all.length === 0, "nothing is left to send");
  });
});
