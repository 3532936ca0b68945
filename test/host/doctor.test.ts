import assert from "node:assert/strict";
import { commands, env, window } from "vscode";
import { serviceCommands } from "../../src/ids.ts";
import { eventually } from "../support/eventually.ts";
import { answering } from "./support/answers.ts";
import { useSession } from "./support/session.ts";

describe("The doctor", () => {
  const session = useSession();
  const said = () => session.messages;
  const asked = () => session.activation.laterPrompts.filter(({ kind }) => /QuickPick|InputBox/.test(kind));

  it("shows a report without a secret, and copies it", async () => {
    await answering({ showInformationMessage: () => "Copy Report" }, async () => {
      await commands.executeCommand(serviceCommands.doctor);
      await eventually(async () => (await env.clipboard.readText()).startsWith("Forgeside "), "it is copied");
    });
    const report = window.activeTextEditor?.document.getText() ?? "";
    assert.equal(await env.clipboard.readText(), report);
    for (const line of [
      /^✓ Server: it responded in \d+ ms\.$/m,
      /^✓ Certificate: none is needed/m,
      /^✓ Clock: it agrees/m,
      /^[✓•] Token: it belongs to mia/m,
      /^• Secret storage: it works in this session\. Whether it keeps secrets can't be known before the first restart/m,
      /^✓ Rate limit: 4,9\d\d of 5,000 left/m,
    ])
      assert.match(report, line);
    assert.doesNotMatch(report, /sandbox_/);
  });

  it("has a button for what the report advises about the token", async () => {
    const offered: (readonly string[])[] = [];
    const showInformationMessage = (_: string, ...buttons: readonly string[]) => {
      offered.push(buttons);
      return buttons[0];
    };
    await answering({ showInformationMessage: showInformationMessage as never }, async () => {
      await commands.executeCommand(serviceCommands.doctor);
      await eventually(() => asked().length === 1, "permissions are shown");

      session.forge.answer = () => Response.json({ message: "Bad credentials" }, { status: 401 });
      await commands.executeCommand(serviceCommands.doctor);
      await eventually(() => asked().length === 2, "the token is asked for");
    });
    // Nothing else asks for a token while the report is made.
    assert.deepEqual(session.messages, []);
    assert.deepEqual(offered, [
      ["Manage Permissions...", "Copy Report"],
      ["Replace Token...", "Copy Report"],
    ]);
  });

  it("says that the token could not be checked, and not to replace it, while the request limit is used up", async () => {
    const headers = {
      "x-ratelimit-remaining": "0",
      "x-ratelimit-reset": String(Math.ceil(Date.now() / 1000) + 1800),
    };
    session.forge.answer = ({ url }) =>
      url.endsWith("/user")
        ? Response.json({ message: "API rate limit exceeded" }, { status: 403, headers })
        : undefined;
    await commands.executeCommand(serviceCommands.doctor);
    const report = window.activeTextEditor?.document.getText() ?? "";
    assert.match(report, /^• Token: it could not be checked\. Rate limit exceeded until /m);
    assert.doesNotMatch(report, /Replace the token/);
  });

  it("does not say that everything works where the token could not be checked", async () => {
    session.forge.answer = ({ url }) =>
      url.endsWith("/user") ? Response.json({ message: "Server Error" }, { status: 500 }) : undefined;
    await commands.executeCommand(serviceCommands.doctor);
    await eventually(() => said().length > 0, "it is said");
    assert.match(said().at(-1) ?? "", /^No problem was found, but the token could not be checked\./);
    const report = window.activeTextEditor?.document.getText() ?? "";
    assert.match(report, /^Account: mia at \S+\. API version: /m);
  });

  it("reports what is wrong and what to do when the server is gone", async () => {
    await session.forge.stop();
    await commands.executeCommand(serviceCommands.doctor);
    await eventually(() => said().some((text) => text.includes("1 problem needs your attention")), "it is said");
    const report = window.activeTextEditor?.document.getText() ?? "";
    assert.match(report, /✗ Server: it was not reached\. Check the network/);
    // That is unknown.
    assert.doesNotMatch(report, /everything that it was asked for/);
  });
});

describe("The doctor without an account", () => {
  const session = useSession({ signedIn: false });

  it("checks the server that the user names, without a sign-in and without a token", async () => {
    const problems: unknown[] = [];
    const check = (address: string) => {
      const showInputBox = ({ validateInput }: { readonly validateInput: (text: string) => unknown }) => {
        problems.push(...["ftp://x", address].map((text) => typeof validateInput(text)));
        return address;
      };
      return answering({ showInputBox }, () => commands.executeCommand(serviceCommands.doctor));
    };
    await check(session.forge.url);
    assert.deepEqual(problems, ["string", "undefined"]);
    const report = (): string => window.activeTextEditor?.document.getText() ?? "";
    await eventually(() => /^✓ Server: it responded/m.test(report()), "the report is shown");
    assert.match(report(), /^Account: no account at 127\.0\.0\.1:\d+\. /m);
    assert.doesNotMatch(report(), /Token:/);
    assert.deepEqual([...new Set(session.forge.requests.map(({ authorization }) => authorization))], [null]);
    const address = session.forge.url;
    await session.forge.stop();
    await check(address);
    await eventually(() => /✗ Server: it was not reached/.test(report()), "the new report is shown");
    assert.equal(session.parts.accounts.active, undefined);
  });
});
