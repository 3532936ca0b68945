import { localizable } from "../../base/localizable.ts";
import { bytesOf, decodeBase64, encodeBase64, utf8Text } from "../../base/bytes.ts";
import type { Random } from "../../base/clock.ts";
import type { Client } from "../../client/client.ts";
import { HttpError } from "../../client/errors.ts";

/** A user of the sandbox, and a client with this user's token. */
export interface SimulatedUser {
  readonly login: string;
  readonly client: Client;
}

/** What was done, for people: `subject` is a title, a name or a path. */
export interface SimulatedActivity {
  readonly kind: "comment" | "commit" | "edit" | "gist" | "star";
  readonly login: string;
  readonly subject: string;
}

/** A file that is edited elsewhere. */
export type EditedFile =
  | { readonly gistId: string; readonly fileName: string }
  | { readonly owner: string; readonly repo: string; readonly ref: string; readonly path: string };

/** Where a file is edited: at its end, or at the end of this line, counted from 0. */
export type EditedLine = number | "end";

const commentStarts: Readonly<Record<string, readonly string[]>> = {
  "// ": [
    "c",
    "cpp",
    "cs",
    "css",
    "go",
    "java",
    "js",
    "jsx",
    "kt",
    "mjs",
    "php",
    "rs",
    "scss",
    "swift",
    "ts",
    "tsx",
  ],
  "# ": ["conf", "pl", "py", "r", "rb", "sh", "toml", "yaml", "yml"],
  "-- ": ["hs", "lua", "sql"],
};

const commentOf = (fileName: string, text: string): string => {
  const extension = fileName.split(".").at(-1)?.toLowerCase() ?? "";
  const [start = ""] = Object.entries(commentStarts).find(([, all]) => all.includes(extension)) ?? [];
  return start + text;
};

/** The text with a remark at that line, in the form of a comment of its language. */
export const editedText = (fileName: string, text: string, line: EditedLine, remark: string): string => {
  const comment = commentOf(fileName, remark);
  if (line === "end") return `${text}${text === "" || text.endsWith("\n") ? "" : "\n"}${comment}\n`;
  const lines = text.split("\n");
  const at = Math.min(line, lines.length - 1);
  return lines.map((each, index) => (index === at ? `${each} ${comment}`.trimStart() : each)).join("\n");
};

const remarks = [
  "Works here, too. Thank you!",
  "Could you add an example?",
  "I use this every day.",
  "A small typo in the second paragraph, otherwise great.",
  "Does this still hold for the newest version?",
];

/** A file that is not UTF-8, or of which the service gives a part only: the remark would replace the rest. */
export class NotEditable extends Error {
  override readonly name = "NotEditable";
  readonly subject: string;

  constructor(subject: string) {
    super(`${subject} can't be edited.`);
    this.subject = subject;
  }
}

/** What other users of the sandbox do, and what its main user does on another computer. */
export class Simulation {
  readonly #main: SimulatedUser;
  readonly #others: readonly SimulatedUser[];
  readonly #random: Random;
  readonly #now: () => number;

  /** `now`: milliseconds since 1970-01-01T00:00:00Z. */
  constructor({
    main,
    others,
    random,
    now,
  }: {
    readonly main: SimulatedUser;
    readonly others: readonly SimulatedUser[];
    readonly random: Random;
    readonly now: () => number;
  }) {
    this.#main = main;
    this.#others = others;
    this.#random = random;
    this.#now = now;
  }

  /** One random thing, of those that can be done: not each repository has a README. Throws HttpError and NotEditable. */
  async act(): Promise<SimulatedActivity> {
    const ways = [
      () => this.#comment(),
      () => this.#editGist(),
      () => this.#commit(),
      () => this.#star(),
      () => this.#share(),
    ];
    const first = Math.floor(this.#random() * ways.length);
    let failure: unknown;
    for (const way of [...ways.slice(first), ...ways.slice(0, first)])
      try {
        return await way();
      } catch (error) {
        if (!(HttpError.is(error, "notFound") || error instanceof NotEditable)) throw error;
        failure ??= error;
      }
    throw failure;
  }

  /** Edits a file of the main user's: a gist's on another computer, a repository's by someone who may. Throws HttpError and NotEditable. */
  edit(file: EditedFile, line: EditedLine): Promise<SimulatedActivity> {
    return "gistId" in file ? this.#editFile(file.gistId, file.fileName, line) : this.#commitTo(file, line);
  }

  async #comment(): Promise<SimulatedActivity> {
    const { login, client } = this.#one(this.#others);
    const gist = this.#one(await this.#publicGists());
    await client.call("gists.createComment", { gist_id: gist.id, body: this.#one(remarks) });
    return { kind: "comment", login, subject: gist.title };
  }

  async #editGist(): Promise<SimulatedActivity> {
    const { id, files } = this.#one(await this.#publicGists());
    return this.#editFile(id, this.#one(files), "end");
  }

  async #editFile(gistId: string, fileName: string, line: EditedLine): Promise<SimulatedActivity> {
    const { login, client } = this.#main;
    const { files } = await client.call("gists.get", { id: gistId }, { fresh: true });
    const file = files[fileName];
    if (!file) throw new HttpError("notFound", 404, localizable("The gist no longer has the file {0}.", fileName));
    if (file.truncated) throw new NotEditable(fileName);
    const text = file.content ?? "";
    const content = editedText(fileName, text, line, `Edited on another computer at ${this.#time()}.`);
    await client.call("gists.edit", { id: gistId, files: { [fileName]: { content } } });
    return { kind: "edit", login, subject: fileName };
  }

  async #commit(): Promise<SimulatedActivity> {
    const repositories = await this.#main.client.call("repos.getAll", { type: "owner" }, { fresh: true });
    const { name, owner, default_branch: ref = "main" } = this.#one(repositories);
    const place = { owner: owner.login, repo: name, ref };
    const { path } = await this.#main.client.call("repos.getReadme", { user: place.owner, repo: name });
    return this.#commitTo({ ...place, path }, "end");
  }

  async #commitTo(
    { owner, repo, ref, path }: Exclude<EditedFile, { readonly gistId: string }>,
    line: EditedLine,
  ): Promise<SimulatedActivity> {
    const at = { user: owner, repo, path };
    const content = await this.#main.client.call("repos.getContent", { ...at, ref }, { fresh: true });
    const {
      sha,
      content: encoded,
      size,
    } = content as {
      readonly sha: string;
      readonly content?: string;
      readonly size: number;
    };
    const text =
      encoded === undefined || (encoded === "" && size > 0) ? undefined : utf8Text(decodeBase64(encoded));
    if (text === undefined) throw new NotEditable(path);
    for (const { login, client } of [...this.#others, this.#main]) {
      const next = editedText(path, text, line, `Edited by ${login} at ${this.#time()}.`);
      try {
        await client.call("repos.updateFile", {
          ...at,
          branch: ref,
          message: `Update ${path}`,
          content: encodeBase64(bytesOf(next)),
          sha,
        });
        return { kind: "commit", login, subject: `${owner}/${repo}` };
      } catch (error) {
        // Not everyone may push to each repository.
        if (!HttpError.is(error, "forbidden", "permission", "notFound") || login === this.#main.login) throw error;
      }
    }
    throw new Error("There is no main user.");
  }

  async #star(): Promise<SimulatedActivity> {
    const { login, client } = this.#one(this.#others);
    const repositories = await this.#main.client.call("repos.getAll", { type: "owner" }, { fresh: true });
    const { name, owner } = this.#one(repositories.filter((repository) => repository.private !== true));
    const at = { user: owner.login, repo: name };
    if (await client.check("repos.getStarring", at)) await client.call("repos.unStar", at);
    await client.call("repos.star", at);
    return { kind: "star", login, subject: `${at.user}/${name}` };
  }

  async #share(): Promise<SimulatedActivity> {
    const { login, client } = this.#one(this.#others);
    const description = `Notes of ${this.#time()}`;
    const files = { "notes.md": { content: `# ${description}\n\n${this.#one(remarks)}\n` } };
    await client.call("gists.create", { description, public: true, files });
    return { kind: "gist", login, subject: description };
  }

  async #publicGists(): Promise<readonly { id: string; title: string; files: readonly string[] }[]> {
    const gists = await this.#main.client.call("gists.getAll", { per_page: 30 }, { fresh: true });
    return gists
      .filter((gist) => gist.public)
      .map(({ id, description, files }) => {
        const names = Object.keys(files);
        return { id, title: description || names[0] || id, files: names };
      })
      .filter(({ files }) => files.length > 0);
  }

  #one<T>(all: readonly T[]): T {
    const found = all[Math.floor(this.#random() * all.length)];
    if (found === undefined)
      throw new HttpError("notFound", 404, localizable("The sandbox has nothing to act on."));
    return found;
  }

  #time(): string {
    return new Date(this.#now()).toISOString().slice(11, 19);
  }
}
