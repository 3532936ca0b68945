import assert from "node:assert/strict";
import { test } from "node:test";
import type { Clock } from "../../../src/base/clock.ts";
import { Client } from "../../../src/client/client.ts";
import type { Transport } from "../../../src/client/transport.ts";
import { inProcessTransport } from "../../../src/client/inProcessTransport.ts";
import { createSandbox } from "../../../src/sandbox/createSandbox.ts";
import { MemoryFolder } from "../../support/memoryFolder.ts";
import { chanceOf, faultyTransport, hurriedClock, insertLine } from "./chance.ts";
import { EditorWindow, gistIdOf, keyOf, type Machine, type Target } from "./editorWindow.ts";

/** `NEVER_LOSE_RUNS=10000` for a night. */
const runs = Number(process.env["NEVER_LOSE_RUNS"] ?? 500);
const steps = 30;
const baseUrl = "https://sandbox.invalid";
const logins = ["ada", "ben", "cleo"];
const targets: readonly Target[] = logins.flatMap((login) => [
  { login, kind: "gist", name: "a.txt" },
  { login, kind: "repository", name: "r.txt" },
]);

const content = `${Array.from({ length: 10 }, (_, index) => `line ${index}`).join("\n")}\n`;
const prepared = createSandbox({
  clock: hurriedClock(),
  seed: {
    users: logins.map((login) => ({ login })),
    tokens: logins.map((login) => ({ token: `token-${login}`, login, scopes: ["gist", "repo"] })),
    gists: logins.map((login) => ({ id: gistIdOf(login), owner: login, files: { "a.txt": content } })),
    repositories: logins.map((login) => ({
      owner: login,
      name: "tools",
      commits: [{ message: "Begin", author: login, date: "2026-01-01T00:00:00Z", files: { "r.txt": content } }],
    })),
  },
}).state();

/** Another person, who is careful too and has no faults. */
class Stranger {
  readonly #client: Client;
  readonly #login: string;

  constructor(login: string, transport: Transport, clock: Clock) {
    this.#login = login;
    this.#client = new Client({ baseUrl, dialect: "github", transport, clock });
    this.#client.authenticate({ type: "token", token: `token-${login}` });
  }

  async read({ kind, name }: Target): Promise<string> {
    if (kind === "gist")
      return (await this.#client.call("gists.get", { id: gistIdOf(this.#login) })).files[name]?.content ?? "";
    return (await this.#file(name)).text;
  }

  async change({ kind, name }: Target, edit: (text: string) => string): Promise<void> {
    if (kind === "gist") {
      const id = gistIdOf(this.#login);
      await this.#client.call("gists.edit", {
        id,
        files: { [name]: { content: edit(await this.read({ kind, name, login: this.#login })) } },
      });
      return;
    }
    const { sha, text } = await this.#file(name);
    const bytes = Buffer.from(edit(text)).toString("base64");
    const at = { user: this.#login, repo: "tools", path: name, branch: "main", message: "Theirs" };
    await this.#client.call("repos.updateFile", { ...at, sha, content: bytes });
  }

  async #file(path: string): Promise<{ readonly sha: string; readonly text: string }> {
    const found = await this.#client.call("repos.getContent", {
      user: this.#login,
      repo: "tools",
      path,
      ref: "main",
    });
    const encoded = String(Reflect.get(found, "content"));
    return { sha: String(Reflect.get(found, "sha")), text: Buffer.from(encoded, "base64").toString("utf8") };
  }
}

const play = async (seed: number): Promise<{ readonly lines: number; readonly crashes: number }> => {
  const chance = chanceOf(seed);
  const clock = hurriedClock();
  const sandbox = createSandbox({ clock, rateLimit: 1_000_000, state: prepared });
  const direct = inProcessTransport((request) => sandbox.fetch(request));
  let fault = 0;
  const transport = faultyTransport(direct, chance, () => fault);
  const machine: Machine = {
    baseUrl,
    logins,
    clock,
    transport,
    edits: new MemoryFolder(),
    changes: new MemoryFolder(),
  };
  const windows = [
    await EditorWindow.open(machine, () => "onSave"),
    await EditorWindow.open(machine, () => "manual"),
  ];
  const strangers = new Map(logins.map((login) => [login, new Stranger(login, direct, clock)]));
  const tokens = new Map<string, string[]>(targets.map((target) => [keyOf(target), []]));
  // Most of a run is about few files.
  const busy = targets.filter(() => chance() < 0.5);
  const pick = <T>(list: readonly T[]): T => list[Math.floor(chance() * list.length)] as T;
  let crashes = 0;

  const step = async (window: EditorWindow, target: Target, token: string): Promise<void> => {
    const dice = chance();
    const write = (text: string): string => insertLine(text, token, chance);
    if (dice < 0.1) fault = chance() < 0.5 ? 0 : chance() * 0.5;
    else if (dice < 0.22) {
      await strangers.get(target.login)?.change(target, write);
      tokens.get(keyOf(target))?.push(token);
    } else if (dice < 0.34) await window.open(target);
    else if (dice < 0.62) {
      if (await window.type(target, write)) tokens.get(keyOf(target))?.push(token);
    } else if (dice < 0.78) await window.save(target);
    else if (dice < 0.88) await window.autoSave(target);
    else await window.publishAll();
  };
  for (let index = 0; index < steps; index++) {
    const window = pick(windows);
    const target = pick(busy.length > 0 ? busy : targets);
    const { process } = window;
    // It ends in the middle of what it does, or between two steps.
    if (chance() < 0.15) process.endsIn = Math.floor(chance() * 12);
    await process.run(() => step(window, target, `token ${seed}-${index}`));
    if (process.endsIn === undefined && !process.isOver) continue;
    const former = fault;
    fault = 0;
    await window.restart();
    fault = former;
    crashes++;
  }

  fault = 0;
  for (let round = 0; round < 20; round++) {
    clock.skip(3_600_000);
    for (const window of windows) {
      for (const target of targets) await window.save(target);
      await window.publishAll();
    }
    if (windows.every((window) => window.left().length === 0)) break;
  }
  for (const window of windows) assert.deepEqual(window.left(), [], `seed ${seed}: something is left`);
  for (const target of targets) {
    const lines = ((await strangers.get(target.login)?.read(target)) ?? "").split("\n");
    const lost = (tokens.get(keyOf(target)) ?? []).filter((token) => !lines.includes(token));
    assert.deepEqual(lost, [], `seed ${seed}: lost in ${keyOf(target)}`);
  }
  for (const window of windows) window.dispose();
  return { lines: [...tokens.values()].flat().length, crashes };
};

test(`no line is lost in ${runs} runs of two windows that crash, three accounts and a bad network`, async () => {
  let lines = 0;
  let crashes = 0;
  for (let seed = 1; seed <= runs; seed++) {
    const played = await play(seed);
    lines += played.lines;
    crashes += played.crashes;
  }
  assert.ok(lines > runs * 3, `only ${lines} lines were written`);
  assert.ok(crashes > runs, `only ${crashes} crashes`);
});
