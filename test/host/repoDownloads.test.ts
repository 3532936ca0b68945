import assert from "node:assert/strict";
import { mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { commands, Uri } from "vscode";
import { downloadCommands } from "../../src/ids.ts";
import { eventually } from "../support/eventually.ts";
import { answering } from "./support/answers.ts";
import { ownRepository, toolsSeed } from "./support/repoTools.ts";
import { tokens } from "./support/seeds.ts";
import { useSession } from "./support/session.ts";

describe("What is downloaded of a repository", () => {
  const session = useSession({ seed: toolsSeed });
  let folder: string;
  beforeEach(() => {
    folder = mkdtempSync(join(tmpdir(), "forgeside-downloads-"));
    session.parts.repos.refresh();
  });
  afterEach(() => rmSync(folder, { recursive: true, force: true }));
  after(() => commands.executeCommand("workbench.view.explorer"));

  /** Boxes and lists have no text of their own. */
  const said = () => session.messages;
  const node = (...labels: readonly string[]) => ownRepository(session, ...labels);
  const saveTo = (name: string) => ({ showSaveDialog: () => Uri.file(join(folder, name)) });

  it("an archive is saved in the format that was asked for", async () => {
    for (const [index, name, start] of [
      [0, "a.zip", "504b"],
      [1, "a.tar.gz", "1f8b"],
    ] as const) {
      await answering({ ...saveTo(name), showQuickPick: (items: readonly unknown[]) => items[index] }, async () =>
        commands.executeCommand(downloadCommands.archive, await node("mia/tools", "Branches", "feature/x#1")),
      );
      assert.equal(readFileSync(join(folder, name)).subarray(0, 2).toString("hex"), start);
    }
    assert.deepEqual(readdirSync(folder).toSorted(), ["a.tar.gz", "a.zip"]);
    assert.ok(said().some((text) => text.includes("a.zip” is saved")));
  });

  it("an archive is unpacked into a folder of its own, each time another one", async () => {
    const extract = () =>
      answering({ showOpenDialog: () => [Uri.file(folder)] }, async () =>
        commands.executeCommand(downloadCommands.extract, await node("mia/tools", "Branches", "feature/x#1")),
      );
    await extract();
    await extract();
    const names = readdirSync(folder).toSorted();
    assert.deepEqual(names, ["tools-feature-x#1", "tools-feature-x#1-2"]);
    for (const name of names) {
      assert.equal(readFileSync(join(folder, name, "x.txt"), "utf8"), "x\n");
      assert.equal(readFileSync(join(folder, name, "src/a b%20c#.md"), "utf8"), "odd\n");
    }
  });

  it("the token does not follow an archive's link to another server", async () => {
    const seen: (string | undefined)[] = [];
    const elsewhere = createServer((request, response) => {
      seen.push(request.headers.authorization);
      response.end("PK");
    });
    await new Promise<void>((resolve) => elsewhere.listen(0, "127.0.0.1", resolve));
    const { port } = elsewhere.address() as AddressInfo;
    session.forge.answer = (request) =>
      request.url.includes("/zipball")
        ? new Response(null, { status: 302, headers: { location: `http://127.0.0.1:${port}/archive.zip` } })
        : undefined;
    try {
      await answering({ ...saveTo("b.zip"), showQuickPick: (items: readonly unknown[]) => items[0] }, async () =>
        commands.executeCommand(downloadCommands.archive, await node("mia/tools", "Branches", "main")),
      );
    } finally {
      elsewhere.close();
    }
    assert.deepEqual(seen, [undefined]);
    assert.equal(readFileSync(join(folder, "b.zip"), "utf8"), "PK");
  });

  it("a failed download of an archive is reported, and what was there stays", async () => {
    writeFileSync(join(folder, "c.zip"), "mine");
    session.forge.answer = (request) =>
      request.url.includes("/zipball") ? Response.json({ message: "Not Found" }, { status: 404 }) : undefined;
    await answering({ ...saveTo("c.zip"), showQuickPick: (items: readonly unknown[]) => items[0] }, async () =>
      commands.executeCommand(downloadCommands.archive, await node("mia/tools", "Branches", "main")),
    );
    await eventually(() => said().length === 1, "it is shown");
    assert.equal(readFileSync(join(folder, "c.zip"), "utf8"), "mine");
  });

  it("a download of the repository is saved, and deleted after a question", async () => {
    // Today's service no longer has downloads: the account is one of a server that still has them.
    const { forge, parts } = session;
    const candidate = { kind: "other", baseUrl: forge.url, dialect: "interface", credential: "token" } as const;
    const accountId = await parts.accounts.add(
      candidate,
      await parts.accounts.check(candidate, tokens.mia),
      tokens.mia,
    );
    const place = { accountId, owner: "mia", repo: "tools" };
    const { items } = await parts.repos.section(place, "downloads");
    const row = { kind: "leaf", section: "downloads", item: items[0], place };
    const names: unknown[] = [];
    await answering(
      {
        showSaveDialog: ({ defaultUri }: { readonly defaultUri: Uri }) => {
          names.push(defaultUri.path.split("/").at(-1));
          return Uri.file(join(folder, "d.txt"));
        },
      },
      () => commands.executeCommand(downloadCommands.save, row),
    );
    assert.deepEqual(names, ["tools 1.0.txt"]);
    assert.equal(readFileSync(join(folder, "d.txt"), "utf8"), "the download\n");
    await answering({ showWarningMessage: () => undefined }, () =>
      commands.executeCommand(downloadCommands.delete, row),
    );
    assert.deepEqual(forge.sent("DELETE"), []);
    await answering({ showWarningMessage: (_: string, __: unknown, yes: string) => yes }, () =>
      commands.executeCommand(downloadCommands.delete, row),
    );
    assert.equal((await parts.repos.section(place, "downloads")).items.length, 0);
  });
});
