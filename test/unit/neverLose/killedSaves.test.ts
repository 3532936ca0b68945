import assert from "node:assert/strict";
import { test } from "node:test";
import { Client } from "../../../src/client/client.ts";
import { inProcessTransport } from "../../../src/client/inProcessTransport.ts";
import type { Transport } from "../../../src/client/transport.ts";
import { createSandbox } from "../../../src/sandbox/createSandbox.ts";
import { MemoryFolder } from "../../support/memoryFolder.ts";
import { hurriedClock } from "./chance.ts";
import { EditorWindow, gistIdOf, keyOf, type Machine, type Target } from "./editorWindow.ts";

const baseUrl = "https://sandbox.invalid";
const target: Target = { login: "ada", kind: "gist", name: "a.txt" };
const id = gistIdOf("ada");
const before = "one\ntwo\nthree\n";
const after = "one\ntwo\nTHREE\n";
/** More reads and writes than a save has. */
const maxSteps = 60;

interface Killed {
  /** Whether the save was over before the window ended. */
  readonly isOver: boolean;
  /** Whether anything was requested, and whether the write was, before the window ended. */
  readonly wasRequested: boolean;
  readonly wasSent: boolean;
  readonly wasWritten: boolean;
  readonly text: string;
  /** How many versions the gist has. */
  readonly versions: number;
}

/**
 * Ends a window at one of the reads and writes of a save, with no backup of the document, and opens it again.
 * `saveBefore`: a text that is stored unpublished when the save begins. `typedAfter`: what is typed and saved in the new
 * window, to which VS Code has given back the unsaved text. `inBetween`: what another user does before the new
 * window sends anything.
 */
const kill = async (
  endsIn: number,
  {
    saveBefore,
    typedAfter,
    inBetween,
  }: {
    readonly saveBefore?: string;
    readonly typedAfter?: string;
    readonly inBetween?: (client: Client) => Promise<void>;
  } = {},
): Promise<Killed> => {
  const clock = hurriedClock();
  const sandbox = createSandbox({
    clock,
    rateLimit: 1_000_000,
    seed: {
      users: [{ login: "ada" }],
      tokens: [{ token: "token-ada", login: "ada", scopes: ["gist", "repo"] }],
      gists: [{ id, owner: "ada", files: { "a.txt": before } }],
    },
  });
  const direct = inProcessTransport((request) => sandbox.fetch(request));
  const requested: string[] = [];
  const transport: Transport = (request) => {
    requested.push(request.method);
    return direct(request);
  };
  const folders = { edits: new MemoryFolder(), changes: new MemoryFolder() };
  let mode: "onSave" | "manual" = "manual";
  const machine: Machine = { baseUrl, logins: ["ada"], clock, transport, ...folders };
  const window = await EditorWindow.open(machine, () => mode);
  const client = new Client({ baseUrl, dialect: "github", transport: direct, clock });
  client.authenticate({ type: "token", token: "token-ada" });
  await window.open(target);
  if (saveBefore !== undefined) {
    await window.type(target, () => saveBefore);
    await window.save(target);
  }
  mode = "onSave";
  await window.type(target, () => after);
  const { process } = window;
  requested.length = 0;
  process.endsIn = endsIn;
  await process.run(() => window.save(target));
  const isOver = !process.isOver;
  const wasRequested = requested.length > 0;
  const wasSent = requested.includes("PATCH");
  const wasWritten = (await client.call("gists.get", { id })).files["a.txt"]?.content === after;
  if (typedAfter === undefined) window.docs.delete(keyOf(target));
  await window.restart();
  if (typedAfter !== undefined) {
    await window.open(target);
    await window.type(target, () => typedAfter);
    await window.save(target);
  }
  await inBetween?.(client);
  clock.skip(200_000);
  await window.publishAll();
  assert.deepEqual(window.left(), []);
  window.dispose();
  const gist = await client.call("gists.get", { id });
  return {
    isOver,
    wasRequested,
    wasSent,
    wasWritten,
    text: gist.files["a.txt"]?.content ?? "",
    versions: gist.history?.length ?? 0,
  };
};

const killAll = async (options: Parameters<typeof kill>[1], check: (killed: Killed) => void): Promise<void> => {
  let sent = 0;
  for (let endsIn = 0; endsIn < maxSteps; endsIn++) {
    const killed = await kill(endsIn, options);
    check(killed);
    if (killed.wasSent && !killed.isOver) sent++;
    if (!killed.isOver) continue;
    assert.ok(sent > 2, `only ${sent} saves ended after they were sent`);
    return;
  }
  assert.fail("no save was over");
};

test("a save whose window ends after it was sent is at the service after the next start, once", async () => {
  await killAll({}, ({ wasSent, text, versions }) => {
    if (wasSent) assert.deepEqual([text, versions], [after, 2]);
    else assert.ok(versions <= 2);
  });
});

test("a save is stored before the gist is read again", async () => {
  await killAll({}, ({ wasRequested, text }) => {
    if (wasRequested) assert.equal(text, after);
  });
});

test("a later text of an unpublished edit is at the service when the window ends after it was sent", async () => {
  await killAll({ saveBefore: "one\nTWO\nthree\n" }, ({ wasSent, text, versions }) => {
    if (wasSent) assert.deepEqual([text, versions], [after, 2]);
    else assert.ok(text === after || text === "one\nTWO\nthree\n");
  });
});

test("a save that the service has is not sent again when another user took it back before the next start", async () => {
  const inBetween = async (client: Client): Promise<void> => {
    const { files } = await client.call("gists.get", { id });
    if (files["a.txt"]?.content === after)
      await client.call("gists.edit", { id, files: { "a.txt": { content: before } } });
  };
  await killAll({ inBetween }, ({ wasWritten, text, versions }) => {
    if (wasWritten) assert.deepEqual([text, versions], [before, 3]);
  });
});

test("what is typed on in the same line and saved after a restart is no conflict with the save that was killed", async () => {
  const typedAfter = "one\ntwo\nTHREE and four\n";
  await killAll({ typedAfter }, ({ text }) => assert.equal(text, typedAfter));
});
