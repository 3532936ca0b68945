import assert from "node:assert/strict";
import { commands, window } from "vscode";
import { commentCommands } from "../../src/ids.ts";
import { eventually } from "../support/eventually.ts";
import { nodeLabelled, tooltipOf } from "./support/rows.ts";
import { ids, tokens } from "./support/seeds.ts";
import { useSession } from "./support/session.ts";

describe("A gist whose description is long, or turns the direction of the text", () => {
  const session = useSession();
  const describeAs = async (description: string): Promise<void> => {
    await session.forge.client(tokens.mia).call("gists.edit", { id: ids.hello, description, files: {} });
    await session.parts.gists.get(session.accountId, ids.hello);
  };

  it("has a row that is cut, and a tooltip that also has the owner and the files", async () => {
    await describeAs("x".repeat(5000));
    const label = `${"x".repeat(119)}…`;
    const { gists } = session.parts.trees;
    const lines = tooltipOf(gists, await nodeLabelled(gists, label)).split("\n");
    assert.equal(lines[0], `${"x".repeat(299)}…`);
    assert.match(lines[1] ?? "", /by mia$/);
    assert.ok(lines.some((line) => line.includes("hello.py")));
  });

  for (const [written, shown] of [
    ["Title\n\ntwo\nthree", ["Title", "two", "three", "public by mia"]],
    ["Title\n2\n3\n4\n5\n6", ["Title", "2", "3", "4", "5", "…", "public by mia"]],
  ] as const)
    it(`has the further lines in its tooltip, of many the first ones: ${shown.length - 1}`, async () => {
      await describeAs(written);
      const { gists } = session.parts.trees;
      const lines = tooltipOf(gists, await nodeLabelled(gists, "Title")).split("\n");
      assert.deepEqual(lines.slice(0, shown.length), shown);
    });

  it("has comments whose document shows no character that turns the direction", async () => {
    await describeAs("good\u202Eexe.txt");
    await commands.executeCommand(commentCommands.show, session.uri(ids.hello, "hello.py"));
    const document = () => window.activeTextEditor?.document;
    await eventually(() => document()?.getText().startsWith("good") === true, "it is shown");
    assert.match(document()?.uri.path ?? "", /Comments: /);
    assert.equal(document()?.lineAt(0).text, "goodexe.txt");
  });
});
