import assert from "node:assert/strict";
import { shownText } from "../../../src/base/bytes.ts";
import { sha256 } from "../../../src/base/sha256.ts";
import { GistHistory } from "../../../src/gists/history/model.ts";
import { planRestore, sendRestore } from "../../../src/gists/history/restore.ts";
import { importGists } from "../../../src/gists/transfer/importer.ts";
import { ImportRecord } from "../../../src/gists/transfer/importRecord.ts";
import type { ManifestGist } from "../../../src/gists/transfer/manifest.ts";
import { MemoryTransferFolder } from "../../support/memoryTransferFolder.ts";
import { gistId, otherGistId, type Stage } from "./stage.ts";
import { type Write, write } from "./write.ts";

const bytes = (text: string): Uint8Array => new TextEncoder().encode(text);
const note = { description: "New note", public: false, files: { "n.txt": "new\n", "o.txt": "other\n" } };

const described = async ({ service }: Stage, description: string): Promise<number> =>
  (await service.call("gists.getAll", {})).filter((gist) => gist.description === description).length;
const textOf = async ({ service }: Stage, name = "a.txt"): Promise<string | undefined> =>
  (await service.call("gists.get", { id: gistId })).files[name]?.content;
const isThere = async (is: boolean | Promise<boolean>): Promise<number> => ((await is) ? 1 : 0);
const mineText = "one\ntwo\nthree\nfour\n";

const read = async (stage: Stage): Promise<void> => {
  const shown = await stage.files.read(stage.file);
  stage.files.noteShown(stage.file, new TextDecoder().decode(shown));
};
const isPending = ({ files }: Stage): boolean => files.pending.all.some(({ mine }) => mine === mineText);

/** What waits is published; what was refused is still unsaved in the editor, and saved again. */
const saveAgain = async ({ files, file }: Stage): Promise<void> => {
  if (files.pending.all.length === 0) await files.write(file, bytes(mineText));
  for (const { place } of files.pending.all) await files.engine.publish(place);
};

/** As the command does: compares, and sends what differs. */
const restoreFirst = async ({ accounts, gists, publisher, accountId }: Stage): Promise<void> => {
  const history = new GistHistory(accounts, gists);
  const place = { accountId, gistId };
  try {
    const { items } = await history.revisions(place);
    const current = await gists.read(accountId, gistId, { fresh: true });
    const { edits } = await planRestore(current, await history.revision(place, items.at(-1)?.sha ?? ""), {
      read: (file) => history.bytesOf(place, file),
      shown: async (file) => shownText(await history.bytesOf(place, file)),
    });
    if (edits.length > 0) await sendRestore(publisher, place, edits);
  } finally {
    history.dispose();
  }
};

const importing = async () => {
  const folder = new MemoryTransferFolder();
  folder.files.set("g/n.txt", bytes("new\n"));
  const files = [{ name: "n.txt", path: "g/n.txt", size: 4, language: null, sha256: await sha256("new\n") }];
  const gist: ManifestGist = {
    id: "c".repeat(20),
    description: "New note",
    public: false,
    created: "2025-01-01T00:00:00Z",
    updated: "2025-01-01T00:00:00Z",
    url: "https://forge.example/c",
    directory: "g",
    comments: 0,
    files,
  };
  return { folder, gist };
};

export const gistWrites: readonly Write[] = [
  write({
    name: "create a gist",
    act: ({ gists, accountId }) => gists.create(accountId, note),
    done: (stage) => described(stage, "New note"),
  }),
  write({
    name: "fork a gist",
    act: ({ gists, accountId }) => gists.fork(accountId, otherGistId),
    done: (stage) => described(stage, "Theirs"),
  }),
  write({
    name: "edit a description",
    setUp: ({ gists, accountId }) => gists.get(accountId, gistId),
    act: ({ publisher, accountId }) => publisher.editDescription(accountId, gistId, "Other words"),
    done: (stage) => described(stage, "Other words"),
  }),
  write({
    name: "rename a gist file",
    setUp: ({ gists, accountId }) => gists.get(accountId, gistId),
    act: ({ publisher, file }) => publisher.renameFile(file, "c.txt"),
    done: (stage) => isThere(textOf(stage, "c.txt").then((text) => text !== undefined)),
  }),
  write({
    name: "delete a gist file",
    setUp: ({ gists, accountId }) => gists.get(accountId, gistId),
    act: ({ publisher, file }) => publisher.deleteFile(file),
    done: (stage) => isThere(textOf(stage).then((text) => text === undefined)),
  }),
  write({
    name: "delete a gist",
    act: ({ gists, accountId }) => gists.delete(accountId, gistId),
    done: ({ service }) => isThere(service.check("gists.get", { id: gistId }).then((is) => !is)),
    again: ({ gists, accountId }) =>
      gists.delete(accountId, gistId).catch((error: { readonly kind?: string }) => {
        if (error.kind !== "notFound") throw error;
      }),
  }),
  write({
    name: "keep and delete a gist",
    act: async ({ trash, gists, accountId }) => {
      await trash.keep(accountId, gistId);
      await gists.delete(accountId, gistId);
    },
    done: ({ service }) => isThere(service.check("gists.get", { id: gistId }).then((is) => !is)),
  }),
  write({
    name: "restore a deleted gist",
    setUp: async ({ trash, gists, accountId }) => {
      const deleted = await trash.keep(accountId, gistId);
      await gists.delete(accountId, gistId);
      return deleted;
    },
    // As the command does, which reads it each time.
    act: async ({ trash }, { id }) => trash.restore((await trash.get(id)) ?? assert.fail()),
    done: (stage) => described(stage, "Notes"),
    isHeld: ({ trashFolder }) => trashFolder.files.size === 1,
  }),
  write({
    name: "star a gist",
    setUp: ({ gists, accountId }) => gists.get(accountId, otherGistId),
    act: ({ gists, accountId }, gist) => gists.setStar(accountId, gist, true),
    done: ({ service }) => isThere(service.check("gists.checkStar", { id: otherGistId })),
  }),
  write({
    name: "unstar a gist",
    setUp: async ({ gists, accountId }) => {
      const gist = await gists.get(accountId, otherGistId);
      await gists.setStar(accountId, gist, true);
      return gist;
    },
    act: ({ gists, accountId }, gist) => gists.setStar(accountId, gist, false),
    done: ({ service }) => isThere(service.check("gists.checkStar", { id: otherGistId }).then((is) => !is)),
  }),
  write({
    name: "restore a revision of a gist",
    setUp: async (stage) => {
      const files = { "a.txt": { content: "other\n" }, "b.txt": null, "c.txt": { content: "more\n" } };
      await stage.service.call("gists.edit", { id: gistId, files });
    },
    act: restoreFirst,
    done: async (stage) => {
      const { files } = await stage.service.call("gists.get", { id: gistId });
      const isFirst = files["a.txt"]?.content === "one\ntwo\nthree\n" && files["b.txt"]?.content === "kept\n";
      return isThere(isFirst && files["c.txt"] === undefined);
    },
  }),
  write({
    name: "save a gist file",
    setUp: read,
    act: ({ files, file }) => files.write(file, bytes(mineText)),
    done: (stage) => isThere(textOf(stage).then((text) => text === mineText)),
    isEditor: true,
    isHeld: isPending,
    isQueued: (result) => result === "queued" || result === "kept" || result === "refused",
    again: saveAgain,
  }),
  write({
    name: "save a gist file that someone else changed",
    setUp: async (stage) => {
      await read(stage);
      const content = "zero\none\ntwo\nthree\n";
      await stage.service.call("gists.edit", { id: gistId, files: { "a.txt": { content } } });
    },
    act: ({ files, file }) => files.write(file, bytes(mineText)),
    done: (stage) => isThere(textOf(stage).then((text) => text === `zero\n${mineText}`)),
    isEditor: true,
    isHeld: ({ files }) => files.pending.all.some(({ mine }) => mine.includes("four")),
    isQueued: (result) => result === "queued" || result === "kept" || result === "refused",
    again: saveAgain,
  }),
  write({
    name: "publish an edit that waits",
    setUp: async (stage) => {
      stage.mode.of = "manual";
      await read(stage);
      await stage.files.write(stage.file, bytes(mineText));
    },
    act: ({ files, file }) => files.engine.publish(file),
    done: (stage) => isThere(textOf(stage).then((text) => text === mineText)),
    isHeld: isPending,
    isQueued: (result) => result === "queued" || result === "kept" || result === "refused",
  }),
  write({
    name: "save a new gist's first file",
    setUp: async ({ files, accountId }) =>
      files.drafts.add({ accountId, description: "New note", public: false, files: ["n.txt"] }),
    act: ({ files, accountId }, draft) =>
      files.write({ accountId, gistId: draft.id, fileName: "n.txt" }, bytes("new\n")),
    done: (stage) => described(stage, "New note"),
    again: ({ files, accountId }, draft) =>
      files.engine.publish({ accountId, gistId: draft.id, fileName: "n.txt" }),
    isHeld: ({ files }) => files.pending.all.some(({ mine }) => mine === "new\n"),
    isQueued: (result) => result === "queued" || result === "refused",
  }),
  write({
    name: "push a linked file",
    act: ({ publisher, file }) =>
      publisher.publishOnce(file, { name: "a.txt", base: "one\ntwo\nthree\n", mine: mineText }),
    done: (stage) => isThere(textOf(stage).then((text) => text === mineText)),
  }),
  write({
    name: "import a gist",
    setUp: importing,
    act: async ({ service, account, accountId, clock, gists }, { folder, gist }) => {
      const record = new ImportRecord(folder, { server: "here", login: "mia" });
      await record.load();
      const own = await service.call("gists.getAll", {});
      const candidate = { gist, files: gist.files, problems: new Map(), presence: "new" } as const;
      const [outcome] = await importGists(
        folder,
        [candidate],
        own,
        {
          client: account.client,
          accountId,
          clock,
          record,
          maxFileBytes: 1_000_000,
          inspect: async ({ files }) => files,
          create: (made, signal) => gists.create(accountId, made, signal),
        },
        new AbortController().signal,
      );
      if (outcome?.error !== undefined) throw outcome.error;
    },
    done: (stage) => described(stage, "New note"),
  }),
  write({
    name: "comment on a gist",
    setUp: ({ comments, accountId }) => comments.list({ accountId, gistId }),
    act: ({ comments, accountId }) => comments.create({ accountId, gistId }, "Said once"),
    done: async ({ service }) => (await service.call("gists.getComments", { gist_id: gistId })).length,
    isHeld: ({ talk }) => talk.drafts.some(({ body }) => body === "Said once"),
    again: async ({ comments, talk }) => {
      for (const { localId } of talk.drafts) await comments.retry(localId);
    },
  }),
  write({
    name: "comment on a gist whose comments were not read",
    act: ({ comments, accountId }) => comments.create({ accountId, gistId }, "Said once"),
    done: async ({ service }) => (await service.call("gists.getComments", { gist_id: gistId })).length,
    isHeld: ({ talk }) => talk.drafts.some(({ body }) => body === "Said once"),
    again: async ({ comments, talk }) => {
      for (const { localId } of talk.drafts) await comments.retry(localId);
    },
  }),
  write({
    name: "change a comment",
    setUp: ({ service }) => service.call("gists.createComment", { gist_id: gistId, body: "Before" }),
    act: ({ comments, accountId }, { id }) => comments.edit({ accountId, gistId }, id, "After"),
    done: async ({ service }) =>
      (await service.call("gists.getComments", { gist_id: gistId })).filter(({ body }) => body === "After").length,
    isHeld: ({ talk }) => talk.drafts.some(({ body }) => body === "After"),
  }),
  write({
    name: "delete a comment",
    setUp: ({ service }) => service.call("gists.createComment", { gist_id: gistId, body: "Before" }),
    act: ({ comments, accountId }, { id }) => comments.delete({ accountId, gistId }, id),
    done: async ({ service }) => 1 - (await service.call("gists.getComments", { gist_id: gistId })).length,
  }),
];
