import type { TransferFolder } from "./folder.ts";

/** What was sent of a folder, and to whom. */
export interface ImportEntry {
  readonly server: string;
  readonly login: string;
  /** The id that the gist had. */
  readonly from: string;
  /** When it was sent. Milliseconds since 1970-01-01T00:00:00Z. */
  readonly since: number;
  /** The gist that was made of it; absent as long as it is unknown whether it was created. */
  readonly to?: string;
}

const recordName = "imported.json";

const isEntry = (value: unknown): value is ImportEntry => {
  const entry = value as Partial<ImportEntry> | null;
  return (
    typeof entry?.server === "string" &&
    typeof entry.login === "string" &&
    typeof entry.from === "string" &&
    typeof entry.since === "number" &&
    (entry.to === undefined || typeof entry.to === "string")
  );
};

/** Which gists of a folder were made already, in a file beside its manifest; so a second import makes none twice. */
export class ImportRecord {
  readonly #folder: TransferFolder;
  readonly #server: string;
  readonly #login: string;
  #entries: readonly ImportEntry[] = [];

  constructor(folder: TransferFolder, { server, login }: { readonly server: string; readonly login: string }) {
    this.#folder = folder;
    this.#server = server;
    this.#login = login;
  }

  async load(): Promise<void> {
    if ((await this.#folder.kindOf(recordName)) !== "file") return;
    try {
      const data = JSON.parse(new TextDecoder().decode(await this.#folder.read(recordName))) as {
        version?: unknown;
        imports?: unknown;
      };
      if (data.version === 1 && Array.isArray(data.imports)) this.#entries = data.imports.filter(isEntry);
    } catch {
      // A record that cannot be read is written again; what was imported already is found by its id and contents.
    }
  }

  get(from: string): ImportEntry | undefined {
    return this.#mine.findLast((entry) => entry.from === from);
  }

  /** The gists that were made of others. */
  get made(): ReadonlySet<string> {
    return new Set(this.#mine.flatMap(({ to }) => to ?? []));
  }

  async begin(from: string, since: number): Promise<void> {
    await this.#write([...this.#without(from), { server: this.#server, login: this.#login, from, since }]);
  }

  async finish(from: string, to: string): Promise<void> {
    const since = this.get(from)?.since ?? 0;
    await this.#write([...this.#without(from), { server: this.#server, login: this.#login, from, since, to }]);
  }

  /** It did not arrive. */
  async drop(from: string, former: ImportEntry | undefined): Promise<void> {
    await this.#write([...this.#without(from), ...(former ? [former] : [])]);
  }

  get #mine(): readonly ImportEntry[] {
    return this.#entries.filter(({ server, login }) => server === this.#server && login === this.#login);
  }

  #without(from: string): readonly ImportEntry[] {
    const mine = new Set(this.#mine);
    return this.#entries.filter((entry) => !(mine.has(entry) && entry.from === from));
  }

  async #write(entries: readonly ImportEntry[]): Promise<void> {
    const text = `${JSON.stringify({ version: 1, imports: entries }, null, 2)}\n`;
    await this.#folder.write(recordName, new TextEncoder().encode(text));
    this.#entries = entries;
  }
}
