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
    const done = `Switched to mia (${session.forge.host}). Run the command again there.`;
    await answering({ showWarningMessage: pressing(asked, switchTitle()) as never }, async () => {
      await commands.executeCommand(gistCommands.star);
      await eventually(() => asked.some(([text]) => text === done), "what to do is said");
    });
    // A test before may have left a message about its own account.
    assert.deepEqual(
      asked.filter(([text]) => text === question || text === done),
      [
        [question, true, "Sign In...", switchTitle()],
        [done, undefined],
      ],
    );
    assert.equal(activeId(), session.accountId);
  });

  it("offers no other account for a row that is seen without one", async () => {
    const { node } = await nodeLabelled(session.parts.trees.gists, "Two of otto");
    const accountId = await addAnonymous();
    await session.parts.accounts.setActive(session.accountId);
    const asked: Asked = [];
    await answering({ showWarningMessage: pressing(asked) as never }, async () => {
      await commands.executeCommand(gistCommands.star, { ...node, accountId });
      await eventually(() => asked.some(([text]) => text === question), "it is asked");
    });
    assert.deepEqual(
      asked.filter(([text]) => text === question),
      [[question, true, "Sign In..."]],
    );
  });

  it("has a button back to the account that was active before", async () => {
    const asked: Asked = [];
    await answering({ showInformationMessage: pressing(asked, switchTitle()) as never }, async () => {
      await commands.executeCommand(accountCommands.lookAround);
      await eventually(() => asked.some((row) => row.at(-1) === switchTitle()), "it has the button");
      await eventually(() => activeId() === session.accountId, "the account is switched back");
    });
  });
});

describe("Repositories of which a filter shows none", () => {
  useSession({ seed: toolsSeed });

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
    try {
      const text = "The filter of your repositories shows none.";
      const asked: Asked = [];
      const note = (...said: readonly string[]): void => void asked.push(said);
      await answering({ showWarningMessage: note as never }, async () => {
        await commands.executeCommand(repoCommands.delete);
        await eventually(() => asked.some(([said]) => said === text), "it is said");
      });
      assert.deepEqual(
        asked.filter(([said]) => said === text),
        [[text, "Filter Your Repositories..."]],
      );
    } finally {
      await choose("All");
    }
  });
});
