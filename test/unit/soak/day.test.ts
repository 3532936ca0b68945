import assert from "node:assert/strict";
import { test } from "node:test";
import { setFlagsFromString } from "node:v8";
import { runInNewContext } from "node:vm";
import { isCancelled } from "../../../src/base/errors.ts";
import { HttpError } from "../../../src/client/errors.ts";
import { DeploymentsModel } from "../../../src/deployments/model.ts";
import { CommentsModel } from "../../../src/gists/comments/model.ts";
import { EditConflict } from "../../../src/gists/publishing/editConflict.ts";
import { GistFiles } from "../../../src/gists/publishing/files.ts";
import { fileOptions } from "../gists/fileOptions.ts";
import { GistsModel } from "../../../src/gists/model.ts";
import { HooksModel } from "../../../src/hooks/model.ts";
import { KeysModel } from "../../../src/keys/model.ts";
import { LocalChanges } from "../../../src/localChanges/model.ts";
import { RepoFiles } from "../../../src/repos/files/files.ts";
import { ReposModel } from "../../../src/repos/model.ts";
import { ManualClock } from "../../support/manualClock.ts";
import { MemoryFolder } from "../../support/memoryFolder.ts";
import { openWindow, signIn } from "../accounts/window.ts";
import { MemoryComments } from "../gists/comments/memory.ts";
import { chanceOf } from "../neverLose/chance.ts";
import { EndlessService } from "./endlessService.ts";

/** `SOAK_REQUESTS=100000` for a whole day. */
const wanted = Number(process.env["SOAK_REQUESTS"] ?? 5000);
const dayMs = 24 * 3_600_000;
/** Bytes that the second half of the day may add. */
const tolerance = 12_000_000;

setFlagsFromString("--expose-gc");
const collect = runInNewContext("gc") as () => void;
const heap = async (): Promise<number> => {
  for (let count = 0; count < 3; count++) {
    await new Promise((resolve) => setTimeout(resolve, 10));
    collect();
  }
  const { heapUsed, external, arrayBuffers } = process.memoryUsage();
  return heapUsed + external + arrayBuffers;
};

test(`a day of ${wanted} requests with edits and faults leaves heap, timers and files as they were`, async () => {
  const chance = chanceOf(7);
  const clock = new ManualClock();
  const service = new EndlessService(chance);
  const window = openWindow({ transportFor: async () => service.transport, clock });
  const accounts = window.model;
  const accountId = await signIn(window, service.baseUrl, "token");
  const inspect = async ({ files }: { readonly files: Readonly<Record<string, string>> }) => files;
  const [edits, unsavedBases, bases, stored] = [1, 2, 3, 4].map(() => new MemoryFolder()) as [
    MemoryFolder,
    MemoryFolder,
    MemoryFolder,
    MemoryFolder,
  ];
  const open = new Set<string>();
  const gists = new GistsModel({ accounts, pageSize: () => 30, clock });
  const files = new GistFiles(
    fileOptions({
      accounts,
      gists,
      edits,
      unsavedBases,
      clock,
      maxFileBytes: () => 10_000_000,
      pause: () => 1000,
      inspect,
      isOpen: ({ gistId }) => open.has(gistId),
    }),
  );
  const repos = new ReposModel({
    accounts,
    ownOptions: () => ({ type: "all", sort: "full_name", direction: "asc" }),
  });
  const repoFiles = new RepoFiles({
    accounts,
    repos,
    clock,
    inspect,
    signatures: () => ({}),
    changes: new LocalChanges(stored, clock),
    documentOf: ({ path }) => ({ accountId, uri: path }),
    bases,
    isSharedStorage: false,
    stateOf: () => "none",
    confirmUnmerged: async () => undefined,
    askMessage: async () => "Change it",
  });
  const hooks = new HooksModel({ accounts });
  const keys = new KeysModel({ accounts });
  const deployments = new DeploymentsModel({ accounts, inspect: async (_, _what, text) => text });
  const comments = new CommentsModel({
    accounts,
    storage: new MemoryComments(),
    own: () => [],
    inspect: async (_, body) => body,
  });
  const parts = [files, gists, repoFiles, repos, hooks, deployments, keys, comments];

  /** Time passes while it is done. */
  const during = async (task: Promise<unknown>): Promise<void> => {
    let isOver = false;
    const done = task
      .catch((error: unknown) => {
        const isExpected = HttpError.is(error) || isCancelled(error) || error instanceof EditConflict;
        if (!isExpected) throw error;
      })
      .finally(() => (isOver = true));
    while (!isOver) {
      await new Promise((resolve) => setImmediate(resolve));
      if (!isOver) clock.advance(250);
    }
    await done;
  };
  const edit = async (gistId: string): Promise<void> => {
    const place = { accountId, gistId, fileName: "a.txt" };
    open.add(gistId);
    try {
      const shown = new TextDecoder().decode(await files.read(place));
      files.noteShown(place, shown);
      await files.noteUnsaved(place);
      await files.write(place, new TextEncoder().encode(`${shown}more\n`));
    } finally {
      open.delete(gistId);
      files.noteClosed(place);
      for (const { place: waiting } of files.pending.of(place)) await files.engine.discard(waiting);
    }
  };
  let count = 0;
  const step = (): Promise<unknown> => {
    const gistId = (++count).toString(16).padStart(20, "0");
    const place = { accountId, owner: "mia", repo: `repo-${count}` };
    const dice = chance();
    if (dice < 0.3) return gists.read(accountId, gistId);
    if (dice < 0.45) return files.read({ accountId, gistId, fileName: "a.txt" });
    if (dice < 0.5) return files.read({ accountId, gistId, fileName: "big.txt" });
    if (dice < 0.55) return edit(gistId);
    if (dice < 0.63) return comments.list({ accountId, gistId });
    if (dice < 0.73) return repos.folder({ ...place, ref: "main", path: "" });
    if (dice < 0.78) return gists.checkStar(accountId, gistId);
    if (dice < 0.83) return hooks.list(place);
    if (dice < 0.88) return keys.list(place);
    if (dice < 0.93) return deployments.statuses(place, count);
    if (dice < 0.96) return gists.lists.get(accountId, "own").then(() => gists.refresh(accountId));
    service.faults = chance() < 0.5 ? 0 : 0.1;
    return Promise.resolve();
  };
  const until = async (requests: number): Promise<number> => {
    while (service.requests < requests) {
      const before = clock.now();
      await during(step());
      clock.advance(Math.max(0, dayMs / wanted - (clock.now() - before)));
    }
    return heap();
  };

  const half = await until(wanted / 2);
  const timers = clock.pending;
  const whole = await until(wanted);
  assert.ok(whole - half < tolerance, `${Math.round((whole - half) / 1000)} kB more than at noon`);
  assert.ok(clock.pending <= timers + 5, `${clock.pending} timers, ${timers} at noon`);
  for (const [name, folder] of Object.entries({ edits, unsavedBases, bases, stored }))
    assert.ok(
      folder.files.size <= 5,
      `${name} has ${folder.files.size} files: ${[...folder.files.keys()].join(" ")}`,
    );
  for (const part of parts) part.dispose();
  accounts.dispose();
  assert.equal(clock.pending, 0, "no timer is left");
});
