import assert from "node:assert/strict";
import { test } from "node:test";
import { Client } from "../../../../src/client/client.ts";
import { HttpError } from "../../../../src/client/errors.ts";
import { inProcessTransport } from "../../../../src/client/inProcessTransport.ts";
import { EditConflict } from "../../../../src/gists/publishing/editConflict.ts";
import { GistFiles } from "../../../../src/gists/publishing/files.ts";
import { fileOptions } from "../fileOptions.ts";
import { GistsModel } from "../../../../src/gists/model.ts";
import { createSandbox } from "../../../../src/sandbox/createSandbox.ts";
import { MemoryFolder } from "../../../support/memoryFolder.ts";
import { openWindow, signIn } from "../../accounts/window.ts";
import { chanceOf, faultyTransport, hurriedClock, insertLine, union } from "../../neverLose/chance.ts";

const gistId = "aaaaaaaaaaaaaaaaaaaaaaaa";
const names = ["a.txt", "b.txt"];
const baseUrl = "https://sandbox.invalid";
const runs = 250;
const steps = 40;

interface Doc {
  text: string;
  dirty: boolean;
}

const play = async (seed: number): Promise<number> => {
  const chance = chanceOf(seed);
  const clock = hurriedClock();
  const text = Array.from({ length: 12 }, (_, index) => `line ${index}`).join("\n");
  const sandbox = createSandbox({
    clock,
    rateLimit: 1_000_000,
    seed: {
      users: [{ login: "ada" }],
      tokens: [{ token: "t", login: "ada", scopes: ["gist"] }],
      gists: [{ id: gistId, owner: "ada", files: Object.fromEntries(names.map((name) => [name, `${text}\n`])) }],
    },
  });
  const direct = inProcessTransport((request) => sandbox.fetch(request));
  let fault = 0;
  const faulty = faultyTransport(direct, chance, () => fault);
  const otherUser = new Client({ baseUrl, dialect: "github", transport: direct, clock });
  otherUser.authenticate({ type: "token", token: "t" });
  const folder = new MemoryFolder();
  const windows = await Promise.all(
    [0, 1].map(async (index) => {
      const window = openWindow({ transportFor: async () => faulty, clock });
      const accountId = await signIn(window, baseUrl, "t");
      const gists = new GistsModel({ accounts: window.model, pageSize: () => 30, clock });
      const docs = new Map<string, Doc>();
      const files = new GistFiles(
        fileOptions({
          accounts: window.model,
          gists,
          // Of two windows one publishes on save, the other on demand; both store their edits in one folder.
          edits: folder,
          clock,
          modeOf: () => (index === 0 ? "onSave" : "manual"),
          isOpen: ({ fileName }) => docs.has(fileName),
        }),
      );
      return { accountId, gists, files, docs };
    }),
  );
  type Window = (typeof windows)[number];
  const placeIn = ({ accountId }: Window, fileName: string) => ({ accountId, gistId, fileName });
  const passes = (error: unknown): void => {
    if (!HttpError.is(error)) throw error;
  };
  const open = async (window: Window, name: string): Promise<void> => {
    const shown = new TextDecoder().decode(await window.files.read(placeIn(window, name)));
    window.docs.set(name, { text: shown, dirty: false });
    window.files.noteShown(placeIn(window, name), shown);
  };
  const solve = async (window: Window, name: string, conflict: EditConflict): Promise<void> => {
    const marked = await window.files.beginMerge(conflict);
    // VS Code saves the text with its marks when the merge editor opens: it must not go out.
    const outcome = await window.files.write(placeIn(window, name), new TextEncoder().encode(marked));
    assert.equal(outcome, "kept");
    window.docs.set(name, { text: union(conflict.mine, conflict.theirs), dirty: true });
  };
  const save = async (window: Window, name: string): Promise<void> => {
    const doc = window.docs.get(name);
    if (!doc?.dirty) return;
    try {
      const outcome = await window.files.write(placeIn(window, name), new TextEncoder().encode(doc.text));
      doc.dirty = false;
      if (outcome === "merged" || outcome === "unchanged") window.docs.delete(name);
    } catch (error) {
      if (!(error instanceof EditConflict)) return passes(error);
      await solve(window, name, error);
    }
  };
  const publish = async (window: Window): Promise<void> => {
    for (const { place } of window.files.pending.all) {
      try {
        await window.files.engine.publish(place);
        if (!window.docs.get(place.fileName)?.dirty) window.docs.delete(place.fileName);
      } catch (error) {
        if (!(error instanceof EditConflict)) passes(error);
        else {
          const doc = window.docs.get(place.fileName);
          const merged = union(doc?.dirty ? union(doc.text, error.mine) : error.mine, error.theirs);
          await window.files.engine.rebase(place, error.theirs, merged, error.edit);
          window.docs.delete(place.fileName);
        }
      }
    }
  };

  /** The other user is careful too: what came in between reading and sending is merged. */
  const changeElsewhere = async (name: string, token: string): Promise<void> => {
    let gist = await otherUser.call("gists.get", { id: gistId });
    let seen = gist.history?.[0]?.version;
    for (let attempt = 0; attempt < 20; attempt++) {
      const content = insertLine(gist.files[name]?.content ?? "", token, chance);
      const answer = await otherUser.call("gists.edit", { id: gistId, files: { [name]: { content } } });
      const before = answer.history?.[1]?.version ?? "";
      if (before === seen) return;
      seen = answer.history?.[0]?.version;
      gist = (await otherUser.get(`/gists/${gistId}/${before}`)) as typeof gist;
    }
  };

  const tokens: Record<string, string[]> = Object.fromEntries(names.map((name) => [name, []]));
  const step = async (index: number): Promise<void> => {
    const window = windows[chance() < 0.5 ? 0 : 1]!;
    const name = names[chance() < 0.5 ? 0 : 1]!;
    const token = `token ${seed}-${index}`;
    const dice = chance();
    if (dice < 0.1) fault = chance() < 0.5 ? 0 : chance() * 0.6;
    else if (dice < 0.25) {
      await changeElsewhere(name, token);
      tokens[name]?.push(token);
    } else if (dice < 0.35) {
      if (!window.docs.get(name)?.dirty) await open(window, name).catch(passes);
    } else if (dice < 0.4) {
      // A search, say: the editor does not take what is read.
      await window.files.read(placeIn(window, name)).catch(passes);
    } else if (dice < 0.65) {
      const doc = window.docs.get(name);
      if (!doc) return;
      window.docs.set(name, { text: insertLine(doc.text, token, chance), dirty: true });
      tokens[name]?.push(token);
    } else if (dice < 0.85) await save(window, name);
    else if (dice < 0.95) await Promise.all(names.map((each) => save(window, each)));
    else await publish(window);
  };
  for (let index = 0; index < steps; index++) await step(index);

  fault = 0;
  for (let round = 0; round < 20; round++) {
    for (const window of windows) {
      for (const name of names) await save(window, name);
      await publish(window);
    }
  }
  for (const window of windows) {
    assert.deepEqual(window.files.pending.all, [], `seed ${seed}: something is left`);
    assert.ok(
      [...window.docs.values()].every(({ dirty }) => !dirty),
      `seed ${seed}: a document is left unsaved`,
    );
  }
  const gist = await otherUser.call("gists.get", { id: gistId });
  for (const name of names) {
    const lines = (gist.files[name]?.content ?? "").split("\n");
    const lost = (tokens[name] ?? []).filter((token) => !lines.includes(token));
    assert.deepEqual(lost, [], `seed ${seed}: lost in ${name}`);
  }
  for (const window of windows) {
    window.files.dispose();
    window.gists.dispose();
  }
  return Object.values(tokens).flat().length;
};

test(`no line is lost in ${runs * steps} random steps of two windows, another user and a bad network`, async () => {
  let lines = 0;
  for (let seed = 1; seed <= runs; seed++) lines += await play(seed);
  assert.ok(lines > runs * 5, `only ${lines} lines were written`);
});
