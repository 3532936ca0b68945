import assert from "node:assert/strict";
import { test } from "node:test";
import { GistFiles } from "../../../../src/gists/publishing/files.ts";
import { ManualClock } from "../../../support/manualClock.ts";
import { fileOptions } from "../fileOptions.ts";
import { openService } from "../openService.ts";

const bytes = (text: string): Uint8Array => new TextEncoder().encode(text);

test("The editor of a new gist › keeps what its text is based on when the draft's editor is closed", async () => {
  const service = await openService({
    users: [{ login: "mia" }],
    tokens: [{ token: "sandbox_mia", login: "mia", scopes: ["gist"] }],
  });
  const clock = new ManualClock();
  const open = new Set<string>();
  const files = new GistFiles(
    fileOptions({
      accounts: service.window.model,
      gists: service.gists,
      publisher: service.publisher,
      clock,
      isOpen: ({ gistId }) => open.has(gistId),
    }),
  );
  try {
    const { accountId } = service;
    const draft = files.addDraftGist({ accountId, description: "new", public: false, files: ["a.md"] });
    const at = (gistId: string) => ({ accountId, gistId, fileName: "a.md" });
    open.add(draft.id);
    assert.equal(await files.write(at(draft.id), bytes("one\n")), "published");
    const gistId = files.drafts.resolve(at(draft.id)).gistId;
    // The gist's editor takes the place of the draft's, with more in it.
    files.noteShown(at(gistId), new TextDecoder().decode(await files.read(at(gistId))));
    open.add(gistId);
    open.delete(draft.id);
    files.noteClosed(at(draft.id));
    clock.advance(1000);
    assert.equal(await files.write(at(gistId), bytes("one\ntwo\n")), "published");
  } finally {
    files.dispose();
    await service.close();
  }
});
