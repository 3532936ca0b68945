import assert from "node:assert/strict";
import { window } from "vscode";
import { compareWithServer } from "../../src/ui/conflicts.ts";
import { eventually } from "../support/eventually.ts";
import { ids } from "./support/seeds.ts";
import { useSession } from "./support/session.ts";

describe("The comparison with the server", () => {
  const session = useSession();

  it("has a title without characters that turn the direction of the file's name", async () => {
    const uris = ["hello.py", "hello.rb"].map((name) => session.uri(ids.hello, name)) as [never, never];
    await compareWithServer("a\u202Egnp.exe", ...uris);
    const title = () => window.tabGroups.activeTabGroup.activeTab?.label;
    await eventually(() => title()?.includes("Server") === true, "it is shown");
    assert.equal(title(), "agnp.exe: Server ↔ Yours");
  });
});
