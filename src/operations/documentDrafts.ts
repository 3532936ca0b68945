import * as vscode from "vscode";
import { editedIn, isInTab } from "../ui/tabs.ts";

/** A list of the addresses, which say nothing but account and operation. */
const listKey = "operationDocuments";
/** Characters of the largest text that the secret storage is asked to take. */
const longest = 500_000;

interface DraftsOptions {
  readonly secrets: Pick<vscode.SecretStorage, "get" | "store" | "delete">;
  /** That of this window. */
  readonly state: Pick<vscode.Memento, "get" | "update">;
  /** Gets why a text does not outlive this window. */
  readonly onError: (error: unknown) => void;
}

const keyOf = (address: string): string => `operationDocument ${address}`;

/** The texts of operation documents in tabs, for after a reload: in the secret storage, as they may hold secrets. */
export class DocumentDrafts {
  readonly #options: DraftsOptions;
  readonly #subscription: vscode.Disposable;
  /** One write after the other. */
  #queue: Promise<unknown> = Promise.resolve();

  constructor(options: DraftsOptions) {
    this.#options = options;
    // A document stays open for minutes after its tab was closed.
    this.#subscription = vscode.window.tabGroups.onDidChangeTabs(({ closed }) => {
      const left = new Set(closed.flatMap((tab) => editedIn(tab)?.toString() ?? []));
      if (left.size > 0) this.delete((address) => left.has(address) && !isInTab(vscode.Uri.parse(address)));
    });
  }

  /** The addresses of the documents that are stored. */
  get addresses(): readonly string[] {
    const stored = this.#options.state.get<unknown>(listKey);
    return Array.isArray(stored) ? stored.filter((each) => typeof each === "string") : [];
  }

  /** Undefined where none is stored. */
  async get(address: string): Promise<string | undefined> {
    await this.#queue;
    return this.addresses.includes(address) ? this.#options.secrets.get(keyOf(address)) : undefined;
  }

  set(address: string, text: string): void {
    if (text.length > longest) return;
    this.#run(async ({ secrets }) => {
      await this.#list([...this.addresses.filter((each) => each !== address), address]);
      await secrets.store(keyOf(address), text);
    });
  }

  delete(isMeant: (address: string) => boolean): void {
    this.#run(async ({ secrets }) => {
      const { addresses } = this;
      const deleted = addresses.filter(isMeant);
      if (deleted.length === 0) return;
      for (const address of deleted) await secrets.delete(keyOf(address));
      await this.#list(addresses.filter((each) => !deleted.includes(each)));
    });
  }

  dispose(): void {
    this.#subscription.dispose();
  }

  #list(addresses: readonly string[]): PromiseLike<void> {
    return this.#options.state.update(listKey, addresses.length > 0 ? addresses : undefined);
  }

  #run(write: (options: DraftsOptions) => Promise<void>): void {
    this.#queue = this.#queue.then(() => write(this.#options)).catch(this.#options.onError);
  }
}
