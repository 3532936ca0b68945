import assert from "node:assert/strict";
import { execFileSync } from "node:child_process";
import { existsSync, mkdtempSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { commands, env, type InputBoxOptions, InputBoxValidationSeverity, Uri } from "vscode";
import { keyCommands } from "../../src/ids.ts";
import { eventually } from "../support/eventually.ts";
import { answering } from "./support/answers.ts";
import { filling } from "./support/forms.ts";
import { logsWith } from "./support/logs.ts";
import { menuOf } from "./support/menus.ts";
import { build, keySeed, screen } from "./support/keySeed.ts";
import { ownRepository } from "./support/repoTools.ts";
import { rowsOf } from "./support/rows.ts";
import { tokens } from "./support/seeds.ts";
import { useSession } from "./support/session.ts";

/** What a person answers: lists by a part of a row's label, boxes in turn. */
interface Person {
  readonly picks?: readonly string[];
  readonly texts?: readonly (string | undefined)[];
  readonly file?: string;
  /** False leaves the modal questions; the first button is the one that Enter takes. */
  readonly agrees?: boolean | "first";
}

describe("Deploy keys", () => {
  const session = useSession({ seed: keySeed });
  let folder: string;
  beforeEach(() => {
    folder = mkdtempSync(join(tmpdir(), "forgeside-host-keys-"));
    session.parts.repos.refresh();
  });
  afterEach(() => rmSync(folder, { recursive: true }));

  const said = () => session.messages;
  const row = (...labels: readonly string[]) => ownRepository(session, "mia/tools", "Deploy Keys", ...labels);
  const keys = () => session.forge.client(tokens.mia).call("repos.getKeys", { user: "mia", repo: "tools" });
  const titles = async () => (await keys()).map(({ title }) => title);
  const at = (name: string) => join(folder, name);

  const asked: string[] = [];
  const shown: string[] = [];
  /** What the boxes say of what is typed. */
  const hints: unknown[] = [];
  const run = async (id: string, target: unknown, person: Person = {}): Promise<void> => {
    const { picks = [], texts = [], file = "id", agrees = true } = person;
    const [wanted, typed] = [[...picks], [...texts]];
    asked.length = 0;
    shown.length = 0;
    hints.length = 0;
    await answering(
      {
        showQuickPick: (rows: readonly { readonly label: string }[]) => {
          const part = wanted.shift();
          return part === undefined ? undefined : rows.find(({ label }) => label.includes(part));
        },
        showInputBox: (box: InputBoxOptions) => {
          const text = typed.shift();
          hints.push(text === undefined ? undefined : box.validateInput?.(text));
          return text;
        },
        showWarningMessage: (text: string, _: unknown, ...buttons: readonly string[]) => {
          asked.push(text);
          if (agrees === "first") return buttons[0];
          return agrees ? buttons.at(-1) : undefined;
        },
        showInformationMessage: (text: string) => void shown.push(text),
        showSaveDialog: () => Uri.file(at(file)),
        showOpenDialog: () => [Uri.file(at(file))],
      },
      async () => commands.executeCommand(id, target),
    );
  };
  const generated = (title = "Mill"): Person => ({
    picks: ["Read-only", "Generate", "Ed25519"],
    texts: [title, ""],
  });

  it("stand below their repository with type, rights, age and fingerprint", async () => {
    assert.deepEqual(await rowsOf(session.parts.trees.repos, await row()), [
      [
        "Build machine",
        "Ed25519 · read-only · 2 days ago · SHA256:r2MToy641dwOE7TQFsTbVvgMxcgP8g8Zc37fYDmazvY",
        "deployKey",
      ],
    ]);
    const { inline, menu } = menuOf("forgeside.repos", "deployKey");
    assert.deepEqual(inline, [keyCommands.rotate]);
    assert.deepEqual(menu, [
      keyCommands.edit,
      keyCommands.rotate,
      keyCommands.copyFingerprint,
      keyCommands.copyPublicKey,
      keyCommands.delete,
    ]);
    assert.deepEqual(menuOf("forgeside.repos", "deployKeys").inline, [keyCommands.add, keyCommands.refresh]);
  });

  it("are not read until the row is expanded", async () => {
    await ownRepository(session, "mia/tools", "Deploy Keys");
    assert.ok(!session.forge.sent("GET").some((request) => request.includes("/keys")));
  });

  it("are generated: the private half is in the file only, and ssh-keygen knows it", async () => {
    await run(keyCommands.add, await row(), generated());
    assert.deepEqual(said(), []);
    assert.equal(statSync(at("id")).mode & 0o777, 0o600);
    assert.deepEqual(readdirSync(folder), ["id"]);
    const [, added] = await keys();
    const line = execFileSync("ssh-keygen", ["-y", "-P", "", "-f", at("id")], { encoding: "utf8" }).trim();
    assert.equal(line, `${added?.key ?? ""} Mill`);
    assert.equal(added?.read_only, true);
    assert.match(shown[0] ?? "", /The private half is in “.*id”, for its owner only/);
    const sent = session.forge.requests.map(({ body }) => body).join("\n");
    assert.doesNotMatch(sent, /PRIVATE|b3BlbnNzaC1rZXk/);
    await row("Mill");
  });

  it("are not made where the file can't be saved, which is said without the system's own words", async () => {
    await run(keyCommands.add, await row(), { ...generated(), file: join("none", "id") });
    await eventually(() => said().length === 1, "it is said");
    assert.match(
      said()[0] ?? "",
      /^The private key could not be saved to “.*none.id”: its folder doesn't exist\. Nothing was sent\.$/,
    );
    assert.deepEqual(session.forge.sent("POST"), []);
  });

  it("are kept when the file exists and must not be replaced", async () => {
    writeFileSync(at("id"), "mine");
    await run(keyCommands.add, await row(), { ...generated(), agrees: false });
    assert.match(asked.at(-1) ?? "", /already exists\. Replace it\?/);
    assert.equal(readFileSync(at("id"), "utf8"), "mine");
    assert.deepEqual(session.forge.sent("POST"), []);
    await run(keyCommands.add, await row(), generated());
    assert.match(readFileSync(at("id"), "utf8"), /BEGIN OPENSSH PRIVATE KEY/);
    assert.deepEqual(await titles(), ["Build machine", "Mill"]);
  });

  it("stay in their file when the service does not take the public half, and that is said", async () => {
    const target = await row();
    session.forge.answer = (request) =>
      request.method === "POST" ? Response.json({ message: "Not today" }, { status: 500 }) : undefined;
    await run(keyCommands.add, target, generated());
    await eventually(() => said().length === 1, "it is said");
    assert.match(said()[0] ?? "", /The private key is in “.*id” and stays there\. .*Not today/);
    assert.ok(existsSync(at("id")));
    assert.deepEqual(await titles(), ["Build machine"]);
  });

  it("are added by pasting and from a file, which may have a comment, and with the right to write", async () => {
    await run(keyCommands.add, await row(), {
      picks: ["May write", "Paste"],
      texts: [`  ${screen} Ada's  `, "Screen"],
    });
    writeFileSync(at("id"), `# a key\n${build.replace("AAAA", "\n AAAA")} x\n`);
    await run(keyCommands.add, await row(), { picks: ["Read-only", "File"], texts: ["Again"] });
    await eventually(() => said().length === 1, "the double is refused");
    assert.match(said()[0] ?? "", /has this key already, as “Build machine”\. Nothing was sent/);
    const [, added] = await keys();
    assert.deepEqual([added?.title, added?.key, added?.read_only], ["Screen", screen, false]);
    assert.equal(session.forge.sent("POST").length, 1);
  });

  it("that are private are refused loudly, and neither sent nor logged", async () => {
    execFileSync("ssh-keygen", ["-q", "-N", "", "-t", "ed25519", "-f", at("id")]);
    const text = readFileSync(at("id"), "utf8");
    await run(keyCommands.add, await row(), { picks: ["Read-only", "Paste"], texts: [text.replaceAll("\n", "")] });
    await run(keyCommands.add, await row(), { picks: ["Read-only", "File"] });
    await eventually(() => said().length === 2, "both are refused");
    for (const each of said()) {
      assert.match(each, /This is a PRIVATE key\. It wasn't sent/);
      assert.ok(!each.includes(text.slice(60, 90)));
    }
    assert.deepEqual(session.forge.sent("POST"), []);
    const logs = await logsWith(session, keyCommands.add);
    for (const line of text.split("\n").slice(1, -2))
      assert.ok(!logs.includes(line), "a line of it is in the log");
  });

  it("that are weak are used only when that is confirmed; a key in use elsewhere is reported", async () => {
    execFileSync("ssh-keygen", ["-q", "-N", "", "-t", "rsa", "-b", "1024", "-f", at("weak")]);
    const weak = { picks: ["Read-only", "File"], texts: ["Weak"], file: "weak.pub" };
    await run(keyCommands.add, await row(), { ...weak, agrees: false });
    assert.match(asked[0] ?? "", /RSA 1024 is weak/);
    assert.deepEqual(session.forge.sent("POST"), []);
    // Enter takes the question for another key.
    await run(keyCommands.add, await row(), { ...weak, agrees: "first" });
    assert.equal(asked.length, 1);
    assert.deepEqual(session.forge.sent("POST"), []);
    await run(keyCommands.add, await row(), weak);
    const [, description] = (await rowsOf(session.parts.trees.repos, await row())).at(-1) ?? [];
    assert.match(description ?? "", /^weak: rotate it · RSA 1024 · read-only/);
    const empty = await ownRepository(session, "mia/empty", "Deploy Keys");
    await run(keyCommands.add, empty, weak);
    await eventually(() => said().length === 1, "it is said");
    assert.match(said()[0] ?? "", /in use already, here or at another repository/);
  });

  it("that are weak are marked while they are typed, and are not refused then", async () => {
    execFileSync("ssh-keygen", ["-q", "-N", "", "-t", "rsa", "-b", "1024", "-f", at("weak")]);
    const line = readFileSync(at("weak.pub"), "utf8").trim();
    await run(keyCommands.add, await row(), {
      picks: ["Read-only", "Paste"],
      texts: [line, "Weak"],
      agrees: false,
    });
    assert.deepEqual(hints, [
      {
        message:
          "RSA 1024 is weak. DSA, and RSA below 2048 bits, can be broken, and servers refuse the weakest. Ed25519 is better.",
        severity: InputBoxValidationSeverity.Warning,
      },
    ]);
    await run(keyCommands.add, await row(), { picks: ["Read-only", "Paste"], texts: [screen, "Screen"] });
    assert.equal(hints[0], undefined);
  });

  it("of another text that is weak leaves the form as it was where another key is selected", async () => {
    execFileSync("ssh-keygen", ["-q", "-N", "", "-t", "rsa", "-b", "1024", "-f", at("weak")]);
    const line = readFileSync(at("weak.pub"), "utf8").trim();
    await filling([2], async () =>
      run(keyCommands.edit, await row("Build machine"), { texts: [line], agrees: "first" }),
    );
    assert.deepEqual(asked, ["RSA 1024 is weak. Use it anyway?"]);
    assert.deepEqual(await titles(), ["Build machine"]);
    assert.deepEqual(session.forge.sent("POST", "DELETE"), []);
  });

  it("are rotated: the new one is added and verified before the former one goes", async () => {
    await run(keyCommands.rotate, await row("Build machine"), {
      picks: ["Generate", "Ed25519"],
      texts: ["Build machine 2", ""],
    });
    assert.deepEqual(said(), []);
    assert.deepEqual(
      session.forge.sent("POST", "DELETE").map((request) => request.split(" ")[0]),
      ["POST", "DELETE"],
    );
    const [only, ...others] = await keys();
    assert.deepEqual([only?.title, only?.read_only, others.length], ["Build machine 2", true, 0]);
  });

  it("are both there when a rotation breaks off between, and that is said", async () => {
    const target = await row("Build machine");
    session.forge.answer = (request) => {
      if (request.method === "DELETE") throw new Error("The line is cut.");
      return undefined;
    };
    await run(keyCommands.rotate, target, { picks: ["Generate", "Ed25519"], texts: ["Build machine 2", ""] });
    await eventually(() => asked.length === 2, "it is said");
    assert.match(
      asked[1] ?? "",
      /The private key is in “.*id” and stays there\. The new key is at the server, and the former one, “Build machine”, may have been deleted/,
    );
    assert.deepEqual(await titles(), ["Build machine", "Build machine 2"]);
  });

  it("have the former one deleted by a button, when it is left by a rotation", async () => {
    const target = await row("Build machine");
    let count = 0;
    session.forge.answer = ({ method }) =>
      method === "DELETE" && count++ === 0
        ? Response.json({ message: "Server Error" }, { status: 500 })
        : undefined;
    const picks = ["Generate", "Ed25519"];
    const texts = ["Build machine 2", ""];
    const answers = {
      showQuickPick: (rows: readonly { readonly label: string }[]) => {
        const part = picks.shift() ?? "";
        return rows.find(({ label }) => label.includes(part));
      },
      showInputBox: () => texts.shift(),
      // The button of a question, and that of the error.
      showWarningMessage: (_: string, ...rest: readonly unknown[]) => rest.at(-1),
      showInformationMessage: () => undefined,
      showSaveDialog: () => Uri.file(at("former")),
    };
    await answering(answers, async () => {
      await commands.executeCommand(keyCommands.rotate, target);
      await eventually(async () => (await titles()).length === 1, "the former one is deleted");
    });
    assert.deepEqual(await titles(), ["Build machine 2"]);
  });

  it("that were deleted elsewhere are not rotated: nothing is added", async () => {
    const target = await row("Build machine");
    const [{ id } = assert.fail()] = await keys();
    await session.forge.client(tokens.mia).call("repos.deleteKey", { user: "mia", repo: "tools", id });
    session.forge.requests.length = 0;
    await run(keyCommands.rotate, target, { picks: ["Generate", "Ed25519"], texts: ["Build machine 2", ""] });
    await eventually(() => asked.length + said().length > 0, "it is said");
    assert.match([...asked, ...said()].join(), /The key “Build machine” no longer exists\./);
    assert.deepEqual([await titles(), session.forge.sent("POST")], [[], []]);
  });

  const rename = async (title: string, agrees: boolean) => {
    const target = await row("Build machine");
    await filling([1], () => run(keyCommands.edit, target, { texts: [title], agrees }));
  };

  it("are renamed in place where the server can", async () => {
    await rename("Builder", true);
    assert.deepEqual(await titles(), ["Builder"]);
    assert.deepEqual(session.forge.sent("POST", "DELETE"), []);
  });

  it("are renamed by deleting and adding where the server can do nothing else, and only after a question", async () => {
    session.forge.answer = (request) =>
      request.method === "PUT" ? Response.json({ message: "Not Found" }, { status: 404 }) : undefined;
    await rename("Builder", false);
    assert.match(asked[0] ?? "", /Delete “Build machine” and add it again as “Builder”\?/);
    assert.deepEqual(await titles(), ["Build machine"]);
    await rename("Builder", true);
    const [only, ...others] = await keys();
    assert.deepEqual([only?.title, only?.key, others.length], ["Builder", build, 0]);
  });

  it("are added again by a button, with the same rights, when only the deletion succeeded", async () => {
    let adds = 0;
    session.forge.answer = ({ method }) => {
      if (method === "PUT") return Response.json({ message: "Not Found" }, { status: 404 });
      if (method !== "POST" || adds++ > 1) return undefined;
      return adds === 1
        ? Response.json(
            { message: "Validation Failed", errors: [{ message: "key is already in use" }] },
            { status: 422 },
          )
        : Response.json({ message: "Server Error" }, { status: 500 });
    };
    const target = await row("Build machine");
    const warnings: string[] = [];
    const answers = {
      showInputBox: () => "Builder",
      // The button of the question, and that of the error.
      showWarningMessage: (text: string, ...rest: readonly unknown[]) => {
        warnings.push(text);
        return rest.at(-1);
      },
    };
    await filling([1], () =>
      answering(answers, async () => {
        await commands.executeCommand(keyCommands.edit, target);
        await eventually(async () => (await titles()).join() === "Builder", "it is there again");
      }),
    );
    const [only] = await keys();
    assert.deepEqual([only?.key, only?.read_only], [build, true]);
    assert.match(warnings.at(-1) ?? "", /“Build machine” is deleted, and the server did not confirm/);
  });

  it("are deleted after a question", async () => {
    await run(keyCommands.delete, await row("Build machine"), { agrees: false });
    assert.deepEqual(session.forge.sent("DELETE"), []);
    await run(keyCommands.delete, await row("Build machine"));
    assert.deepEqual(asked, ["Delete the deploy key “Build machine” of mia/tools?"]);
    assert.deepEqual(await titles(), []);
    assert.deepEqual(
      (await rowsOf(session.parts.trees.repos, await row()))[0]?.[0],
      "This repository has no deploy keys.",
    );
  });

  it("give their fingerprint and public half to the clipboard", async () => {
    await run(keyCommands.copyFingerprint, await row("Build machine"));
    assert.match(await env.clipboard.readText(), /^SHA256:[\w+/]{43}$/);
    await run(keyCommands.copyPublicKey, await row("Build machine"));
    assert.equal(await env.clipboard.readText(), build);
  });

  it("of a repository that the account does not administer are a row with the reason", async () => {
    const target = await row();
    session.forge.answer = (request) =>
      /per_page=100$|\/repos\/mia\/tools$/.test(request.url)
        ? Response.json({ message: "Not Found" }, { status: 404 })
        : undefined;
    await commands.executeCommand(keyCommands.refresh, target);
    const [only] = await rowsOf(session.parts.trees.repos, target);
    assert.match(only?.[0] ?? "", /Deploy keys of mia\/tools are for its administrators only/);
    await run(keyCommands.add, target, generated());
    await eventually(() => said().length === 1, "it is said");
    assert.deepEqual(readdirSync(folder), []);
  });
});
