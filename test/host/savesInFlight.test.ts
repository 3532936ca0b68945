import assert from "node:assert/strict";
import { commands } from "vscode";
import { systemClock } from "../../src/base/clock.ts";
import type { PendingEdit } from "../../src/gists/publishing/pendingEdit.ts";
import { PendingEdits } from "../../src/gists/publishing/pendingEdits.ts";
import { sharedFolder } from "../../src/storage/folders.ts";
import { storageFolder } from "../../src/storage/storageFolder.ts";
import { accountCommands } from "../../src/ids.ts";
import { eventually } from "../support/eventually.ts";
import { answering } from "./support/answers.ts";
import { show, type } from "./support/documents.ts";
import { holdWrites } from "./support/heldRequests.ts";
import { ids } from "./support/seeds.ts";
import { useSession } from "./support/session.ts";

describe("A save of a gist's file that the service has not answered", () => {
  const session = useSession();

  const folder = () => storageFolder(sharedFolder(session.parts.context, "edits"));
  /** What the next start reads of the edits if the window ends now. */
  const stored = async () => {
    const texts = await Promise.all((await folder().list()).map((name) => folder().read(name)));
    return texts.map((text) => {
      const { edit } = JSON.parse(text ?? "") as { readonly edit: PendingEdit };
      return [edit.mine, edit.state, edit.unconfirmed?.length];
    });
  };
  /** What another window shows. */
  const shownElsewhere = async () => {
    const pending = new PendingEdits(folder(), systemClock);
    try {
      await pending.load();
      return pending.all;
    } finally {
      pending.dispose();
    }
  };

  it("is stored with the write that is under way, shown nowhere as unpublished, and removed with the answer", async () => {
    const document = await show(session.uri(ids.hello, "hello.py"));
    const writes = holdWrites(session.forge);
    await type(document, "print('stored')\n");
    const saving = document.save();
    await writes.arrived();
    assert.deepEqual(await stored(), [["print('stored')\n", "queued", 1]]);
    await session.parts.files.pending.refresh();
    assert.deepEqual(session.parts.files.pending.all, []);
    assert.deepEqual(await shownElsewhere(), []);
    writes.release();
    assert.equal(await saving, true);
    assert.deepEqual(await stored(), []);
    assert.equal(session.forge.files(ids.hello)?.["hello.py"], "print('stored')\n");
    assert.deepEqual(session.messages, []);
  });

  it("is over at once where the server asks for a pause of half a minute, and waits for its end", async () => {
    const document = await show(session.uri(ids.hello, "hello.py"));
    let refusals = 0;
    session.forge.answer = ({ method }) =>
      method === "PATCH" && refusals++ === 0
        ? Response.json({ message: "Slow down" }, { status: 429, headers: { "retry-after": "30" } })
        : undefined;
    await type(document, "print('later')\n");
    // A save that waited would have published it.
    assert.equal(await document.save(), true);
    assert.deepEqual(await stored(), [["print('later')\n", "queued", undefined]]);
  });

  it("is over at once behind another change of the gist that waits for the end of a pause", async () => {
    const document = await show(session.uri(ids.hello, "hello.py"));
    session.forge.answer = ({ method }) =>
      method === "PATCH"
        ? Response.json({ message: "Slow down" }, { status: 429, headers: { "retry-after": "20" } })
        : undefined;
    const { client } = session.parts.accounts.get(session.accountId) ?? {};
    const other = session.parts.publisher.editDescription(session.accountId, ids.hello, "other");
    other.catch(() => undefined);
    await eventually(() => (client?.blockedUntil ?? 0) > 0, "the pause is known");
    await type(document, "print('later')\n");
    assert.equal(await document.save(), true);
    assert.deepEqual(await stored(), [["print('later')\n", "queued", undefined]]);
    assert.equal(session.forge.sent("PATCH").length, 1);
  });

  it("counts as unpublished when the account is signed out in the meantime", async () => {
    const document = await show(session.uri(ids.hello, "hello.py"));
    const writes = holdWrites(session.forge);
    await type(document, "print('under way')\n");
    const saving = document.save();
    await writes.arrived();
    const details: string[] = [];
    const showWarningMessage = (_: string, { detail }: { readonly detail: string }): undefined => {
      details.push(detail);
    };
    await answering({ showWarningMessage }, async () =>
      commands.executeCommand(accountCommands.signOut, { id: session.accountId }),
    );
    writes.release();
    assert.equal(await saving, true);
    assert.match(details[0] ?? "", /^This account has 1 unpublished edit\./);
    assert.ok(session.parts.accounts.get(session.accountId));
  });
});
