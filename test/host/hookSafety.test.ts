import assert from "node:assert/strict";
import { commands, EventEmitter, window } from "vscode";
import { newHookUri } from "../../src/hooks/uri.ts";
import { hookCommands } from "../../src/ids.ts";
import { eventually } from "../support/eventually.ts";
import { answering } from "./support/answers.ts";
import { show, type } from "./support/documents.ts";
import { hookTools, url } from "./support/hookTools.ts";
import { logsWith } from "./support/logs.ts";
import { ownRepository, toolsSeed, typing } from "./support/repoTools.ts";
import { useSession } from "./support/session.ts";
import { itWithNode } from "./support/versions.ts";

interface PickRow {
  readonly label: string;
  readonly picked?: boolean;
}

describe("Hooks keep safe what is theirs", () => {
  const session = useSession({ seed: toolsSeed });
  beforeEach(() => session.parts.repos.refresh());
  afterEach(() => session.parts.repoRoots.forget(session.accountId));
  after(() => commands.executeCommand("workbench.view.explorer"));
  const { mia, place, firstRow, said, make, hooks, run } = hookTools(session);

  it("a token in a hook's settings is asked about before anything is sent", async () => {
    const token = `ghp_${"Ab1".repeat(12)}`;
    const text = JSON.stringify({ config: { url: `${url}?token=${token}` } });
    const document = await show(newHookUri(place()));
    await type(document, text);
    const asked: string[] = [];
    const saved = (choice: string) =>
      answering(
        {
          showWarningMessage: (message: string, _: unknown, ...actions: readonly { readonly title: string }[]) => {
            asked.push(message);
            return actions.find(({ title }) => title === choice);
          },
        },
        async () => {
          await commands.executeCommand("workbench.action.files.save");
          return session.parts.localChanges.all.length === 0;
        },
      );
    assert.equal(await saved("Cancel"), false);
    assert.match(asked.join(), /secret found in the webhook/);
    assert.deepEqual(await hooks(), []);
    assert.equal(await saved("Redact"), true);
    assert.equal((await hooks())[0]?.config["url"], `${url}?token=REDACTED`);
    assert.ok(!session.forge.requests.some(({ body }) => body.includes(token)));
  });

  it("a token in a hook's settings does not go to other repositories unasked", async () => {
    await make({ config: { url: `${url}?token=ghp_${"Ab1".repeat(12)}` } });
    const asked: string[] = [];
    const row = await firstRow();
    session.forge.requests.length = 0;
    await answering(
      {
        showQuickPick: (items: readonly PickRow[]) => items,
        showWarningMessage: (message: string) => {
          asked.push(message);
        },
      },
      async () => commands.executeCommand(hookCommands.apply, row),
    );
    assert.deepEqual(asked, ["Possible secret found in the webhook."]);
    assert.deepEqual(session.forge.sent("POST", "PATCH"), []);
  });

  it("a secret that the server refuses is in no message and no log", async () => {
    await make();
    session.forge.answer = (request) =>
      request.method === "PATCH"
        ? Response.json(
            { message: "Validation Failed", errors: [{ resource: "Hook", field: "config", code: "custom" }] },
            { status: 422 },
          )
        : undefined;
    await answering(
      { showQuickPick: (items: readonly PickRow[]) => items[1], showInputBox: () => "hunter2-in-no-log" },
      () => run(hookCommands.rotateSecret),
    );
    await eventually(() => said().some((text) => text.includes("does not accept this")), "it is shown");
    session.forge.answer = () => undefined;
    const logs = await logsWith(session, "forgeside.hook.rotateSecret");
    assert.doesNotMatch([logs, ...said()].join("\n"), /hunter2-in-no-log/);
  });

  it("who cancels in between finds what was begun finished, the rest as it was, and a report of both", async () => {
    await mia().call("repos.create", { name: "kettle", auto_init: true });
    await make({ events: ["push", "star"] });
    const cancelled = new EventEmitter<void>();
    const former = Object.getOwnPropertyDescriptor(window, "withProgress");
    Object.defineProperty(window, "withProgress", {
      value: (_: unknown, task: (progress: object, token: object) => Promise<unknown>) =>
        task(
          { report: () => undefined },
          { isCancellationRequested: false, onCancellationRequested: cancelled.event },
        ),
      configurable: true,
      writable: true,
    });
    session.forge.answer = (request) => {
      if (request.method === "POST") cancelled.fire();
      return undefined;
    };
    let summary = "";
    try {
      await answering(
        {
          showQuickPick: (items: readonly PickRow[], options: { readonly canPickMany?: boolean }) =>
            options.canPickMany ? items : items.find(({ label }) => label === "No Secret"),
          showInformationMessage: (text: string, action?: string) => {
            summary = text;
            return action;
          },
        },
        async () => commands.executeCommand(hookCommands.apply, await firstRow()),
      );
    } finally {
      if (former) Object.defineProperty(window, "withProgress", former);
    }
    assert.match(summary, /applied to 1 repository\. Failed: 0\. Left as they were: 1\./);
    assert.deepEqual([(await hooks("empty")).length, (await hooks("kettle")).length], [1, 0]);
    await eventually(
      () =>
        /mia\/empty: done\nmia\/kettle: left as it was/.test(window.activeTextEditor?.document.getText() ?? ""),
      "the report tells both",
    );
    cancelled.dispose();
  });

  itWithNode("a server that cannot reach this machine is not asked to deliver here", async () => {
    const { accounts } = session.parts;
    const account = accounts.get(session.accountId);
    assert.ok(account);
    const near = Object.getOwnPropertyDescriptor(account, "profile");
    Object.defineProperty(account, "profile", {
      value: { ...account.profile, baseUrl: "https://forge.example/api/v3" },
      configurable: true,
      writable: true,
      enumerable: true,
    });
    try {
      await typing([""], () =>
        answering({ showInformationMessage: (_: string, create: string) => create }, async () => {
          await commands.executeCommand(hookCommands.listen, await ownRepository(session, "mia/tools"));
          await eventually(() => said().some((text) => text.includes("can't reach your computer")), "it is said");
        }),
      );
      assert.deepEqual(session.forge.sent("POST"), []);
    } finally {
      if (near) Object.defineProperty(account, "profile", near);
      await (await session.parts.loadListener()).stop();
    }
  });
});
