import assert from "node:assert/strict";
import type { MessageOptions } from "vscode";
import { eventually } from "../support/eventually.ts";
import { answering } from "./support/answers.ts";
import { tokens } from "./support/seeds.ts";
import { useSession } from "./support/session.ts";

describe("A gist that the browser created several times, as its connection broke", () => {
  const session = useSession();
  const text = { description: "Harbour", public: false, files: { "harbour.txt": "tide\n" } };
  const message = { ...text, files: { "harbour.txt": { content: "tide\n" } } };
  const own = async () =>
    (await session.forge.client(tokens.mia).call("gists.getAll", {})).filter(
      ({ description }) => description === "Harbour",
    );

  it("is one gist for Forgeside; the copies are deleted when the user confirms the list of them", async () => {
    session.forge.change = async (answer, { method, path }) => {
      if (method !== "POST" || path !== "/gists") return answer;
      for (let count = 0; count < 2; count++) await session.forge.client(tokens.mia).call("gists.create", message);
      return Response.json({ message: "Bad Gateway" }, { status: 502 });
    };
    const asked: (readonly [string, string | undefined])[] = [];
    let reply: (answer: string) => void = () => undefined;
    const replied = new Promise<string>((resolve) => (reply = resolve));
    const showWarningMessage = (question: string, given: MessageOptions | string, ...buttons: string[]) => {
      asked.push([question, typeof given === "string" ? undefined : given.detail]);
      return asked.length === 1 ? replied : buttons[0];
    };
    await answering({ showWarningMessage: showWarningMessage as never }, async () => {
      const { id } = await session.parts.gists.create(session.accountId, text);
      await eventually(() => asked.length === 1, "the copies are reported");
      assert.match(String(asked[0]?.[0]), /“Harbour” was created, and the server has 2 more gists/);
      assert.equal((await own()).length, 3);
      const copies = (await own()).map((gist) => gist.id).filter((each) => each !== id);
      const { gists } = await session.parts.gists.lists.get(session.accountId, "own");
      assert.deepEqual(
        gists.flatMap((gist) => (gist.description === "Harbour" ? [gist.id] : [])).toSorted(),
        [id, ...copies].toSorted(),
      );
      reply("Delete Extra Gists...");
      await eventually(async () => (await own()).length === 1, "the copies are deleted");
      assert.equal((await own())[0]?.id, id);
      assert.equal(asked.length, 2);
      for (const copy of copies) assert.ok(asked[1]?.[1]?.includes(`Harbour (${copy})`), asked[1]?.[1]);
    });
  });
});
