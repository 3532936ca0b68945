import assert from "node:assert/strict";
import { commands } from "vscode";
import { gistCommands } from "../../src/ids.ts";
import { eventually } from "../support/eventually.ts";
import { answering } from "./support/answers.ts";
import { toolsSeed } from "./support/repoTools.ts";
import { useSession } from "./support/session.ts";

describe("Browsing without an account beside an account", () => {
  const session = useSession({ seed: toolsSeed });

  it("asks once where a command needs an account, and switches to the one that is there", async () => {
    const { accounts } = session.parts;
    const anonymous = await accounts.add(
      { kind: "enterprise", baseUrl: `${session.forge.url}/api/v3`, dialect: "github", credential: "anonymous" },
      { login: "" },
      undefined,
    );
    assert.equal(accounts.active?.profile.id, anonymous);
    const asked: unknown[][] = [];
    const switchTitle = `Switch to mia (${session.forge.host})`;
    const press = (text: string, options: { readonly modal?: boolean }, ...buttons: readonly string[]) => {
      asked.push([text, options.modal, ...buttons]);
      return switchTitle;
    };
    await answering({ showWarningMessage: press as never }, async () => {
      await commands.executeCommand(gistCommands.star);
      await eventually(() => accounts.active?.profile.id !== anonymous, "the account is switched");
    });
    assert.deepEqual(session.messages, []);
    assert.deepEqual(asked, [["Sign in to see and change what is yours.", true, "Sign In...", switchTitle]]);
    assert.equal(accounts.active?.profile.id, session.accountId);
  });
});
