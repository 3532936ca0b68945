import type { Gist } from "../../../../src/client/types/gist.ts";
import type { GistAccess } from "../../../../src/gists/publishing/publishEdits.ts";

type Files = Readonly<Record<string, string>>;

/** A service of one gist with its versions, which lets another user edit at a chosen moment. */
export class OneGist implements GistAccess {
  readonly versions: Files[];
  edits = 0;
  /** Called before our edit arrives. */
  beforeEdit: () => void = () => undefined;

  constructor(files: Files) {
    this.versions = [files];
  }

  get now(): Files {
    return this.versions.at(-1) ?? {};
  }

  set(files: Files): void {
    this.versions.push(files);
  }

  #record(index: number): Gist {
    const files = Object.fromEntries(
      Object.entries(this.versions[index] ?? {}).map(([filename, content]) => [filename, { filename, content }]),
    );
    const history = this.versions
      .slice(0, index + 1)
      .map((_, version) => ({ version: `v${version}`, url: "", committed_at: "" }));
    return { id: "1", files, history: history.toReversed() } as unknown as Gist;
  }

  async read(): Promise<Gist> {
    return this.#record(this.versions.length - 1);
  }

  async textOf(gist: Gist, name: string): Promise<string | null> {
    return gist.files[name]?.content ?? null;
  }

  async version(sha: string): Promise<Gist | undefined> {
    return this.#record(Number(sha.slice(1)));
  }

  async edit(files: Readonly<Record<string, { readonly content: string } | null>>): Promise<Gist> {
    this.beforeEdit();
    this.edits++;
    const left = Object.entries(this.now).filter(([name]) => !Object.hasOwn(files, name));
    const set = Object.entries(files).flatMap(([name, file]) => (file ? [[name, file.content] as const] : []));
    this.set(Object.fromEntries([...left, ...set]));
    return this.read();
  }
}
