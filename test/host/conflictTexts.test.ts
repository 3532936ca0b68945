import assert from "node:assert/strict";
import { window } from "vscode";
import { EditConflict } from "../../src/gists/publishing/editConflict.ts";
import { toUserError as gistError } from "../../src/gists/problemText.ts";
import { RepoConflict } from "../../src/repos/files/commitErrors.ts";
import { toUserError as repoError } from "../../src/repos/problemText.ts";
import { compareWithServer } from "../../src/ui/conflicts.ts";
import { eventually } from "../support/eventually.ts";
import { bytes } from "./support/documents.ts";
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

describe("The text of a save that met a conflict", () => {
  it("says whether the other side changed or deleted the file", () => {
    const place = { accountId: "a", gistId: ids.hello, fileName: "hello.py" };
    const at = { accountId: "a", owner: "mia", repo: "tools", ref: "main", path: "a.txt" };
    const texts = (theirs: string | null) =>
      [
        gistError(new EditConflict(place, { base: "one", mine: "two", theirs })),
        repoError(new RepoConflict(at, bytes("two"), { sha: theirs, bytes: bytes(theirs ?? "") })),
      ].map((error) => (error as Error).message);
    for (const text of texts("three")) assert.match(text, /^The same lines were changed elsewhere\./);
    for (const text of texts(null)) assert.match(text, /^The file was deleted on the server\./);
  });
});
