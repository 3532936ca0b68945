import assert from "node:assert/strict";
import { commands, window, workspace } from "vscode";
import { gistCommands } from "../../src/ids.ts";
import { eventually } from "../support/eventually.ts";
import { answering } from "./support/answers.ts";
import { tokens } from "./support/seeds.ts";
import { signIn, useSession } from "./support/session.ts";

interface Sent {
  readonly files: Readonly<Record<string, { readonly content: string }>>;
}

describe("Sharing at a server without gists", () => {
  const session = useSession();
  const sent = (): readonly Sent[] =>
    session.forge.requests
      .filter(({ method, path }) => method === "POST" && path === "/gists")
      .map(({ body }) => JSON.parse(body) as Sent);

  it("offers another account, and shares there what was to be shared", async () => {
    session.forge.answer = ({ url, headers }) =>
      /\/gists\b/.test(url) && headers.get("authorization")?.endsWith(tokens.mia)
        ? Response.json({ message: "Not Found" }, { status: 404 })
        : undefined;
    const { accounts } = session.parts;
    await accounts.probe(session.accountId);
    const other = await signIn(session.parts, session.forge, tokens.otto);
    await window.showTextDocument(await workspace.openTextDocument({ content: "some text" }));
    const asked: (readonly unknown[])[] = [];
    const share = async (pick: number): Promise<void> => {
      await accounts.setActive(session.accountId);
      const showWarningMessage = (...given: readonly unknown[]) => {
        asked.push(given);
        return given[pick];
      };
      await answering({ showWarningMessage }, () => commands.executeCommand(gistCommands.shareFiles));
    };
    await share(-1);
    assert.deepEqual([accounts.active?.profile.id, sent()], [session.accountId, []]);
    await share(1);
    await eventually(() => sent().length > 0, "it is shared");
    assert.deepEqual(
      sent().map(({ files }) => files),
      [{ "snippet.txt": { content: "some text" } }],
    );
    assert.equal(accounts.active?.profile.id, other);
    const { gists } = await session.parts.gists.lists.get(other, "own");
    assert.ok(gists.some(({ description }) => description === "snippet.txt"));
    const question = [`${session.forge.host} doesn't offer gists.`, `Switch to otto (${session.forge.host})`];
    assert.deepEqual(asked, [question, question]);
  });
});
