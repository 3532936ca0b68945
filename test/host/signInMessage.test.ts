import assert from "node:assert/strict";
import { commands, window } from "vscode";
import { accountCommands, fromWalkthrough } from "../../src/ids.ts";
import { eventually } from "../support/eventually.ts";
import { smallSeed, tokens } from "./support/seeds.ts";
import { clicking, offerAccounts, signInBy, useSignInPage } from "./support/signIns.ts";
import { useSession } from "./support/session.ts";

describe("The message of a sign-in", () => {
  const host = useSession({ seed: smallSeed, signedIn: false });
  useSignInPage();
  afterEach(() => offerAccounts({}));

  it("doesn't offer the gists of a server that is known to have none", async () => {
    const mia = { id: "17", label: "mia", tokens: { gist: tokens.miaAgain }, sessions: ["gist"] } as const;
    await offerAccounts({ "github-enterprise": [mia] }, host.forge.url);
    const { accounts } = host.parts;
    const signInAndShow = async (way: RegExp) => {
      const { asked, offered } = await clicking(undefined, () => signInBy(way));
      assert.match(asked.join(), /Signed in to/);
      return offered;
    };
    assert.deepEqual(await signInAndShow(/^\$\(account\) mia/), ["Show Gists"]);
    host.forge.answer = ({ url }) =>
      url.includes("/gists") ? Response.json({ message: "Not Found" }, { status: 404 }) : undefined;
    const id = accounts.active?.profile.id ?? "";
    await accounts.probe(id);
    assert.equal(accounts.get(id)?.profile.missing?.gists, 404);
    host.forge.answer = () => undefined;
    assert.deepEqual(await signInAndShow(/(Another account on|Sign in to) 127/), []);
  });

  it("doesn't lead to the walkthrough whose button was used", async () => {
    const signedIn = async (...given: readonly string[]) => {
      const { offered, asked } = await clicking(undefined, async () => {
        await commands.executeCommand(accountCommands.trySandbox, ...given);
      });
      assert.match(asked.join(), /Signed in to the sandbox/);
      for (const { profile } of host.parts.accounts.accounts) await host.parts.accounts.remove(profile.id);
      return offered;
    };
    assert.deepEqual(await signedIn(fromWalkthrough), []);
    assert.deepEqual(await signedIn(), ["Get Started"]);
  });

  it("leads from the sandbox to the walkthrough", async () => {
    await commands.executeCommand("workbench.action.closeAllEditors");
    const { offered } = await clicking(/^Get Started$/, () => signInBy(/sandbox/i));
    assert.deepEqual(offered, ["Get Started"]);
    const front = () => window.tabGroups.activeTabGroup.activeTab?.label;
    await eventually(() => front() === "Welcome", "VS Code's page of walkthroughs is in front");
    await commands.executeCommand("workbench.action.closeActiveEditor");
  });
});
