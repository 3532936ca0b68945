import assert from "node:assert/strict";
import { mkdtempSync, readdirSync, readFileSync, rmSync, symlinkSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { commands, Uri, window } from "vscode";
import { textScheme, transferCommands } from "../../src/ids.ts";
import { eventually } from "../support/eventually.ts";
import { answering } from "./support/answers.ts";
import { labelOf, nodesOf } from "./support/rows.ts";
import { ids } from "./support/seeds.ts";
import { useSession } from "./support/session.ts";

interface Row {
  readonly label: string;
  readonly description: string;
  readonly picked: boolean;
}

describe("Export and import", () => {
  const session = useSession();
  let folder: string;
  let shown: string[];
  beforeEach(() => {
    folder = mkdtempSync(join(tmpdir(), "forgeside-"));
    shown = [];
  });
  afterEach(() => rmSync(folder, { recursive: true }));

  const run = async (
    command: string,
    rows: Row[] = [],
    answer?: string,
    ...given: readonly unknown[]
  ): Promise<void> => {
    await answering(
      {
        showOpenDialog: () => [Uri.file(folder)],
        showInformationMessage: (text: string) => {
          shown.push(text);
          return answer;
        },
        showQuickPick: (items: readonly Row[]) => {
          rows.push(...items);
          return items.filter(({ picked }) => picked);
        },
      },
      async () => {
        const before = shown.length;
        await commands.executeCommand(command, ...given);
        if (session.messages.length === 0)
          await eventually(() => shown.length > before || rows.length > 0, "it is shown");
      },
    );
  };
  const manifest = () =>
    JSON.parse(readFileSync(join(folder, "manifest.json"), "utf8")) as {
      gists: { id: string; directory: string; files: { path: string }[] }[];
    };

  it("writes the gists that are selected, also another user's", async () => {
    const all = await nodesOf(session.parts.trees.gists);
    const nodes = ["notes.md", "Two of otto"].map(
      (label) => all.find(({ item }) => labelOf(item) === label)?.node,
    );
    await run(transferCommands.exportSome, [], undefined, nodes[0], nodes);
    assert.equal(shown[0], "2 gists exported.");
    assert.deepEqual(
      manifest().gists.map(({ id }) => id),
      [ids.notes, ids.foreign],
    );
  });

  it("writes all gists into a folder, and the second time only says that they are there", async () => {
    await run(transferCommands.exportAll, [], "Show Report");
    assert.equal(shown[0], "2 gists exported.");
    const directory = manifest().gists.find(({ id }) => id === ids.hello)?.directory ?? "";
    assert.equal(directory, `hello-in-two-languages-${ids.hello}`);
    assert.equal(readFileSync(join(folder, directory, "hello.py"), "utf8"), 'print("Hello")\n');
    assert.deepEqual(
      readdirSync(folder).filter((name) => name.includes(".tmp")),
      [],
    );
    await eventually(() => window.activeTextEditor?.document.uri.scheme === textScheme, "the report is open");
    assert.match(window.activeTextEditor?.document.getText() ?? "", /Written: 2/);
    await run(transferCommands.exportAll);
    assert.equal(shown[1], "2 gists exported, 2 of them unchanged since the last time.");
  });

  it("creates new gists of what no longer exists, and of nothing else", async () => {
    await run(transferCommands.exportAll);
    await session.parts.gists.delete(session.accountId, ids.hello);
    const rows: Row[] = [];
    session.forge.requests.length = 0;
    await run(transferCommands.importFolder, rows);
    assert.deepEqual(
      rows.toSorted((a, b) => (a.label < b.label ? -1 : 1)).map((row) => [row.label, row.description, row.picked]),
      [
        ["$(globe) Hello in two languages", "public", true],
        ["$(lock) notes.md", "secret · already exists", false],
      ],
    );
    await eventually(() => shown.length === 2, "it is shown");
    assert.match(shown[1] ?? "", /^1 gist imported\. It has a new ID/);
    assert.deepEqual(session.forge.sent("POST"), ["POST /gists"]);
    const again: Row[] = [];
    await run(transferCommands.importFolder, again);
    assert.equal(
      again.some(({ picked }) => picked),
      false,
    );
    assert.equal(session.forge.sent("POST").length, 1);
  });

  it("looks through what is imported for secrets", async () => {
    await run(transferCommands.exportAll);
    const entry = manifest().gists.find(({ id }) => id === ids.notes);
    writeFileSync(join(folder, entry?.files[0]?.path ?? ""), 'password = "Kx9f2mQ7vLp4Zr8T"\n');
    await session.parts.gists.delete(session.accountId, ids.notes);
    const asked: string[] = [];
    await answering(
      {
        showOpenDialog: () => [Uri.file(folder)],
        showInformationMessage: (text: string) => void shown.push(text),
        showQuickPick: (items: readonly Row[]) => items.filter(({ label }) => label.includes("notes")),
        showWarningMessage: (text: string) => void asked.push(text),
      },
      async () => {
        await commands.executeCommand(transferCommands.importFolder);
        await eventually(() => shown.length === 2, "it is shown");
      },
    );
    assert.match(asked[0] ?? "", /Possible secret found in notes\.md/);
    assert.match(shown[1] ?? "", /^0 of 1 gist imported/);
    assert.deepEqual(session.forge.sent("POST"), []);
  });

  it("names the gist at which it was stopped, and what became of the others", async () => {
    await run(transferCommands.exportAll);
    for (const id of [ids.notes, ids.hello]) await session.parts.gists.delete(session.accountId, id);
    let stop: () => void = () => undefined;
    const withProgress = (_options: unknown, task: (progress: unknown, token: unknown) => unknown) =>
      task({ report: () => undefined }, { onCancellationRequested: (listener: () => void) => (stop = listener) });
    session.forge.answer = ({ method }) => {
      if (method === "POST") stop();
      return undefined;
    };
    const former = window.withProgress;
    Object.defineProperty(window, "withProgress", { value: withProgress, configurable: true, writable: true });
    try {
      await run(transferCommands.importFolder, [], "Show Report");
    } finally {
      Object.defineProperty(window, "withProgress", { value: former, configurable: true, writable: true });
    }
    const left = manifest().gists[1]?.id === ids.notes ? "notes.md" : "Hello in two languages";
    assert.equal(
      shown[1],
      `1 of 2 gists imported. Imported gists have new IDs. Stopped at “${left}”. Import the same folder again to continue.`,
    );
    const report = () => window.activeTextEditor?.document.getText() ?? "";
    await eventually(() => /Stopped at/.test(report()), "the report is open");
    assert.match(report(), new RegExp(`${left} \\(.*\\): not imported: you canceled it; nothing was sent`));
    assert.equal(session.forge.sent("POST").length, 1);
  });

  it("reads nothing behind a link, and refuses what is no export", async () => {
    await run(transferCommands.importFolder);
    assert.match(session.messages.at(-1) ?? "", /^There is no manifest\.json in this folder/);
    await run(transferCommands.exportAll);
    const entry = manifest().gists.find(({ id }) => id === ids.notes);
    const path = join(folder, entry?.files[0]?.path ?? "");
    rmSync(path);
    symlinkSync("/etc/hostname", path);
    await session.parts.gists.delete(session.accountId, ids.notes);
    const rows: Row[] = [];
    await run(transferCommands.importFolder, rows);
    assert.equal(
      rows.some(({ label }) => label.includes("notes")),
      false,
    );
    writeFileSync(join(folder, "manifest.json"), '{"version":9}');
    await run(transferCommands.importFolder);
    assert.match(session.messages.at(-1) ?? "", /^manifest\.json can't be imported: it is of another version\.$/);
  });
});
