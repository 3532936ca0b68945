import assert from "node:assert/strict";
import { window, workspace } from "vscode";
import { eventually } from "../support/eventually.ts";
import { answering } from "./support/answers.ts";
import { at, useLinkedFile } from "./support/linkedFile.ts";
import { useSession } from "./support/session.ts";

describe("The file of links", () => {
  const { links, write } = useLinkedFile(useSession());

  it("is not used, with line and column, where the repository's file has a mistake and no link that can be used", async () => {
    const file = at(".forgeside/links.json");
    const warned: string[] = [];
    const warnOf = async (text: string, answer?: string): Promise<string | undefined> => {
      warned.length = 0;
      const showWarningMessage = ((said: string) => warned.push(said) && answer) as never;
      await answering({ showWarningMessage }, async () => {
        await write(text, file);
        await links().load();
        await eventually(() => warned.length > 0, "it is shown what is wrong");
      });
      return warned[0];
    };
    try {
      assert.match(
        (await warnOf('{\n  "version": 1\n  "links": []\n}')) ?? "",
        /links\.json isn't used: Line 3, column 3: Expected comma\.$/,
      );
      assert.match(
        (await warnOf('{\n  "version": 1,\n  "lniks": []\n}')) ?? "",
        /isn't used: Line 3, column 3: the field “lniks” is unknown \(did you mean “links”\?\)\.$/,
      );
      assert.match(
        (await warnOf('{\n  "version": 1,\n  "links": [\n    {}\n  ]\n}', "Open File")) ?? "",
        /isn't used: Line 4, column 5: entry 1: the field “path” is missing or has an invalid value\.$/,
      );
      const inFront = () => window.activeTextEditor?.selection.active;
      await eventually(() => inFront()?.line === 3 && inFront()?.character === 4, "the entry is shown");
      const swapped = { path: "a", server: "https://x", gits: "abc", file: "a", base: null };
      assert.match(
        (await warnOf(JSON.stringify({ version: 1, links: [swapped] }, undefined, 2))) ?? "",
        /isn't used: Line 7, column 7: entry 1: the field “gits” is unknown \(did you mean “gist”\?\)\.$/,
      );
      assert.match(
        (await warnOf(JSON.stringify({ version: 1, links: [{}, {}, {}, {}, {}] }))) ?? "",
        /entry 1: [^;]+; [^;]+entry 2: [^;]+; [^;]+entry 3: [^;]+; … and 2 more\.$/,
      );
      // Too deep for the parser that knows the line.
      assert.match((await warnOf(`{"links":${"[".repeat(50_000)}${"]".repeat(50_000)}}`)) ?? "", /isn't used: /);
    } finally {
      await workspace.fs.delete(file);
      await links().load();
    }
  });
});
