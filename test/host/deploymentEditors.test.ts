import assert from "node:assert/strict";
import { type CodeLens, commands, languages, TabInputText, type TextDocument, Uri, window } from "vscode";
import { deploymentCommands, payloadScheme } from "../../src/ids.ts";
import { eventually } from "../support/eventually.ts";
import { deploySeed, deployTools, formRows } from "./support/deployTools.ts";
import { show, type } from "./support/documents.ts";
import { tokens } from "./support/seeds.ts";
import { useSession } from "./support/session.ts";
import { itWithNode } from "./support/versions.ts";

const { merging, payload } = formRows;

describe("Deployments in editors", () => {
  const session = useSession({ seed: deploySeed });
  beforeEach(() => session.parts.repos.refresh());
  const { place, said, row, posted, run, create } = deployTools(session);

  describe("with a payload that is written in an editor", () => {
    const written = async (act: (document: TextDocument) => Promise<void>) => {
      const done = create({ form: [merging, payload], picks: ["release/1", "Write It in an Editor"] });
      const writing = () => window.activeTextEditor?.document;
      await eventually(() => writing()?.uri.scheme === payloadScheme, "the editor is open");
      const document = writing();
      assert.ok(document);
      await act(document);
      await done;
      await eventually(
        () =>
          !window.tabGroups.all
            .flatMap(({ tabs }) => tabs)
            .some(({ input }) => input instanceof TabInputText && input.uri.scheme === payloadScheme),
        "the editor is closed",
      );
    };

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

    for (const [title, text, message] of [
      ["no JSON", "{ region", /The payload isn't valid JSON: nothing was sent\. Line 1, column 3: /],
      ["no object", "[1]", /JSON object/],
    ] as const)
      it(`keep the text unsaved while it is ${title}`, async () => {
        await written(async (document) => {
          await type(document, text);
          assert.equal(await document.save(), false);
          assert.equal(document.isDirty, true);
          await commands.executeCommand(deploymentCommands.usePayload, document.uri);
          await eventually(() => said().some((each) => message.test(each)), "it is said");
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

  it("are shown along the time of their environment, from which all can be done", async () => {
    await run(deploymentCommands.timeline, await row("production"));
    const panel = await session.parts.openTimeline({ ...place(), environment: "production" });
    await eventually(() => panel.shown !== undefined, "it is read");
    assert.match(panel.shown?.summary ?? "", /^2 deployments since .*; the newest, of release\/1: succeeded\.$/);
    assert.deepEqual(
      panel.shown?.rows.map(({ label, state, isStale, actions }) => [
        label.split(" ")[0],
        state,
        isStale,
        actions.map(({ action }) => action),
      ]),
      [
        ["release/1", "succeeded", false, ["open", "status", "payload"]],
        ["main", "failed", true, ["status"]],
      ],
    );
    assert.match(panel.panel.webview.html, /default-src 'none'/);
    const client = session.forge.client(tokens.mia);
    await client.call("repos.createDeployment", {
      user: "mia",
      repo: "tools",
      ref: "release/1",
      auto_merge: false,
      required_contexts: [],
    });
    await run(deploymentCommands.refresh, await row());
    await eventually(() => panel.shown?.rows.length === 3, "the new one is drawn");
    panel.panel.dispose();
    const again = await session.parts.openTimeline({ ...place(), environment: "nowhere" });
    await eventually(() => again.shown?.summary === "Nothing was deployed here yet.", "it says so");
    again.panel.dispose();
  });
});
