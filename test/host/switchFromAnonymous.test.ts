import assert from "node:assert/strict";
import { commands } from "vscode";
import { accountCommands, gistCommands, repoCommands } from "../../src/ids.ts";
import { eventually } from "../support/eventually.ts";
import { answering } from "./support/answers.ts";
import { nodeLabelled } from "./support/rows.ts";
import { toolsSeed } from "./support/repoTools.ts";
import { useSession } from "./support/session.ts";

type Asked = (readonly (string | boolean | undefined)[])[];

describe("Browsing without an account beside an account", () => {
  const session = useSession({ seed: toolsSeed });
  const question = "Sign in to see and change what is yours.";
  const switchTitle = (): string => `Switch to mia (${session.forge.host})`;
  const addAnonymous = (): Promise<string> =>
    session.parts.accounts.add(
      { kind: "enterprise", baseUrl: `${session.forge.url}/api/v3`, dialect: "github", credential: "anonymous" },
      { login: "" },
      undefined,
    );
  const activeId = (): string | undefined => session.parts.accounts.active?.profile.id;
  /** Notes what the questions are, and answers them all. */
  const pressing =
    (asked: Asked, button?: string) =>
    (text: string, ...rest: readonly unknown[]): string | undefined => {
      const [options] = rest.filter((each) => typeof each === "object") as readonly { readonly modal?: boolean }[];
      asked.push([text, options?.modal, ...rest.filter((each) => typeof each === "string")]);
      return button;
    };

  it("asks once where a command needs an account, switches to the one that is there, and says what to do", async () => {
    const anonymous = await addAnonymous();
    assert.equal(activeId(), anonymous);
    const asked: Asked = [];
    await answering({ showWarningMessage: pressing(asked, switchTitle()) as never }, async () => {
      await commands.executeCommand(gistCommands.star);
      await eventually(() => asked.length > 1, "what to do is said");
    });
    assert.deepEqual(asked, [
      [question, true, "Sign In...", switchTitle()],
      [`Switched to mia (${session.forge.host}). Run the command again.`, undefined],
    ]);
    assert.equal(activeId(), session.accountId);
  });

  it("offers no other account for a row that is seen without one", async () => {
    const { node } = await nodeLabelled(session.parts.trees.gists, "Two of otto");
    const accountId = await addAnonymous();
    await session.parts.accounts.setActive(session.accountId);
    const asked: Asked = [];
    await answering({ showWarningMessage: pressing(asked) as never }, async () => {
      await commands.executeCommand(gistCommands.star, { ...node, accountId });
      await eventually(() => asked.length > 0, "it is asked");
    });
    assert.deepEqual(asked, [[question, true, "Sign In..."]]);
  });

  it("has a button back to the account that was active before", async () => {
    const asked: Asked = [];
    await answering({ showInformationMessage: pressing(asked, switchTitle()) as never }, async () => {
      await commands.executeCommand(accountCommands.lookAround);
      await eventually(() => asked.length > 0 && activeId() === session.accountId, "the account is switched back");
    });
    assert.equal(asked[0]?.at(-1), switchTitle());
  });
});

describe("Repositories of which a filter shows none", () => {
  const session = useSession({ seed: toolsSeed });

  it("are not called none: the message has the filter", async () => {
    const choose = (label: string) =>
      answering(
        {
          showQuickPick: ((items: readonly { readonly label: string }[]) =>
            items.find((each) => each.label.includes(label)) ?? items[0]) as never,
        },
        () => commands.executeCommand(repoCommands.listOptions),
      );
    await choose("Private");
    const asked: Asked = [];
    const note = (text: string, ...buttons: readonly string[]): void => void asked.push([text, ...buttons]);
    await answering({ showWarningMessage: note as never }, async () => {
      await commands.executeCommand(repoCommands.delete);
      await eventually(() => asked.length > 0, "it is said");
    });
    assert.deepEqual(
      [asked, session.messages],
      [[["The filter of your repositories shows none.", "Filter Your Repositories..."]], []],
    );
    await choose("All");
  });
});
