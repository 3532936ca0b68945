import assert from "node:assert/strict";
import {
  type CodeLens,
  commands,
  languages,
  type QuickPick,
  type QuickPickItem,
  TabInputText,
  type TextDocument,
  Uri,
  window,
  workspace,
} from "vscode";
import { SharedState } from "../../src/base/sharedState.ts";
import { DeploymentDrafts } from "../../src/deployments/deploymentDrafts.ts";
import { accountCommands, deploymentCommands, payloadScheme } from "../../src/ids.ts";
import { sharedFolder } from "../../src/storage/folders.ts";
import { storageFolder } from "../../src/storage/storageFolder.ts";
import { eventually } from "../support/eventually.ts";
import { answering } from "./support/answers.ts";
import { deploySeed, deployTools, formRows } from "./support/deployTools.ts";
import { bytes, isUnsavedTab, readText, show, type } from "./support/documents.ts";
import { tokens } from "./support/seeds.ts";
import { signIn, signOut, useSession, withAutoSave } from "./support/session.ts";
import { itWithNode } from "./support/versions.ts";

const { merging, payload } = formRows;

describe("Deployments in editors", () => {
  const session = useSession({ seed: deploySeed });
  beforeEach(() => session.parts.repos.refresh());
  const { place, said, asked, posted, run, create } = deployTools(session);

  describe("with a payload that is written in an editor", () => {
    const written = async (act: (document: TextDocument) => Promise<void>, ...picks: readonly string[]) => {
      const done = create({ form: [merging, payload], picks: ["release/1", "Write It in an Editor", ...picks] });
      const writing = () => window.activeTextEditor?.document;
      await eventually(() => writing()?.uri.scheme === payloadScheme, "the editor is open");
      const document = writing();
      assert.ok(document);
      await act(document);
      await done;
      await eventually(() => !openTabs().some(({ scheme }) => scheme === payloadScheme), "the editor is closed");
    };
    const openTabs = () =>
      window.tabGroups.all
        .flatMap(({ tabs }) => tabs)
        .flatMap(({ input }) => (input instanceof TabInputText ? [input.uri] : []));

    it("send what was saved", async () => {
      await written(async (document) => {
        assert.equal(document.languageId, "json");
        await type(document, '{\n  "region": "north",\n  "replicas": 3\n}\n');
        assert.equal(await document.save(), true);
      });
      assert.equal(posted()[0]?.["payload"], '{"region":"north","replicas":3}');
      await written(async (document) => {
        await type(document, '{ "region": "south" }');
        await commands.executeCommand(deploymentCommands.usePayload, document.uri);
      });
      assert.equal(posted().at(-1)?.["payload"], '{"region":"south"}');
    });

    it("go on without one when the editor is closed", async () => {
      await written(async () => {
        await commands.executeCommand("workbench.action.revertAndCloseActiveEditor");
      });
      assert.equal(posted().length, 1);
      assert.equal(posted()[0]?.["payload"], undefined);
    });

    /** Of a document that a former window has left. */
    const formerUri = () =>
      Uri.from({
        scheme: payloadScheme,
        authority: "former",
        path: "/payload.json",
        query: new URLSearchParams({ ...place(), environment: "production" }).toString(),
      });
    /** Types, and waits until Auto Save has made the document clean. */
    const typeAutoSaved = (document: TextDocument, text: string) =>
      withAutoSave(async () => {
        await type(document, text);
        await eventually(() => !document.isDirty && !isUnsavedTab(document), "Auto Save has saved it");
      });
    /** The draft as a window reads it that is opened now. */
    const storedPayload = async () => {
      const onError = (error: unknown) => assert.fail(String(error));
      const state = new SharedState(storageFolder(sharedFolder(session.parts.context, "state")), onError);
      await state.load();
      return new DeploymentDrafts(state, onError).get(place(), "production")?.payload;
    };

    for (const [title, text] of [
      ["", '{ "region": "auto" }'],
      [", half-written", '{ "region": '],
    ] as const)
      it(`store what Auto Save saves${title}, and have it again after a reload of the window`, async () => {
        await written(async (document) => {
          await typeAutoSaved(document, text);
          assert.equal(posted().length, 0);
          assert.equal(await storedPayload(), text);
          // The tab of a former window has the same address, but no form.
          const former = document.uri.with({ authority: "former" });
          assert.equal(await readText(former), text);
          const lenses = await commands.executeCommand<CodeLens[]>(
            "vscode.executeCodeLensProvider",
            (await show(former)).uri,
          );
          assert.match(lenses[0]?.command?.title ?? "", /The form for this payload is closed/);
          await typeAutoSaved(await show(former), '{ "region": "later" }');
          assert.equal(await storedPayload(), '{ "region": "later" }');
          await commands.executeCommand("workbench.action.closeActiveEditor");
          await show(document.uri);
          await type(document, '{ "region": "last" }');
          assert.equal(await document.save(), true);
          // The form asks about what the former document has stored.
        }, "Keep what is in the form");
        assert.equal(posted()[0]?.["payload"], '{"region":"last"}');
        await eventually(async () => (await storedPayload()) === undefined, "the draft is gone");
      });

    it("take what Auto Save saved when their tab is closed", async () => {
      await written(async (document) => {
        await typeAutoSaved(document, '{ "region": "closed" }');
        await commands.executeCommand("workbench.action.closeActiveEditor");
      });
      assert.equal(posted()[0]?.["payload"], '{"region":"closed"}');
    });

    const leave = async (document: TextDocument) => {
      const lenses = await commands.executeCommand<CodeLens[]>("vscode.executeCodeLensProvider", document.uri);
      const lens = lenses.find(({ command }) => command?.title.includes("Leave It as It Was"))?.command;
      assert.ok(lens);
      assert.deepEqual([lens.command, lens.arguments?.length], [deploymentCommands.leavePayload, 1]);
      await commands.executeCommand(lens.command, ...(lens.arguments ?? []));
    };

    it("leave the payload as it was, also what Auto Save saved, when the user says so", async () => {
      await written(async (document) => {
        await typeAutoSaved(document, '{ "region": "left" }');
        await leave(document);
      });
      assert.equal(posted()[0]?.["payload"], undefined);
      assert.equal(await storedPayload(), undefined);
    });

    it("are left in all groups, and no other document loses its text", async () => {
      const other = await workspace.openTextDocument({ language: "plaintext", content: "another text" });
      await written(async (document) => {
        await type(document, '{ "region": ');
        await commands.executeCommand("workbench.action.splitEditor");
        await Promise.all([leave(document), window.showTextDocument(other, { preview: false })]);
      });
      assert.equal(posted()[0]?.["payload"], undefined);
      assert.equal(other.getText(), "another text");
      await show(other.uri);
      await commands.executeCommand("workbench.action.revertAndCloseActiveEditor");
    });

    it("are left as they were when Auto Save saves them in the meantime", async () => {
      await written(async (document) => {
        await typeAutoSaved(document, '{ "region": "auto" }');
        const { state } = session.parts;
        const update = state.update.bind(state);
        const value = async (...given: Parameters<typeof update>) => {
          Reflect.deleteProperty(state, "update");
          await workspace.fs.writeFile(document.uri, bytes('{ "region": "late" }'));
          await update(...given);
        };
        Object.defineProperty(state, "update", { value, configurable: true });
        await leave(document);
      });
      assert.equal(posted()[0]?.["payload"], undefined);
      assert.equal(await storedPayload(), undefined);
    });

    it("are empty when Auto Save has saved them empty", async () => {
      await written(async (document) => {
        await typeAutoSaved(document, "");
        assert.equal(await readText(document.uri), "");
        await commands.executeCommand("workbench.action.closeActiveEditor");
      });
      assert.equal(posted()[0]?.["payload"], undefined);
    });

    it("are not the payload when they could not be stored", async () => {
      await written(async (document) => {
        const { state } = session.parts;
        const value = () => Promise.reject(new Error("The disk is full"));
        Object.defineProperty(state, "update", { value, configurable: true });
        try {
          await assert.rejects(async () => workspace.fs.writeFile(document.uri, bytes('{ "region": "lost" }')));
        } finally {
          Reflect.deleteProperty(state, "update");
        }
        await commands.executeCommand("workbench.action.closeActiveEditor");
      });
      assert.equal(posted()[0]?.["payload"], undefined);
    });

    it("of a former window open the form again with what was stored", async () => {
      await written(async (document) => {
        await typeAutoSaved(document, '{ "region": "again" }');
        const former = document.uri.with({ authority: "former" });
        await show(former);
        await run(deploymentCommands.usePayload, former, { form: [merging], picks: ["release/1"] });
        assert.equal(posted()[0]?.["payload"], '{"region":"again"}');
        assert.ok(!openTabs().some((uri) => uri.authority === "former"));
        await commands.executeCommand("workbench.action.closeActiveEditor");
      });
    });

    it("of a former window are closed when a form has their text", async () => {
      const former = await show(formerUri());
      await type(former, '{ "region": "former" }');
      const payloadTabs = () => openTabs().filter(({ scheme }) => scheme === payloadScheme);
      await run(deploymentCommands.usePayload, former.uri);
      assert.equal(payloadTabs().length, 1, "no form was shown");
      await run(deploymentCommands.usePayload, former.uri, { picks: ["release/1"] });
      assert.deepEqual(payloadTabs(), []);
      assert.equal(await storedPayload(), '{ "region": "former" }');
    });

    it("of two windows have texts of their own, also after one of them was deployed", async () => {
      const [first, second] = ["first", "second"].map((authority) => formerUri().with({ authority })) as [
        Uri,
        Uri,
      ];
      await typeAutoSaved(await show(first), '{ "region": "west" }');
      await typeAutoSaved(await show(second), '{ "region": "east" }');
      assert.deepEqual(
        [await readText(first), await readText(second)],
        ['{ "region": "west" }', '{ "region": "east" }'],
      );
      await run(deploymentCommands.usePayload, second, { form: [merging], picks: ["release/1"] });
      assert.equal(posted()[0]?.["payload"], '{"region":"east"}');
      assert.deepEqual(
        openTabs()
          .filter(({ scheme }) => scheme === payloadScheme)
          .map(({ authority }) => authority),
        ["first"],
      );
      assert.equal(await readText(first), '{ "region": "west" }');
      await show(first);
      await commands.executeCommand("workbench.action.closeActiveEditor");
      await eventually(
        async () =>
          (await storedPayload()) === '{ "region": "west" }' &&
          (await readText(second)) === (await readText(first)),
        "what was closed is in the draft, and is not stored besides",
      );
    });

    it("of a former window that can't be closed don't make a deployment fail", async () => {
      await show(formerUri());
      const { tabGroups } = window;
      const descriptor = Object.getOwnPropertyDescriptor(window, "tabGroups");
      assert.ok(descriptor);
      const close = () => Promise.reject(new Error("The tab can't be closed."));
      const value = { ...Object.getOwnPropertyDescriptors(tabGroups), close: { value: close } };
      Object.defineProperty(window, "tabGroups", { value: Object.create(null, value), configurable: true });
      try {
        await create({ form: [merging], picks: ["release/1"] });
      } finally {
        Object.defineProperty(window, "tabGroups", descriptor);
      }
      assert.equal(posted().length, 1);
      assert.deepEqual(said(), []);
      await commands.executeCommand("workbench.action.closeActiveEditor");
    });

    it("are closed when their account signs out, which deletes what is stored of them", async () => {
      const document = await show(formerUri());
      await type(document, '{ "region": "former" }');
      assert.equal(await document.save(), true);
      await answering({ showWarningMessage: (_text: string, _options: unknown, yes: string) => yes }, async () =>
        commands.executeCommand(accountCommands.signOut, { id: session.accountId }),
      );
      assert.equal(await storedPayload(), undefined);
      assert.deepEqual(
        openTabs().filter(({ scheme }) => scheme === payloadScheme),
        [],
      );
    });

    it("are not stored once their account is signed out", async () => {
      await written(async (document) => {
        await typeAutoSaved(document, '{ "region": "secret" }');
        await signOut(session.parts, session.accountId);
        await typeAutoSaved(document, '{ "region": "secret too" }');
        assert.equal(await storedPayload(), undefined);
        assert.equal(await readText(document.uri.with({ authority: "former" })), "{\n  \n}\n");
        await commands.executeCommand("workbench.action.closeActiveEditor");
      });
      assert.equal(await storedPayload(), undefined);
    });

    it("offer to sign in when their account is signed out before they are sent, and are in the form then", async () => {
      const { accounts } = session.parts;
      const former = Object.getOwnPropertyDescriptor(accounts, "signIn");
      const { createQuickPick } = window;
      const lists: QuickPick<QuickPickItem>[] = [];
      const value = () => {
        // Of the form before.
        lists.length = 0;
        return signIn(session.parts, session.forge, tokens.mia);
      };
      const noteList = () => {
        const list = createQuickPick();
        lists.push(list);
        return list;
      };
      Object.defineProperty(accounts, "signIn", { value, configurable: true });
      Object.defineProperty(window, "createQuickPick", { value: noteList, configurable: true });
      try {
        await written(async (document) => {
          await accounts.remove(session.accountId);
          await type(document, '{ "region": "signed out" }');
          assert.equal(await document.save(), true);
        });
        await eventually(async () => (await storedPayload()) === '{ "region": "signed out" }', "the form has it");
        const shown = () => lists.at(-1)?.items.map(({ description }) => description) ?? [];
        await eventually(() => shown().length > 0, "the form is shown without asking for the ref again");
        assert.deepEqual(
          [formRows.ref, formRows.merging, formRows.payload].map((index) => shown()[index]),
          ["release/1", "no", '{"region":"signed out"}'],
        );
      } finally {
        Object.defineProperty(window, "createQuickPick", { value: createQuickPick, configurable: true });
        if (former) Object.defineProperty(accounts, "signIn", former);
        await commands.executeCommand("workbench.action.closeQuickOpen");
      }
      assert.deepEqual(asked, ["The account is signed out: nothing was sent. Sign in again."]);
      assert.equal(posted().length, 0);
    });

    for (const [title, text, message] of [
      ["no JSON", "{ region", /The payload isn't valid JSON: nothing was sent\. Line 1, column 3: /],
      ["no object", "[1]", /JSON object/],
    ] as const)
      it(`keep the text, saved but not taken, while it is ${title}`, async () => {
        await written(async (document) => {
          await type(document, text);
          assert.equal(await document.save(), true);
          await eventually(() => said().some((each) => message.test(each)), "it is said");
          assert.equal(await readText(document.uri), text);
          const before = said().length;
          await commands.executeCommand(deploymentCommands.usePayload, document.uri);
          await eventually(() => said().length > before, "it is said again");
          assert.match(said().at(-1) ?? "", message);
          await type(document, '{ "region": "west" }');
          assert.equal(await document.save(), true);
        });
        assert.equal(posted()[0]?.["payload"], '{"region":"west"}');
      });

    itWithNode("are validated by the schema: they must be an object", async () => {
      await written(async (document) => {
        await type(document, "[1]");
        await eventually(
          () => languages.getDiagnostics(document.uri).some(({ message }) => /object/.test(message)),
          "it is underlined",
        );
        await commands.executeCommand("workbench.action.revertAndCloseActiveEditor");
      });
    });

    it("of a former window show that the deployment was abandoned, and keep what is typed", async () => {
      const uri = Uri.from({ scheme: payloadScheme, authority: "former", path: "/payload.json" });
      const document = await show(uri);
      const abandoned = /is no longer being created\. Copy the text and start again\./;
      const lenses = await commands.executeCommand<CodeLens[]>("vscode.executeCodeLensProvider", uri);
      assert.equal(lenses.length, 1);
      assert.match(lenses[0]?.command?.title ?? "", abandoned);
      await type(document, '{ "region": "east" }');
      await commands.executeCommand(deploymentCommands.usePayload, uri);
      await eventually(() => said().some((each) => abandoned.test(each)), "it is said");
      assert.equal(await document.save(), false);
      assert.equal(document.isDirty, true);
      assert.equal(document.getText(), '{ "region": "east" }');
      await commands.executeCommand("workbench.action.revertAndCloseActiveEditor");
    });
  });
});
