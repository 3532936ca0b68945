import assert from "node:assert/strict";
import { commands } from "vscode";
import * as ids from "../../src/ids.ts";
import { activated, type Activation } from "./support/activation.ts";
import { manifest } from "./support/menus.ts";
import { useSession } from "./support/session.ts";

describe("Activation", () => {
  let activation: Activation;
  before(async () => {
    activation = await activated();
  });

  it("comes after VS Code's start, without a use, and loads nothing but the shell", () => {
    assert.equal(activation.wasLoaded, false);
  });

  it("starts with the first use what that needs, and no other feature", () => {
    assert.deepEqual(activation.startedByGists, ["core", "comments", "gists"]);
  });

  it("sends no request", () => {
    assert.deepEqual(activation.requests, []);
  });

  it("shows no prompt and no message", () => {
    assert.deepEqual(activation.prompts, []);
  });

  it("registers the commands of package.json and no others", async () => {
    const declared = manifest().contributes.commands.map(({ command }) => command);
    const registered = (await commands.getCommands(true)).filter(
      // A view brings commands of its own, such as one to focus it.
      (id) => id.startsWith("forgeside.") && !Object.values(ids.views).some((view) => id.startsWith(`${view}.`)),
    );
    assert.deepEqual(registered.toSorted(), declared.toSorted());
    const known = Object.entries(ids)
      .filter(([name]) => name.endsWith("Commands"))
      .flatMap(([, table]): readonly string[] => Object.values(table));
    assert.deepEqual(declared.toSorted(), known.toSorted());
  });
});

describe("The listening of these tests", () => {
  const session = useSession({ signedIn: false });

  it("hears the extension's requests and messages", async () => {
    const { accounts } = session.parts;
    const before = session.activation.laterRequests.length;
    const candidate = {
      kind: "other",
      baseUrl: session.forge.url,
      dialect: "github",
      credential: "token",
    } as const;
    await assert.rejects(accounts.check(candidate, "sandbox_of_nobody"));
    await commands.executeCommand(ids.gistCommands.openByUrl, "not a gist");
    const asked = `${session.forge.url}/user`;
    // With each of the two words that servers know for a token.
    assert.deepEqual(session.activation.laterRequests.slice(before), [asked, asked]);
    assert.equal(session.messages.length, 1);
  });
});
