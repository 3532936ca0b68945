import assert from "node:assert/strict";
import {
  commands,
  type CompletionList,
  type Hover,
  languages,
  TabInputTextDiff,
  type TextDocument,
  type Uri,
  window,
  workspace,
} from "vscode";
import type { Hook } from "../../src/client/types/hook.ts";
import { newHookUri } from "../../src/hooks/uri.ts";
import { hookCommands, localChangeCommands } from "../../src/ids.ts";
import { eventually } from "../support/eventually.ts";
import { holdPosts, leavesEditors } from "./support/heldRequests.ts";
import { answering } from "./support/answers.ts";
import { isUnsavedTab, show, type } from "./support/documents.ts";
import { hookTools, url, yes } from "./support/hookTools.ts";
import { ownRepository, toolsSeed } from "./support/repoTools.ts";
import { useSession } from "./support/session.ts";
import { itWithNode } from "./support/versions.ts";

describe("Hooks as documents", () => {
  const session = useSession({ seed: toolsSeed });
  beforeEach(() => session.parts.repos.refresh());
  afterEach(async () => {
    session.parts.repoRoots.forget(session.accountId);
  });
  after(() => commands.executeCommand("workbench.view.explorer"));
  const { mia, place, make, hooks, run, uriOf } = hookTools(session);

  /** Another window subscribes the hook to forks only. */
  const changeElsewhere = ({ id }: Hook) =>
    mia().call("repos.updateHook", {
      user: "mia",
      repo: "tools",
      id,
      name: "web",
      config: { url },
      events: ["fork"],
    });
  const documentText = (value: object): string => `${JSON.stringify(value, undefined, 2)}\n`;
  /** Why the local changes are not sent. */
  const stored = (): readonly unknown[] => session.parts.localChanges.all.map(({ reason }) => reason);
  const diagnosticsOf = (uri: Uri) =>
    languages
      .getDiagnostics(uri)
      .filter(({ source }) => source === "Forgeside")
      .map(({ message }) => message);

  it("open as documents without the secret; a save sends what changed alone", async () => {
    const hook = await make({ config: { url, secret: "hunter2-secret" } });
    await run(hookCommands.edit);
    const document = window.activeTextEditor?.document;
    assert.equal(document?.uri.toString(), uriOf(hook).toString());
    assert.equal(document?.languageId, "json");
    assert.doesNotMatch(document?.getText() ?? "", /secret|\*/);
    session.forge.requests.length = 0;
    await type(document, document.getText().replace('"push"', '"push",\n    "star"'));
    assert.equal(await document.save(), true);
    const sent = session.forge.requests.filter(({ method }) => method !== "GET");
    assert.deepEqual(
      sent.map(({ method, body }) => [method, JSON.parse(body)]),
      [["PATCH", { add_events: ["star"] }]],
    );
    const [now] = await hooks();
    assert.deepEqual([now?.events, now?.config["secret"]], [["push", "star"], "********"]);
  });

  itWithNode("complete and explain their events and settings, as the schema says", async () => {
    const hook = await make();
    const document = await show(uriOf(hook));
    const offset = document.getText().indexOf('"push"') + 1;
    await eventually(async () => {
      const list = await commands.executeCommand<CompletionList>(
        "vscode.executeCompletionItemProvider",
        document.uri,
        document.positionAt(offset),
      );
      const labels = list.items.map(({ label }) => (typeof label === "string" ? label : label.label));
      return labels.some((label) => label.includes("deployment_status"));
    }, "events are completed");
    const explained = await commands.executeCommand<Hover[]>(
      "vscode.executeHoverProvider",
      document.uri,
      document.positionAt(offset),
    );
    const words = explained
      .flatMap(({ contents }) => contents)
      .map((each) => (typeof each === "string" ? each : each.value));
    assert.match(words.join(), /Commits or tags were pushed/);
  });

  describe("in bad documents", () => {
    const refused = async (text: string, message: RegExp): Promise<void> => {
      const document = await show(newHookUri(place()));
      await type(document, text);
      const requests = session.forge.requests.length;
      assert.equal(await document.save(), true);
      assert.deepEqual([isUnsavedTab(document), stored()], [false, ["failed"]]);
      assert.equal(session.forge.requests.length, requests);
      assert.match(diagnosticsOf(document.uri).join(), message);
      assert.deepEqual(await hooks(), []);
    };
    for (const [title, text, message] of [
      ["a value missing", '{ "config": ', /^Invalid JSON: Value expected\.$/],
      ["a value that is none", '{ "config": oops }', /^Invalid JSON: Invalid symbol\.$/],
      [
        "an unknown event",
        documentText({ events: ["pushh"], config: { url } }),
        /"pushh" isn't an event of repositories\. Did you mean “push”\?/,
      ],
      ["no address", documentText({ config: {} }), /config needs a url/],
      ["an address that is none", documentText({ config: { url: "example.com" } }), /isn't a URL that starts/],
      ["config as a text that is none", documentText({ config: url }), /or the text of a JSON object/],
      ["a secret", documentText({ config: { url, secret: "hunter2" } }), /Don't write a secret/],
    ] as const)
      it(`are refused with ${title}: nothing is sent, and it is underlined`, () => refused(text, message));

    itWithNode("have what was probably meant underlined while they are typed, by nothing but that", async () => {
      const document = await show(newHookUri(place()));
      const said = (): readonly string[] => languages.getDiagnostics(document.uri).map(({ message }) => message);
      const names = [
        "A webhook has no field “nam”. Did you mean “name”?",
        '"pushh" isn\'t an event of repositories. Did you mean “push”?',
        '"xyzzy" isn\'t an event of repositories.',
      ];
      const text = documentText({ nam: "web", events: ["pushh", "xyzzy"], active: 7, config: { url } });
      await type(document, text);
      assert.deepEqual(diagnosticsOf(document.uri), names);
      // VS Code has checked it with the schema, too, when it says what is wrong with `active`.
      const own = "Value is not accepted. Valid values: true, false, 1, 0.";
      await eventually(() => said().includes(own), "the schema's own problem is there");
      assert.deepEqual(said().toSorted(), [...names, own].toSorted());
      await type(document, text.slice(0, -4));
      assert.deepEqual(diagnosticsOf(document.uri), names, "also while the text is incomplete");
      await type(document, documentText({ name: "web", events: ["push"], config: { url } }));
      await eventually(() => said().length === 0, "nothing is wrong");
    });

    it("keep what is underlined while another text of theirs is sent", async () => {
      const hook = await make();
      const document = await show(uriOf(hook));
      const good = document.getText().replace('"push"', '"push",\n    "star"');
      const bad = good.replace('"star"', '"starr"');
      await type(document, good);
      session.forge.answer = async ({ method }) => {
        if (method === "PATCH") await type(document, bad);
        return undefined;
      };
      await document.save();
      await eventually(async () => (await hooks())[0]?.events.includes("star") === true, "the first text is sent");
      assert.equal(document.getText(), bad);
      assert.match(diagnosticsOf(document.uri).join(), /^"starr" isn't an event/);
    });

    it("are refused by the service at their field", async () => {
      await make();
      const document = await show(newHookUri(place()));
      await type(document, documentText({ config: { url } }));
      assert.equal(await document.save(), true);
      assert.deepEqual(stored(), ["refused"]);
      assert.match(diagnosticsOf(document.uri).join(), /already exists/);
      assert.equal((await hooks()).length, 1);
    });

    it("that are dangerous are asked about first: plain http, a loopback, no check of certificates", async () => {
      const document = await show(newHookUri(place()));
      await type(document, documentText({ config: { url: "http://example.com/", insecure_ssl: true } }));
      const asked: string[] = [];
      await answering(
        { showWarningMessage: (_: string, { detail }: { readonly detail: string }) => void asked.push(detail) },
        () => document.save(),
      );
      assert.match(asked.join(), /doesn't use https.*\n.*certificate is not checked/);
      assert.deepEqual(stored(), ["canceled"]);
      assert.deepEqual(await hooks(), []);
      await answering({ showWarningMessage: yes }, async () => {
        await commands.executeCommand("workbench.action.files.save");
        await eventually(() => stored().length === 0, "it is sent");
      });
      assert.equal((await hooks())[0]?.config["url"], "http://example.com/");
    });
  });

  it("are created by saving a new document, whose place the hook's own takes", async () => {
    await commands.executeCommand(hookCommands.createDocument, await ownRepository(session, "mia/tools"));
    const document = window.activeTextEditor?.document;
    assert.ok(document);
    await type(document, documentText({ events: ["release"], config: JSON.stringify({ url }) }));
    assert.equal(await document.save(), true);
    const [made] = await hooks();
    assert.ok(made);
    assert.deepEqual([made.events, made.config["url"]], [["release"], url]);
    await eventually(
      () => window.activeTextEditor?.document.uri.toString() === uriOf(made).toString(),
      "its document",
    );
    await eventually(
      () => !window.tabGroups.all.flatMap(({ tabs }) => tabs).some(({ label }) => label === "new.hook.json"),
      "the new document is closed",
    );
  });

  it("keep what is typed while the hook is made: the next save changes the hook, and makes no second one", async () => {
    const document = await show(newHookUri(place()));
    await type(document, documentText({ events: ["push"], config: { url } }));
    const posts = holdPosts(session.forge);
    const saving = document.save();
    await posts.arrived();
    await type(document, documentText({ events: ["push", "star"], config: { url } }));
    posts.release();
    await leavesEditors(async () => {
      await saving;
      return uriOf((await hooks())[0] ?? assert.fail());
    });
    const [made] = await hooks();
    assert.ok(made);
    assert.equal(window.activeTextEditor?.document, document);
    assert.equal(await document.save(), true);
    const changed = await hooks();
    assert.deepEqual(
      changed.map(({ id, events }) => [id, [...events].toSorted()]),
      [[made.id, ["push", "star"]]],
    );
    await eventually(
      () => window.activeTextEditor?.document.uri.toString() === uriOf(made).toString(),
      "its document",
    );
    assert.match(window.activeTextEditor?.document.getText() ?? "", /"push",\s*"star"/);
  });

  describe("that were changed elsewhere", () => {
    /** The smaller texts of these questions. */
    const details: (string | undefined)[] = [];
    /** Saves over their change, and answers the questions in turn until `done`. */
    const stale = async (
      answers: readonly string[],
      done: (document: TextDocument) => boolean | Promise<boolean>,
    ): Promise<TextDocument> => {
      const hook = await make({ events: ["push"] });
      const document = await show(uriOf(hook));
      await type(document, document.getText().replace('"push"', '"star"'));
      await changeElsewhere(hook);
      const asked: string[] = [];
      details.length = 0;
      const answer = (text: string, options: unknown) => {
        details.push((options as { readonly detail?: string }).detail);
        return answers[asked.push(text) - 1];
      };
      await answering({ showWarningMessage: answer as never }, async () => {
        assert.equal(await document.save(), true);
        await eventually(async () => asked.length >= Math.max(1, answers.length) && done(document), "it is done");
      });
      assert.match(asked[0] ?? "", /is different here and on the server\. Nothing was overwritten\.$/);
      return document;
    };
    const events = async (): Promise<readonly string[] | undefined> => (await hooks())[0]?.events;

    it("are stored and not overwritten", async () => {
      const document = await stale([], () => stored().length > 0);
      assert.deepEqual([await events(), stored(), isUnsavedTab(document)], [["fork"], ["conflict"], false]);
      assert.match(document.getText(), /"star"/);
    });

    it("are overwritten when that is chosen and confirmed", async () => {
      await stale(["Keep Mine", "Keep Mine"], async () => (await events())?.[0] === "star");
      // A hook has no history that their version would remain in.
      assert.deepEqual(details, [undefined, "This can't be undone."]);
      await eventually(() => stored().length === 0, "nothing is stored any longer");
    });

    it("are asked about again from the command for a conflict, also when its message is gone", async () => {
      const document = await stale([], () => stored().length > 0);
      const choices: string[] = [];
      const answer = (_: string, ...titles: readonly unknown[]): string => {
        choices.push(...titles.filter((each) => typeof each === "string"));
        return "Keep Mine";
      };
      await answering({ showWarningMessage: answer as never }, async () => {
        await commands.executeCommand(localChangeCommands.resolve, document.uri);
        await eventually(async () => (await events())?.[0] === "star", "mine is sent");
      });
      assert.deepEqual(choices.slice(0, 3), ["Compare", "Keep Mine", "Take Theirs"]);
    });

    it("are compared with the server's, with nothing lost on either side", async () => {
      const sides = (): TabInputTextDiff | undefined => {
        const { input } = window.tabGroups.activeTabGroup.activeTab ?? {};
        return input instanceof TabInputTextDiff ? input : undefined;
      };
      const document = await stale(["Compare"], () => sides() !== undefined);
      const { original, modified } = sides() ?? {};
      assert.ok(original && modified);
      assert.match((await workspace.openTextDocument(original)).getText(), /"fork"/);
      assert.equal(modified.toString(), document.uri.toString());
      assert.match(document.getText(), /"star"/);
      assert.deepEqual(stored(), ["conflict"]);
    });

    it("are read again when that is chosen, and can be saved then", async () => {
      const document = await stale(["Take Theirs"], (shown) => shown.getText().includes('"fork"'));
      await eventually(() => stored().length === 0, "nothing is stored any longer");
      assert.equal(isUnsavedTab(document), false);
      await type(document, document.getText().replace('"fork"', '"star"'));
      assert.equal(await document.save(), true);
      assert.deepEqual(await events(), ["star"]);
    });
  });

  it("explain that the whole config is replaced, and what becomes of the secret", async () => {
    const hook = await make({ config: { url, secret: "hunter2", room: "4" } });
    const document = await show(uriOf(hook));
    await type(
      document,
      documentText({ name: "web", active: true, events: ["push"], config: { url, insecure_ssl: "0" } }),
    );
    let detail = "";
    const saved = (choice: string | undefined) =>
      answering(
        {
          showWarningMessage: (_: string, options: { readonly detail: string }) => {
            detail = options.detail;
            return choice;
          },
        },
        async () => {
          await commands.executeCommand("workbench.action.files.save");
          return !isUnsavedTab(document);
        },
      );
    assert.equal(await saved(undefined), true);
    assert.deepEqual(stored(), ["canceled"]);
    assert.match(detail, /what isn't in the document is lost.*secret/);
    assert.equal((await hooks())[0]?.config["room"], "4");
    assert.equal(await saved("Replace without Secret"), true);
    const [now] = await hooks();
    assert.deepEqual([now?.config["room"], now?.config["secret"]], [undefined, undefined]);
  });
});
