import assert from "node:assert/strict";
import { mkdtempSync, readdirSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { commands, env, Uri } from "vscode";
import { keyCommands } from "../../src/ids.ts";
import { eventually } from "../support/eventually.ts";
import { answering } from "./support/answers.ts";
import { filling } from "./support/forms.ts";
import { build, keySeed, screen } from "./support/keySeed.ts";
import { ownRepository } from "./support/repoTools.ts";
import { tokens } from "./support/seeds.ts";
import { useSession } from "./support/session.ts";

const refusal = (status: number, message: string) => Response.json({ message }, { status });

interface Warning {
  readonly text: string;
  readonly buttons: readonly string[];
}

describe("Deploy keys › failures", () => {
  const session = useSession({ seed: keySeed });
  let folder: string;
  beforeEach(() => {
    folder = mkdtempSync(join(tmpdir(), "forgeside-host-keys-"));
    session.parts.repos.refresh();
  });
  afterEach(() => rmSync(folder, { recursive: true }));

  const row = (...labels: readonly string[]) => ownRepository(session, "mia/tools", "Deploy Keys", ...labels);
  const keys = () => session.forge.client(tokens.mia).call("repos.getKeys", { user: "mia", repo: "tools" });
  const titles = async () => (await keys()).map(({ title }) => title);

  /** Runs a command while lists and boxes are answered, and `press` selects a warning's button. */
  const run = async (
    id: string,
    target: unknown,
    given: { readonly picks?: readonly string[]; readonly texts?: readonly string[]; readonly press: string },
    check: (warnings: readonly Warning[]) => Promise<void>,
  ): Promise<void> => {
    const [picks, texts] = [[...(given.picks ?? [])], [...(given.texts ?? [])]];
    const warnings: Warning[] = [];
    await answering(
      {
        showQuickPick: (rows: readonly { readonly label: string }[]) => {
          const part = picks.shift() ?? "";
          return rows.find(({ label }) => label.includes(part));
        },
        showInputBox: () => texts.shift(),
        showSaveDialog: () => Uri.file(join(folder, `id${readdirSync(folder).length}`)),
        showInformationMessage: () => undefined,
        showWarningMessage: (text: string, ...rest: readonly unknown[]) => {
          const buttons = rest.filter((each) => typeof each === "string");
          warnings.push({ text, buttons });
          const isModal = rest.length > buttons.length;
          return isModal ? buttons.at(-1) : buttons.find((each) => each === given.press);
        },
      },
      async () => {
        await commands.executeCommand(id, target);
        await check(warnings);
      },
    );
  };

  /** What comes after the first DELETE, and its response, is lost until `heal`. */
  const cutAfterDelete = () => {
    let isCut = false;
    let isHealed = false;
    session.forge.answer = ({ method }) => {
      if (method === "PUT") return refusal(404, "Not Found");
      if (isCut && !isHealed) throw new Error("The line is cut.");
      return undefined;
    };
    session.forge.change = (answer, { method }) => {
      if (method !== "DELETE" || isHealed) return answer;
      isCut = true;
      throw new Error("The line is cut.");
    };
    return () => {
      isHealed = true;
    };
  };

  it("add a key again by a button whose deletion was not confirmed", async () => {
    const target = await row("Build machine");
    // The server accepts no key twice, and cannot change one.
    const heal = cutAfterDelete();
    const edit = () =>
      run(keyCommands.edit, target, { texts: ["Builder"], press: "Add Again" }, async (warnings) => {
        await eventually(async () => (await titles()).join() === "Builder", "it is added again", 15_000);
        assert.match(
          warnings.at(-1)?.text ?? "",
          /“Build machine” may have been deleted, but the server did not confirm it/,
        );
      });
    await filling([1], async () => {
      const editing = edit();
      await eventually(() => session.forge.sent("DELETE").length > 0, "it is deleted");
      await eventually(async () => (await env.clipboard.readText()) === build, "it is copied", 15_000);
      heal();
      await editing;
    });
    const [only] = await keys();
    assert.deepEqual([only?.key, only?.read_only], [build, true]);
  });

  it("do not say that the former key is there when its deletion was not confirmed, after Rotate and Edit", async () => {
    for (const isEdit of [false, true]) {
      const target = await row("Build machine");
      const heal = cutAfterDelete();
      const press = "none";
      const check = async (warnings: readonly Warning[]) => {
        await eventually(() => warnings.at(-1)?.text.includes("The new key") === true, "it is reported", 15_000);
        assert.match(warnings.at(-1)?.text ?? "", /the former one, “Build machine”, may have been deleted/);
        assert.deepEqual(warnings.at(-1)?.buttons, ["Delete Former Key..."]);
      };
      if (isEdit) await filling([2], () => run(keyCommands.edit, target, { texts: [screen], press }, check));
      else
        await run(
          keyCommands.rotate,
          target,
          { picks: ["Generate", "Ed25519"], texts: ["Build machine", ""], press },
          check,
        );
      heal();
      assert.deepEqual(await titles(), ["Build machine"]);
      await commands.executeCommand(keyCommands.refresh, await row());
    }
  });

  const generated = (press: string) => ({
    picks: ["Read-only", "Generate", "Ed25519"],
    texts: ["Mill", ""],
    press,
  });
  const sentKeys = () =>
    session.forge.requests
      .filter(({ method }) => method === "POST")
      .map(({ body }) => (JSON.parse(body) as { readonly key: string }).key);
  /** The first requests with this method are refused so. */
  const refuse = (...answers: readonly (() => Response)[]) => {
    const rest = [...answers];
    session.forge.answer = ({ method }) => (method === "POST" ? rest.shift()?.() : undefined);
  };

  it("of adding a generated pair have a button that adds the same public key", async () => {
    refuse(
      () => refusal(422, "Validation Failed"),
      () => refusal(403, "Resource not accessible"),
      () => refusal(500, "Server Error"),
    );
    const target = await row();
    const presses = ["Try Again", "Try Again", "Send Again"];
    await run(keyCommands.add, target, generated("Try Again"), async (warnings) => {
      await eventually(() => warnings.length === 3, "the third is refused, too");
      for (const [index, { text, buttons }] of warnings.entries()) {
        assert.match(text, /^The private key is in “.*id0” and stays there\. /);
        assert.ok(buttons.includes(presses[index] ?? ""), buttons.join());
      }
    });
    assert.equal(new Set(sentKeys()).size, 1);
    assert.equal(sentKeys().length, 3);
    assert.deepEqual(readdirSync(folder), ["id0"]);
  });

  it("of adding a generated pair whose response is lost are sent again, also when that is refused at first", async () => {
    refuse(
      () => refusal(500, "Server Error"),
      () => refusal(422, "Validation Failed"),
    );
    const target = await row();
    const given = generated("Send Again");
    await run(keyCommands.add, target, given, async (warnings) => {
      await eventually(() => warnings.length === 2, "it is refused");
      assert.deepEqual(
        warnings.map(({ buttons }) => buttons),
        [["Refresh", "Send Again"], ["Try Again"]],
      );
    });
    assert.equal(new Set(sentKeys()).size, 1);
  });

  it("of a rotation have a button that goes on with the same pair", async () => {
    refuse(() => refusal(422, "Validation Failed"));
    const picks = ["Generate", "Ed25519"];
    const target = await row("Build machine");
    await run(keyCommands.rotate, target, { picks, texts: ["Mill", ""], press: "Try Again" }, () =>
      eventually(async () => (await titles()).join() === "Mill", "it is rotated"),
    );
    assert.equal(new Set(sentKeys()).size, 1);
    assert.deepEqual(readdirSync(folder), ["id0"]);
  });

  it("of a rotation whose new key was not confirmed are sent again by a button", async () => {
    refuse(() => refusal(500, "Server Error"));
    const picks = ["Generate", "Ed25519"];
    const target = await row("Build machine");
    await run(
      keyCommands.rotate,
      target,
      { picks, texts: ["Mill", ""], press: "Send Again" },
      async (warnings) => {
        await eventually(async () => (await titles()).join() === "Mill", "it is rotated");
        assert.match(warnings.at(-1)?.text ?? "", /The deploy key may have been created/);
      },
    );
    assert.equal(new Set(sentKeys()).size, 1);
  });

  it("of a rotation that left both keys have no button that would add the new one again", async () => {
    session.forge.change = (answer, { method, path }) =>
      method === "GET" && /\/keys\/\d+$/.test(path) && sentKeys().length > 0
        ? Response.json({ id: 1, title: "Mill", key: screen, read_only: true })
        : answer;
    const target = await row("Build machine");
    const given = { picks: ["Generate", "Ed25519"], texts: ["Mill", ""], press: "Try Again" };
    await run(keyCommands.rotate, target, given, async (warnings) => {
      await eventually(() => warnings.some(({ text }) => text.includes("Both work")), "it is reported");
      assert.match(warnings.at(-1)?.text ?? "", /^The private key is in “.*id0” and stays there\. /);
      assert.ok(!warnings.at(-1)?.buttons.includes("Try Again"));
    });
    assert.equal(sentKeys().length, 1);
    assert.deepEqual(await titles(), ["Build machine", "Mill"]);
  });
});
