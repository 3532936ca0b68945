import assert from "node:assert/strict";
import { commands } from "vscode";
import {
  accountCommands,
  commentCommands,
  gistCommands,
  guardCommands,
  linkCommands,
  logCommands,
  transferCommands,
  trashCommands,
} from "../../src/ids.ts";
import { activated, type Activation } from "./support/activation.ts";
import { manifest } from "./support/menus.ts";
import { useSession } from "./support/session.ts";

describe("Activation", () => {
  let activation: Activation;
  before(async () => {
    activation = await activated();
  });

  it("waits until somebody needs the extension", () => {
    assert.equal(activation.wasActive, false);
  });

  it("sends no request", () => {
    assert.deepEqual(activation.requests, []);
  });

  it("shows no prompt and no message", () => {
    assert.deepEqual(activation.prompts, []);
  });

  it("is quick", function () {
    // Machines differ, so the time is reported and not judged.
    const title = `takes ${activation.milliseconds.toFixed(0)} ms`;
    if (this.test) this.test.title = title;
    console.log(`Forgeside's activation ${title}`);
    assert.ok(activation.milliseconds > 0);
  });

  it("registers the commands of package.json and no others", async () => {
    const declared = manifest().contributes.commands.map(({ command }) => command);
    const registered = (await commands.getCommands(true)).filter((id) =>
      /^forgeside\.(account|gist|comment|guard|link|log)\./.test(id),
    );
    assert.deepEqual(registered.toSorted(), declared.toSorted());
    const known = [
      accountCommands,
      gistCommands,
      commentCommands,
      guardCommands,
      linkCommands,
      logCommands,
      transferCommands,
      trashCommands,
    ].flatMap((table) => Object.values(table));
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
    await commands.executeCommand(gistCommands.openByUrl, "not a gist");
    assert.deepEqual(session.activation.laterRequests.slice(before), [`${session.forge.url}/user`]);
    assert.equal(session.messages.length, 1);
  });
});
