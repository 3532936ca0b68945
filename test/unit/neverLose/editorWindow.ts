import type { Clock } from "../../../src/base/clock.ts";
import { HttpError } from "../../../src/client/errors.ts";
import type { Transport } from "../../../src/client/transport.ts";
import { EditConflict } from "../../../src/gists/publishing/editConflict.ts";
import { GistFiles } from "../../../src/gists/publishing/files.ts";
import { fileOptions } from "../gists/fileOptions.ts";
import { GistsModel } from "../../../src/gists/model.ts";
import { LocalChanges } from "../../../src/localChanges/model.ts";
import { RepoConflict } from "../../../src/repos/files/commitErrors.ts";
import { RepoFiles } from "../../../src/repos/files/files.ts";
import { ReposModel } from "../../../src/repos/model.ts";
import type { ContentPlace } from "../../../src/repos/types.ts";
import { MemoryFolder } from "../../support/memoryFolder.ts";
import { openWindow, signIn } from "../accounts/window.ts";
import { union, withoutMarks } from "./chance.ts";
import { Process } from "./crashing.ts";

/** A file of one of the accounts: of its gist, or of its repository. */
export interface Target {
  readonly login: string;
  readonly kind: "gist" | "repository";
  readonly name: string;
}

export const keyOf = ({ login, kind, name }: Target): string => `${login}/${kind}/${name}`;
export const gistIdOf = (login: string): string =>
  (login === "ada" ? "a" : login === "ben" ? "b" : "c").repeat(20);

interface Doc {
  text: string;
  isDirty: boolean;
}

/** What outlives the windows. */
export interface Machine {
  readonly baseUrl: string;
  readonly logins: readonly string[];
  readonly clock: Clock;
  readonly transport: Transport;
  readonly edits: MemoryFolder;
  readonly changes: MemoryFolder;
}

const text = (bytes: Uint8Array | undefined): string => new TextDecoder().decode(bytes);
const bytes = (content: string): Uint8Array => new TextEncoder().encode(content);
const passes = (error: unknown): void => {
  if (!HttpError.is(error)) throw error;
};

/** A window of VS Code with its editors. Unsaved texts outlive the process, as VS Code's own backups do. */
export class EditorWindow {
  readonly #machine: Machine;
  readonly #mode: () => "onSave" | "manual";
  readonly docs = new Map<string, Doc>();
  readonly #gistBases = new MemoryFolder();
  readonly #repoBases = new MemoryFolder();
  process = new Process();
  #models!: Awaited<ReturnType<EditorWindow["start"]>>;

  private constructor(machine: Machine, mode: () => "onSave" | "manual") {
    this.#machine = machine;
    this.#mode = mode;
  }

  static async open(machine: Machine, mode: () => "onSave" | "manual"): Promise<EditorWindow> {
    const window = new EditorWindow(machine, mode);
    window.#models = await window.start();
    return window;
  }

  async start() {
    const { clock, logins, baseUrl, transport, edits, changes: changesFolder } = this.#machine;
    const process = new Process();
    this.process = process;
    const { model: accounts } = openWindow({ transportFor: async () => process.network(transport), clock });
    const ids = new Map<string, string>();
    for (const login of logins)
      ids.set(login, await signIn({ model: accounts } as never, baseUrl, `token-${login}`));
    const loginOf = (accountId: string): string => accounts.get(accountId)?.profile.login ?? "";
    const gists = new GistsModel({ accounts, pageSize: () => 30, clock });
    const files = new GistFiles(
      fileOptions({
        accounts,
        gists,
        edits: process.disk(edits),
        unsavedBases: process.disk(this.#gistBases),
        clock,
        modeOf: this.#mode,
        isOpen: ({ accountId, fileName: name }) =>
          this.docs.has(keyOf({ login: loginOf(accountId), kind: "gist", name })),
      }),
    );
    const repos = new ReposModel({
      accounts,
      ownOptions: () => ({ type: "all", sort: "full_name", direction: "asc" }),
    });
    const changes = new LocalChanges(process.disk(changesFolder), clock);
    const repoFiles = new RepoFiles({
      accounts,
      repos,
      clock,
      changes,
      inspect: async ({ files: given }) => given,
      signatures: () => ({}),
      documentOf: ({ accountId, path }) => ({ accountId, uri: path }),
      bases: process.disk(this.#repoBases),
      isSharedStorage: false,
      stateOf: ({ accountId, path: name }) => {
        const doc = this.docs.get(keyOf({ login: loginOf(accountId), kind: "repository", name }));
        return doc ? (doc.isDirty ? "unsaved" : "saved") : "none";
      },
      confirmUnmerged: async () => undefined,
      askMessage: async () => "Change it",
    });
    return { accounts, ids, gists, files, repos, changes, repoFiles, loginOf };
  }

  /** What is left of the window when its process ends: the unsaved documents. Then it is opened again. */
  async restart(): Promise<void> {
    this.process.end();
    this.dispose();
    for (const [key, { isDirty }] of this.docs) if (!isDirty) this.docs.delete(key);
    this.#models = await this.start();
  }

  dispose(): void {
    for (const part of [this.#models.files, this.#models.repoFiles, this.#models.gists, this.#models.repos])
      part.dispose();
    this.#models.accounts.dispose();
  }

  async open(target: Target): Promise<void> {
    if (this.docs.get(keyOf(target))?.isDirty) return;
    const { files, repoFiles } = this.#models;
    try {
      const shown = text(
        target.kind === "gist"
          ? await files.read(this.#gistPlace(target))
          : await repoFiles.read(this.#repoPlace(target)),
      );
      this.docs.set(keyOf(target), { text: shown, isDirty: false });
      if (target.kind === "gist") files.noteShown(this.#gistPlace(target), shown);
      else repoFiles.noteShown(this.#repoPlace(target), shown);
    } catch (error) {
      passes(error);
    }
  }

  /** False when no editor has the file. */
  async type(target: Target, change: (text: string) => string): Promise<boolean> {
    const doc = this.docs.get(keyOf(target));
    if (!doc) return false;
    this.docs.set(keyOf(target), { text: change(doc.text), isDirty: true });
    await (target.kind === "gist"
      ? this.#models.files.noteUnsaved(this.#gistPlace(target))
      : this.#models.repoFiles.noteUnsaved(this.#repoPlace(target)));
    return true;
  }

  async save(target: Target): Promise<void> {
    const doc = this.docs.get(keyOf(target));
    if (!doc?.isDirty) return;
    await (target.kind === "gist" ? this.#saveGist(target, doc) : this.#saveRepo(target, doc));
  }

  /** As Auto Save does: nothing is sent for a repository. */
  async autoSave(target: Target): Promise<void> {
    const doc = this.docs.get(keyOf(target));
    if (!doc?.isDirty || target.kind === "gist") return this.save(target);
    const outcome = await this.#models.repoFiles.store(this.#repoPlace(target), bytes(doc.text));
    doc.isDirty = false;
    if (outcome === "unchanged") await this.#close(target);
    return undefined;
  }

  /** Sends what is stored here. */
  async publishAll(): Promise<void> {
    const { files, changes, loginOf } = this.#models;
    await files.pending.refresh();
    for (const { place } of files.pending.all) await this.#publish(place);
    await changes.refresh();
    for (const { place } of changes.all) {
      const target = { login: loginOf(place.accountId), kind: "repository", name: place.uri } as const;
      // The user opens the document and saves it.
      await this.open(target);
      const doc = this.docs.get(keyOf(target));
      if (doc) await this.#saveRepo(target, doc);
    }
  }

  /** What of this window is not at the service. */
  left(): readonly string[] {
    const { files, changes } = this.#models;
    return [
      ...files.pending.all.map(({ place, state }) => `edit ${place.fileName} ${state}`),
      ...changes.all.map(({ place }) => `change ${place.uri}`),
      ...[...this.docs].flatMap(([key, { isDirty }]) => (isDirty ? [`unsaved ${key}`] : [])),
    ];
  }

  async #saveGist(target: Target, doc: Doc): Promise<void> {
    const { files } = this.#models;
    const place = this.#gistPlace(target);
    try {
      const outcome = await files.write(place, bytes(doc.text));
      doc.isDirty = false;
      if (outcome === "merged" || outcome === "unchanged") await this.#close(target);
    } catch (error) {
      if (!(error instanceof EditConflict)) {
        passes(error);
        return;
      }
      const marked = await files.beginMerge(error);
      // VS Code saves the text with its marks when the merge editor opens: it must not go out.
      await files.write(place, bytes(marked));
      this.docs.set(keyOf(target), { text: union(withoutMarks(marked), error.theirs), isDirty: true });
    }
  }

  async #saveRepo(target: Target, doc: Doc): Promise<void> {
    const { repoFiles } = this.#models;
    const place = this.#repoPlace(target);
    try {
      const outcome = await repoFiles.write(place, bytes(doc.text));
      doc.isDirty = false;
      if (outcome !== "committed") await this.#close(target);
    } catch (error) {
      if (!(error instanceof RepoConflict)) {
        passes(error);
        return;
      }
      const merged = union(text(error.mine), error.theirs && text(error.theirs));
      try {
        await repoFiles.acceptTheirs(error);
        this.docs.set(keyOf(target), { text: merged, isDirty: true });
      } catch (failure) {
        passes(failure);
      }
    }
  }

  async #publish(place: ReturnType<EditorWindow["gistPlace"]>): Promise<void> {
    const { files, loginOf } = this.#models;
    const target = { login: loginOf(place.accountId), kind: "gist", name: place.fileName } as const;
    const doc = this.docs.get(keyOf(target));
    try {
      await files.engine.publish(place);
      if (doc && !doc.isDirty) await this.#close(target);
    } catch (error) {
      if (!(error instanceof EditConflict)) {
        passes(error);
        return;
      }
      // The user looks at what was merged so far, too.
      const begun = error.edit === undefined ? undefined : files.pending.record(error.edit)?.merge;
      const stored = begun ? union(withoutMarks(begun.text), error.mine) : error.mine;
      const mine = doc?.isDirty ? union(withoutMarks(doc.text), stored) : stored;
      await files.engine.rebase(place, error.theirs, union(mine, error.theirs), error.edit);
      await this.#close(target);
    }
  }

  async #close(target: Target): Promise<void> {
    this.docs.delete(keyOf(target));
    if (target.kind === "gist") this.#models.files.noteClosed(this.#gistPlace(target));
    else await this.#models.repoFiles.noteClosed(this.#repoPlace(target));
  }

  gistPlace({ login, name }: Target) {
    return { accountId: this.#models.ids.get(login) ?? "", gistId: gistIdOf(login), fileName: name };
  }

  #gistPlace(target: Target) {
    return this.gistPlace(target);
  }

  #repoPlace({ login, name }: Target): ContentPlace {
    return { accountId: this.#models.ids.get(login) ?? "", owner: login, repo: "tools", ref: "main", path: name };
  }
}
