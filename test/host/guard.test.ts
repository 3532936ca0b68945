import assert from "node:assert/strict";
import {
  type CodeAction,
  commands,
  type Diagnostic,
  languages,
  type MessageItem,
  type TextDocument,
  type Uri,
  window,
  workspace,
} from "vscode";
import { CancelledError } from "../../src/base/errors.ts";
import { askAboutFindings } from "../../src/guard/ask.ts";
import type { Answer, FindingInFile, Upload } from "../../src/guard/guard.ts";
import { contextKeys, guardCommands, settings } from "../../src/ids.ts";
import { eventually } from "../support/eventually.ts";
import { type } from "./support/documents.ts";
import { hearCommands } from "./support/heardCommands.ts";
import { failureOf, useSession, withSetting } from "./support/session.ts";

const first = "Kx9fqZ2mTb!7";
const second = "Wp4!sLr8Hn2Q";
const text = `# ä𝄞\nDB_PASSWORD=${first}\nMAIL_PASSWORD=${second}\n`;

const open = async (content: string): Promise<TextDocument> => {
  const document = await workspace.openTextDocument({ language: "properties", content });
  await window.showTextDocument(document);
  return document;
};

const problems = (uri: Uri): readonly Diagnostic[] =>
  languages.getDiagnostics(uri).filter(({ source }) => source === "Forgeside");

describe("Checking a file for secrets", () => {
  const session = useSession({ signedIn: false });
  const check = () => commands.executeCommand(guardCommands.scanEditor);
  const checked = async (): Promise<TextDocument> => {
    const document = await open(text);
    await check();
    return document;
  };
  const fixesAt = (document: TextDocument, { range }: Diagnostic) =>
    commands.executeCommand<readonly CodeAction[]>(
      "vscode.executeCodeActionProvider",
      document.uri,
      range,
      "quickfix",
    );
  const fix = async (document: TextDocument, title: string): Promise<void> => {
    const [problem] = problems(document.uri);
    assert.ok(problem);
    const action = (await fixesAt(document, problem)).find((each) => each.title === title);
    assert.ok(action?.edit);
    await workspace.applyEdit(action.edit);
  };

  it("marks each secret, names its kind, shows none, and goes to the first", async () => {
    const document = await checked();
    const found = problems(document.uri);
    assert.deepEqual(
      found.map(({ range }) => document.getText(range)),
      [first, second],
    );
    assert.deepEqual(
      found.map(({ code }) => code),
      ["password", "password"],
    );
    assert.equal(JSON.stringify(found).includes(first), false);
    assert.equal(window.activeTextEditor && document.getText(window.activeTextEditor.selection), first);
  });

  it("offers to redact one or all, and has nothing to say about what is redacted", async () => {
    const document = await checked();
    await fix(document, "Redact");
    await eventually(() => problems(document.uri).length === 1, "one is left");
    assert.equal(document.getText(), text.replace(first, "REDACTED"));
    await type(document, text);
    await eventually(() => problems(document.uri).length === 2, "both are there again");
    await fix(document, "Redact All Secrets in This File");
    await eventually(() => problems(document.uri).length === 0, "all are gone");
    assert.equal(document.getText(), text.replace(first, "REDACTED").replace(second, "REDACTED"));
  });

  it("follows what is typed, and forgets a file that is closed", async () => {
    const document = await checked();
    await type(document, `\n\n${text}`);
    await eventually(() => problems(document.uri)[0]?.range.start.line === 3, "the marks have moved");
    await commands.executeCommand("workbench.action.revertAndCloseActiveEditor");
    await eventually(() => problems(document.uri).length === 0, "the marks are gone");
  });

  it("marks nothing in a file without secrets, and nothing of ignored kinds", async () => {
    const clean = await open("# nothing\n");
    await check();
    assert.deepEqual(problems(clean.uri), []);
    await withSetting(settings.guardIgnoredKinds, ["password"], async () => {
      assert.deepEqual(problems((await checked()).uri), []);
    });
  });

  it("says what to do when no editor is open", async () => {
    await check();
    await eventually(() => session.messages.length > 0, "it is said");
    assert.deepEqual(session.messages, ["No editor is open. Open the file to check."]);
  });

  it("can forget what was remembered", async () => {
    const { state } = session.parts;
    const hidden: unknown[] = [];
    const stop = hearCommands((id, key, value) => {
      if (id === "setContext" && key === contextKeys.noExceptions) hidden.push(value);
    });
    try {
      // As another window stores it.
      await state.join("guardDecisions", { ["ab".repeat(32)]: { at: Date.now(), value: "share" } });
      await commands.executeCommand(guardCommands.forgetDecisions);
    } finally {
      stop();
    }
    assert.equal(state.get("guardDecisions"), undefined);
    // While there are none, the palette doesn't list it.
    assert.deepEqual(hidden, [false, true]);
  });
});

describe("The question about secrets", () => {
  useSession({ signedIn: false });
  let asked: { readonly message: string; readonly detail: string; readonly buttons: readonly string[] }[];
  let answer: string | undefined;
  let former: PropertyDescriptor | undefined;

  const finding = (secret: string, index: number): FindingInFile => ({
    kind: "password",
    confidence: "high",
    start: index,
    end: index + secret.length,
    line: index + 1,
    preview: `${secret.slice(0, 4)}…`,
    file: ".env",
    secret,
  });
  const findings = [finding(first, 1), finding(second, 2)];
  const upload: Upload = { what: "the selection", files: { ".env": text }, accountId: "mia", isSecret: true };
  const choices = (answers: readonly Answer[]) =>
    answers.map(({ finding: { secret }, choice, isForLater }) => [secret, choice, isForLater]);

  beforeEach(() => {
    former = Object.getOwnPropertyDescriptor(window, "showWarningMessage");
    asked = [];
    const value = (
      message: string,
      { detail }: { readonly detail: string },
      ...items: readonly MessageItem[]
    ): Promise<MessageItem | undefined> => {
      asked.push({ message, detail, buttons: items.map(({ title }) => title) });
      return Promise.resolve(items.find(({ title }) => title === answer));
    };
    Object.defineProperty(window, "showWarningMessage", { value, configurable: true });
  });
  afterEach(() => {
    if (former) Object.defineProperty(window, "showWarningMessage", former);
  });

  it("lists at most ten findings, masked, and says where they would go", async () => {
    answer = "Redact";
    const many = Array.from({ length: 12 }, (_, index) => finding(first, index));
    await askAboutFindings(upload, many);
    await askAboutFindings({ ...upload, isSecret: false }, [finding(first, 1)]);
    assert.deepEqual(
      asked.map(({ message, buttons }) => [message, buttons]),
      [
        ["12 possible secrets found in the selection.", ["Review...", "Redact", "Send Anyway"]],
        ["Possible secret found in the selection.", ["Review...", "Redact", "Send Anyway"]],
      ],
    );
    const lines = asked[0]?.detail.split("\n") ?? [];
    assert.equal(lines[0], ".env, line 1: password (Kx9f…)");
    assert.equal(lines[10], "… and 2 more");
    const isPublic = asked.map(({ detail }) => detail.endsWith("\nEveryone can see what is sent."));
    assert.deepEqual(isPublic, [false, true]);
    assert.equal(JSON.stringify(asked).includes(first), false);
  });

  it("sends nothing unless a button says so", async () => {
    for (answer of [undefined, "Cancel"])
      assert.ok((await failureOf(askAboutFindings(upload, findings))) instanceof CancelledError);
    answer = "Send Anyway";
    assert.deepEqual(choices(await askAboutFindings(upload, findings)), [
      [first, "share", false],
      [second, "share", false],
    ]);
  });

  describe("one by one", () => {
    const accept = () => commands.executeCommand("workbench.action.acceptSelectedQuickOpenItem");
    const next = () => commands.executeCommand("workbench.action.quickOpenSelectNext");
    const close = () => commands.executeCommand("workbench.action.closeQuickOpen");
    let titles: (string | undefined)[];
    const create = Object.getOwnPropertyDescriptor(window, "createQuickPick");
    const original = window.createQuickPick;

    /** Waits for the list of that number to be on the screen. */
    const list = async (count: number): Promise<void> => {
      await eventually(() => titles.length === count, `list ${count} is there`);
    };

    beforeEach(() => {
      answer = "Review...";
      titles = [];
      const value = () => {
        const made = original();
        const show = made.show.bind(made);
        made.show = () => {
          show();
          titles.push(made.title);
        };
        return made;
      };
      Object.defineProperty(window, "createQuickPick", { value, configurable: true });
    });
    afterEach(async () => {
      await close();
      if (create) Object.defineProperty(window, "createQuickPick", create);
    });

    it("decides by keys alone, redacts what was not decided, and shows the place", async () => {
      const document = await open(text);
      const answers = askAboutFindings({ ...upload, place: () => document.uri }, findings);
      await list(1);
      await accept();
      await list(2);
      // The list waits for the editor to be there; what is selected in it becomes known a moment later.
      await eventually(() => {
        const editor = window.activeTextEditor;
        return editor?.document === document && document.getText(editor.selection) === first;
      }, "the secret is selected");
      await next();
      await accept();
      await list(3);
      // The second finding is active now; up to the row that ends it.
      await commands.executeCommand("workbench.action.quickOpenSelectPrevious");
      await commands.executeCommand("workbench.action.quickOpenSelectPrevious");
      await accept();
      assert.deepEqual(choices(await answers), [
        [first, "share", false],
        [second, "redact", false],
      ]);
      assert.deepEqual(titles, [
        "Secrets in the selection",
        ".env, line 2: password (Kx9f…)",
        "Secrets in the selection",
      ]);
    });

    it("goes back by Escape, and sends nothing when the list is left", async () => {
      const answers = failureOf(askAboutFindings(upload, findings));
      await list(1);
      await accept();
      await list(2);
      await close();
      await list(3);
      await close();
      assert.ok((await answers) instanceof CancelledError);
    });
  });
});
