import { CancelledError } from "../../../src/base/errors.ts";
import type { Client } from "../../../src/client/client.ts";
import { LocalChanges } from "../../../src/localChanges/model.ts";
import type { FileChange, RepoConflict } from "../../../src/repos/files/commitErrors.ts";
import { RepoFiles } from "../../../src/repos/files/files.ts";
import type { RepoFilesOptions } from "../../../src/repos/files/filesOptions.ts";
import type { EditorState } from "../../../src/repos/files/fileBases.ts";
import type { ContentPlace } from "../../../src/repos/types.ts";
import { eventually } from "../../support/eventually.ts";
import { ManualClock } from "../../support/manualClock.ts";
import { MemoryFolder } from "../../support/memoryFolder.ts";
import { guarded, odd, text } from "./fileTexts.ts";
import { base64, openRepoService, type RepoService } from "./repoService.ts";

/** Files of mia's `repo-0` over HTTP, with `a.txt`. What is public may be set. */
export class FileBench {
  readonly service: RepoService;
  readonly clock = new ManualClock();
  readonly place: ContentPlace;
  /** What the questions for a message were about. */
  readonly asked: string[][] = [];
  readonly inspected: string[] = [];
  /** Whether the user could be asked about each of them. */
  readonly mayAsk: boolean[] = [];
  stored = new MemoryFolder();
  readonly changesFolder = new MemoryFolder();
  changes = new LocalChanges(this.changesFolder, this.clock);
  state: EditorState = "none";
  savesUnmerged = false;
  answer: () => Promise<string> = async () => "My change";
  by: ReturnType<RepoFilesOptions["signatures"]> = {};

  private constructor(service: RepoService) {
    this.service = service;
    this.place = { accountId: service.accountId, owner: "mia", repo: "repo-0", ref: "main", path: "a.txt" };
  }

  static async open(): Promise<FileBench> {
    const bench = new FileBench(await openRepoService([guarded, odd]));
    await bench.put(bench.service.mia, "a.txt", text);
    bench.service.requests.length = 0;
    return bench;
  }

  readonly documentOf: RepoFilesOptions["documentOf"] = ({ accountId, owner, repo, ref, path }) => ({
    accountId,
    uri: [owner, repo, ref, path].join("/"),
  });

  /** As a window after its start: with nothing in memory. */
  openFiles(): RepoFiles {
    this.changes = new LocalChanges(this.changesFolder, this.clock);
    return new RepoFiles({
      accounts: this.service.window.model,
      repos: this.service.repos,
      clock: this.clock,
      inspect: async ({ files: uploaded, mayAsk = true }) => {
        this.mayAsk.push(mayAsk);
        this.inspected.push(...Object.values(uploaded));
        return Object.fromEntries(
          Object.entries(uploaded).map(([name, content]) => [name, content.replace("hunter2", "REDACTED")]),
        );
      },
      signatures: () => this.by,
      changes: this.changes,
      documentOf: this.documentOf,
      bases: this.stored,
      isSharedStorage: false,
      confirmUnmerged: () => (this.savesUnmerged ? Promise.resolve() : Promise.reject(new CancelledError())),
      stateOf: () => this.state,
      askMessage: (changes: readonly FileChange[]) => {
        this.asked.push(changes.map(({ place: { path }, kind }) => `${kind} ${path}`));
        return this.answer();
      },
    });
  }

  cancel(): void {
    this.answer = () => Promise.reject(new CancelledError());
  }

  async put(client: Client, path: string, content: string): Promise<void> {
    const at = { user: "mia", repo: "repo-0", path };
    const former = await client.call("repos.getContent", { ...at, ref: "main" }).catch(() => undefined);
    const message = { message: `Put ${path}`, content: base64(content), branch: "main" };
    if (former && "sha" in former) await client.call("repos.updateFile", { ...at, ...message, sha: former.sha });
    else await client.call("repos.createFile", { ...at, ...message });
  }

  async atService(path = "a.txt"): Promise<string | undefined> {
    const content = await this.service.otto
      .call("repos.getContent", { user: "mia", repo: "repo-0", path, ref: "main" })
      .catch(() => undefined);
    return content && "content" in content ? Buffer.from(content.content ?? "", "base64").toString() : undefined;
  }

  /** Runs `act` while the service takes a commit but its answer is lost, and it can't be asked from then on. */
  async losingAnswer(act: () => Promise<unknown>): Promise<void> {
    const { service } = this;
    let isBroken = false;
    service.before = ({ method }) =>
      isBroken && method === "GET" ? Response.json({ message: "No" }, { status: 403 }) : undefined;
    service.after = (sent, { method }) => {
      if (method !== "PUT") return sent;
      isBroken = true;
      return Response.json({ message: "Lost" }, { status: 502 });
    };
    await act();
    service.before = () => undefined;
    service.after = (sent) => sent;
  }

  /** The conflict with the service's current text. */
  async conflictNow(): Promise<Pick<RepoConflict, "place" | "remote">> {
    return { place: this.place, remote: await this.service.repos.whole(this.place) };
  }

  async messages(): Promise<readonly string[]> {
    const commits = await this.service.otto.call("repos.getCommits", {
      user: "mia",
      repo: "repo-0",
      path: "a.txt",
    });
    return commits.map(({ commit }) => commit.message);
  }

  /** Lets the question come, which waits for other saves. */
  async during<T>(action: Promise<T>, count = 1): Promise<T> {
    const settled = action.then(
      (value) => () => value,
      (error: unknown) => () => {
        throw error;
      },
    );
    let isOver = false;
    void settled.then(() => (isOver = true));
    await eventually(() => this.clock.pending >= count || isOver, "the question is near");
    this.clock.advance(150);
    return (await settled)();
  }

  close(): Promise<void> {
    return this.service.close();
  }
}
