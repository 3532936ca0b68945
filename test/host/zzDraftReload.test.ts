import assert from "node:assert/strict";
import { systemClock } from "../../src/base/clock.ts";
import { fieldsOf } from "../../src/base/fieldsOf.ts";
import { activate } from "../../src/extension.ts";
import { PendingEdits } from "../../src/gists/publishing/pendingEdits.ts";
import { basesFolder, sharedFolder } from "../../src/storage/folders.ts";
import { storageFolder } from "../../src/storage/storageFolder.ts";
import { eventually } from "../support/eventually.ts";
import { activated } from "./support/activation.ts";
import { answering } from "./support/answers.ts";
import { show, type } from "./support/documents.ts";
import { startForge } from "./support/forge.ts";
import { startParts } from "./support/parts.ts";
import { smallSeed, tokens } from "./support/seeds.ts";
import { closeEditors, signIn, signOut } from "./support/session.ts";

// After other tests, by its name: it ends the extension that they share, and activates it again.
describe("After a reload while the gist of a draft is created", () => {
  for (const isLeased of [true, false])
    it(`what is typed on changes that gist, the former window's attempt ${isLeased ? "still claimed" : "free"}`, async () => {
      const ended = (await activated()).parts;
      const { context } = ended;
      ended.dispose();
      const begin = async () => startParts(await (activate(context) ?? assert.fail()).features());
      let parts = await begin();
      const forge = await startForge(smallSeed());
      const asked: string[] = [];
      const note = (text: string): void => void asked.push(text);
      const client = forge.client(tokens.mia);
      const gists = async () =>
        (await client.call("gists.getAll", {}))
          .filter(({ description }) => description === "Begun" || description === "")
          .map(({ id }) => forge.files(id)?.["a b.md"]);
      const edits = () => parts.files.pending.all.map(({ state, mine }) => [state, mine]);
      const accountId = await signIn(parts, forge, tokens.mia);
      try {
        const gist = { description: "Begun", public: true };
        const { id } = parts.files.drafts.add({ ...gist, accountId, files: ["a b.md"] });
        const place = { accountId, gistId: id, fileName: "a b.md" };
        const draft = await show(parts.uris.of(place));
        await type(draft, "first\n");
        const bases = storageFolder(basesFolder(context, "gistBases"));
        const baseOf = async (): Promise<readonly [string, string] | undefined> => {
          for (const name of await bases.list()) {
            const text = await bases.read(name);
            if (text?.includes(id)) return [name, text];
          }
          return undefined;
        };
        await eventually(async () => (await baseOf()) !== undefined, "what it is based on is stored");
        // As the former window has left it: the request is sent, and its answer has not come.
        parts.dispose();
        const [name, text] = (await baseOf()) ?? assert.fail();
        const stored = fieldsOf(JSON.parse(text));
        await bases.write(
          name,
          JSON.stringify({ ...stored, data: { ...fieldsOf(stored["data"]), sent: "first\n" } }),
        );
        const now = Date.now();
        const former = new PendingEdits(storageFolder(sharedFolder(context, "edits")), systemClock);
        await former.load();
        const write = { expected: String(now), assumed: null, mine: "first\n", text: "first\n" };
        const edit = { base: null, mine: "first\n", state: "queued", since: now, changed: now, place } as const;
        await former.put({ ...edit, unconfirmed: [write] }, [], { isLeased, isHidden: true });
        former.dispose();
        await client.call("gists.create", { ...gist, files: { "a b.md": { content: "first\n" } } });
        parts = await begin();
        await parts.accounts.load();
        const noted = { showWarningMessage: note, showInformationMessage: note, showErrorMessage: note };
        await answering(noted as never, async () => {
          await type(draft, "first\nsecond\n");
          assert.equal(await draft.save(), true);
          await eventually(() => edits().length === 0 || asked.length > 0, "it is sent");
        });
        assert.deepEqual([await gists(), edits(), asked], [["first\nsecond\n"], [], []]);
      } finally {
        await closeEditors();
        for (const edit of parts.files.pending.all) await parts.files.pending.remove(edit.id);
        await signOut(parts, accountId);
        parts.dispose();
        await forge.stop();
      }
    });
});
