import { PendingEdits } from "../../../../src/gists/publishing/pendingEdits.ts";
import { GistsModel } from "../../../../src/gists/model.ts";
import { SearchModel } from "../../../../src/gists/search/model.ts";
import { TextIndex } from "../../../../src/gists/search/textIndex.ts";
import type { IndexFolder, IndexMode } from "../../../../src/gists/search/types.ts";
import { createSandbox, type Sandbox, type SandboxOptions } from "../../../../src/sandbox/createSandbox.ts";
import type { SandboxSeed, SeedGist } from "../../../../src/sandbox/seed.ts";
import { type SandboxServer, serveSandbox } from "../../../../src/sandbox/server.ts";
import { eventually } from "../../../support/eventually.ts";
import { ManualClock } from "../../../support/manualClock.ts";
import { MemoryFolder } from "../../../support/memoryFolder.ts";
import { openWindow, signIn, type Window } from "../../accounts/window.ts";
import { repeatable } from "../../sandbox/service.ts";
import { GistPublisher } from "../../../../src/gists/publishing/gistPublisher.ts";

export const idOf = (index: number): string => (index + 1).toString(16).padStart(32, "0");

/** 130 own gists on two pages, one of otto that mia has starred, one of his that she has not. */
export const seed = (more: readonly SeedGist[] = []): SandboxSeed => ({
  users: [{ login: "mia" }, { login: "otto" }],
  tokens: [
    { token: "sandbox_mia", login: "mia", scopes: ["gist"] },
    { token: "sandbox_otto", login: "otto", scopes: ["gist"] },
  ],
  gists: [
    ...Array.from({ length: 130 }, (_, index) => ({
      id: idOf(index),
      owner: "mia",
      description: `Number ${index}`,
      createdAt: "2025-01-01T00:00:00Z",
      files: { [`file${index}.ts`]: `const needle${index} = "hay";\n` },
      comments: index === 5 ? [{ login: "otto", body: "A remark on five" }] : [],
    })),
    { id: "c".repeat(32), owner: "otto", public: true, files: { "star.md": "# Sirius\n" }, starredBy: ["mia"] },
    { id: "d".repeat(32), owner: "otto", public: true, files: { "other.md": "# Nothing of mia\n" } },
    ...more,
  ],
});

/** A folder that several windows may share. */
class MemoryIndexes implements IndexFolder {
  readonly files = new Map<string, Uint8Array>();
  writes = 0;
  /** The next writes that fail. */
  failing = 0;

  async list(): Promise<readonly string[]> {
    return [...this.files.keys()];
  }

  async read(name: string): Promise<Uint8Array | undefined> {
    return this.files.get(name);
  }

  async write(name: string, bytes: Uint8Array): Promise<void> {
    this.writes++;
    if (this.failing-- > 0) throw new Error("The disk is full.");
    this.files.set(name, bytes);
  }

  async remove(name: string): Promise<void> {
    this.files.delete(name);
  }
}

/** A service over HTTP, and a window of mia who searches. */
export class SearchedAccount {
  readonly requests: string[] = [];
  readonly statuses: number[] = [];
  readonly errors: string[] = [];
  readonly folder = new MemoryIndexes();
  readonly serviceClock = new ManualClock();
  /** Asked before the service: what it answers goes out instead. */
  answer: (request: Request) => Response | undefined | Promise<Response | undefined> = () => undefined;
  mode: IndexMode = "onUse";
  accountId = "";
  readonly #opened: { dispose(): void }[] = [];
  #server: SandboxServer | undefined;
  #sandbox: Sandbox | undefined;
  #window: Window | undefined;
  #gists: GistsModel | undefined;
  #publisher: GistPublisher | undefined;
  #pending: PendingEdits | undefined;
  #search: SearchModel | undefined;

  get server(): SandboxServer {
    return given(this.#server);
  }
  get sandbox(): Sandbox {
    return given(this.#sandbox);
  }
  get window(): Window {
    return given(this.#window);
  }
  get gists(): GistsModel {
    return given(this.#gists);
  }

  get publisher(): GistPublisher {
    return given(this.#publisher);
  }
  get pending(): PendingEdits {
    return given(this.#pending);
  }
  get search(): SearchModel {
    return given(this.#search);
  }

  async start(options: Partial<SandboxOptions> = {}): Promise<void> {
    const sandbox = createSandbox({ seed: seed(), clock: this.serviceClock, random: repeatable(), ...options });
    this.#sandbox = sandbox;
    this.#server = await serveSandbox({
      ...sandbox,
      fetch: async (request) => {
        const { pathname, search: query } = new URL(request.url);
        this.requests.push(`${request.method} ${pathname}${query}`);
        const answer = (await this.answer(request)) ?? (await sandbox.fetch(request));
        this.statuses.push(answer.status);
        return answer;
      },
    });
    await this.openSearch();
  }

  /** A window of VS Code on the same disk. */
  async openSearch(): Promise<void> {
    const window = openWindow();
    const { clock, model: accounts } = window;
    this.#window = window;
    this.accountId = await signIn(window, this.server.url, "sandbox_mia");
    const gists = new GistsModel({ accounts, pageSize: () => 30, clock });
    const pending = new PendingEdits(new MemoryFolder(), clock);
    const search = new SearchModel({
      accounts,
      gists,
      pending,
      folder: this.folder,
      clock,
      mode: () => this.mode,
      loadIndex: () => Promise.resolve(new TextIndex()),
      onError: (what, error) => this.errors.push(`${what}: ${String(error)}`),
    });
    this.#gists = gists;
    this.#publisher = new GistPublisher(accounts, gists, clock);
    this.#pending = pending;
    this.#search = search;
    this.#opened.push(search, gists, accounts);
    this.requests.length = 0;
  }

  async close(): Promise<void> {
    for (const each of this.#opened) each.dispose();
    await this.server.close();
  }

  until(state: string): Promise<void> {
    return eventually(() => this.search.progress.state === state, `the index is ${state}`);
  }

  /** Searches, and waits until everything is read. */
  async useAll(): Promise<void> {
    await this.search.use();
    await this.until("waiting");
  }

  found(text: string): readonly string[] {
    return this.search
      .search(text)
      .slice()
      .map(({ file, comment }) => file?.name ?? `comment of ${comment?.author}`);
  }

  kept(): Promise<void> {
    const { writes } = this.folder;
    this.window.clock.advance(30_000);
    return eventually(() => this.folder.writes > writes, "the index is kept");
  }

  /** The requests for contents. */
  contents(): readonly string[] {
    return this.requests.filter((request) => /^GET \/gists\/[0-9a-f]{32}$/.test(request));
  }
}

const given = <T>(value: T | undefined): T => {
  if (value === undefined) throw new Error("The account was not started.");
  return value;
};
