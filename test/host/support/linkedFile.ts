import { commands, Uri, workspace } from "vscode";
import { linkCommands } from "../../../src/ids.ts";
import { eventually } from "../../support/eventually.ts";
import { answering } from "./answers.ts";
import { bytes } from "./documents.ts";
import { ids, tokens } from "./seeds.ts";
import { closeEditors, type Session } from "./session.ts";

/** What the file and the gist have before each test. */
export const lines = "one\ntwo\nthree\nfour\nfive\n";

export const nameOf = (of: Uri): string => of.path.split("/").at(-1) ?? "";
const root = (): Uri => workspace.workspaceFolders?.[0]?.uri ?? Uri.file("/");
export const at = (name: string): Uri => Uri.joinPath(root(), name);

/** VS Code keeps a document for a while after its tab was closed: each test has a file of its own. */
let count = 0;

/** A file of the workspace for each test of a block, and what links it to the gist of notes. */
export const useLinkedFile = (session: Session) => {
  let uri: Uri;
  const links = () => session.parts.links;
  const write = async (text: string, to = uri) => workspace.fs.writeFile(to, bytes(text));
  const state = (): string => {
    const [link] = links().links;
    return link ? links().state(link) : "none";
  };
  const editThere = (content: string) =>
    session.forge.client(tokens.mia).call("gists.edit", { id: ids.notes, files: { "notes.md": { content } } });
  beforeEach(async () => {
    uri = at(`notes-${++count}.md`);
    await editThere(lines);
    await write(lines);
  });
  afterEach(async () => {
    await closeEditors();
    for (const each of links().links) await links().remove(each);
    for (const name of [nameOf(uri), "moved.md", ".forgeside", "picture.bin"])
      await workspace.fs.delete(at(name), { recursive: true }).then(undefined, () => undefined);
  });
  return {
    /** The file of this test. */
    uri: (): Uri => uri,
    links,
    write,
    state,
    editThere,
    becomes: (expected: string) => eventually(() => state() === expected, `it is ${expected}, not ${state()}`),
    /** The file of the gist. */
    remote: () => session.forge.files(ids.notes)?.["notes.md"],
    link: async (target = uri): Promise<void> => {
      await answering(
        {
          showQuickPick: (items: readonly { readonly label: string }[]) =>
            items.find(({ label }) => label.includes("A file of one")) ??
            items.find(({ label }) => label.includes("notes.md")),
        },
        async () => commands.executeCommand(linkCommands.link, target),
      );
    },
  };
};
