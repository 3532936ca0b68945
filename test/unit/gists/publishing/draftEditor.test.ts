import assert from "node:assert/strict";
import { test } from "node:test";
import { GistFiles } from "../../../../src/gists/publishing/files.ts";
import { eventually } from "../../../support/eventually.ts";
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
    const draft = files.drafts.add({ accountId, description: "new", public: false, files: ["a.md"] });
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

test("A file that was added to a gist › is renamed here while the server does not have it, before and after its first save", async () => {
  const service = await openService({
    users: [{ login: "mia" }],
    tokens: [{ token: "sandbox_mia", login: "mia", scopes: ["gist"] }],
    gists: [{ owner: "mia", files: { "a.md": "one\n" } }],
  });
  const clock = new ManualClock();
  const files = new GistFiles(
    fileOptions({ accounts: service.window.model, gists: service.gists, publisher: service.publisher, clock }),
  );
  try {
    const { accountId } = service;
    const [gist = assert.fail()] = await service.own();
    const at = (fileName: string) => ({ accountId, gistId: gist.id, fileName });
    files.addDraftFile(at("b.md"));
    await files.rename(at("b.md"), "c.md");
    assert.equal(await files.stat(at("b.md")), undefined);
    assert.deepEqual(await files.read(at("c.md")), new Uint8Array());
    await assert.rejects(files.rename(at("c.md"), "a.md"), { kind: "name:taken" });

    service.hooks.before = (request) =>
      request.method === "PATCH" ? Response.json({ message: "Down" }, { status: 503 }) : undefined;
    await files.write(at("c.md"), bytes("two\n")).catch(() => undefined);
    const before = service.sent("PATCH").length;
    await files.rename(at("c.md"), "d.md");
    assert.equal(service.sent("PATCH").length, before);
    assert.deepEqual(files.pending.of(at("c.md")), []);

    service.hooks.before = () => undefined;
    // After the refusal, edits wait a while.
    clock.advance(600_000);
    await files.write(at("d.md"), bytes("three\n"));
    const names = async () => Object.keys((await service.own())[0]?.files ?? {}).toString();
    await eventually(async () => (await names()) === "a.md,d.md", "it is published under its new name");
    await files.rename(at("d.md"), "e.md");
    assert.equal(await names(), "a.md,e.md");

    // Names that are taken here, and a save that is under way.
    files.addDraftFile(at("f.md"));
    files.addDraftFile(at("g.md"));
    for (const name of ["f.md", "e.md"])
      await assert.rejects(files.rename(at(name), "g.md"), { kind: "name:taken" });
    let release: (() => void) | undefined;
    service.hooks.before = ({ method }) =>
      method === "PATCH" && !release ? new Promise((resolve) => (release = () => resolve(undefined))) : undefined;
    const saving = files.write(at("f.md"), bytes("four\n"));
    await eventually(() => release !== undefined, "it is being sent");
    const renaming = files.rename(at("f.md"), "h.md");
    release?.();
    assert.equal(await saving, "published");
    await renaming;
    assert.equal(await names(), "a.md,e.md,h.md");
    assert.deepEqual([files.drafts.hasFile(at("f.md")), files.drafts.hasFile(at("h.md"))], [false, false]);
  } finally {
    files.dispose();
    await service.close();
  }
});
