import assert from "node:assert/strict";
import { commands, env, languages, type QuickPickItem, window, workspace } from "vscode";
import { deploymentCommands } from "../../src/ids.ts";
import { eventually } from "../support/eventually.ts";
import { deploySeed, deployTools, formRows } from "./support/deployTools.ts";
import { answering } from "./support/answers.ts";
import { menuOf } from "./support/menus.ts";
import { rowsOf } from "./support/rows.ts";
import { useSession } from "./support/session.ts";

const { ref, environment, merging, checks, payload, description } = formRows;

describe("Deployments", () => {
  const session = useSession({ seed: deploySeed });
  beforeEach(() => session.parts.repos.refresh());

  const { place, said, row, all, posted, asked, refused, run, create } = deployTools(session);

  it("are a board: environments, deployments and statuses, each with its state in words", async () => {
    assert.deepEqual(await rowsOf(session.parts.trees.repos, await row()), [
      [
        "staging",
        "pending · feature/x#1 · yesterday",
        "environment",
        [
          [
            `feature/x#1 @ ${(await all())[0]?.sha.slice(0, 7) ?? ""}`,
            "pending · stale: no status for over a day · check · yesterday · mia",
            "deployment",
            [["pending", "yesterday · mia", "deploymentStatus"]],
          ],
        ],
      ],
      [
        "production",
        "succeeded · release/1 · 2 days ago",
        "environment",
        [
          [
            `release/1 @ ${(await all())[1]?.sha.slice(0, 7) ?? ""}`,
            "succeeded · 2 days ago · mia · For everybody",
            "deployment;payload;target",
            [
              ["succeeded", "yesterday · mia", "deploymentStatus;target"],
              ["pending", "2 days ago · mia", "deploymentStatus"],
            ],
          ],
          [
            `main @ ${(await all())[2]?.sha.slice(0, 7) ?? ""}`,
            "failed · superseded · 3 days ago · mia",
            "deployment",
            [["failed", "The disk is full · 2 days ago · mia", "deploymentStatus"]],
          ],
        ],
      ],
    ]);
  });

  it("have in their menus what can be done with them", () => {
    const { create: make, filter, clearFilter, refresh, setStatus, openTarget } = deploymentCommands;
    const { timeline, showPayload, copyPayload } = deploymentCommands;
    const menus = (viewItem: string) => menuOf("forgeside.repos", viewItem).menu;
    assert.deepEqual(menus("deployments"), [make, filter, timeline, refresh]);
    assert.deepEqual(menus("deployments;narrowed"), [make, filter, clearFilter, timeline, refresh]);
    assert.deepEqual(menus("environment"), [make, timeline]);
    assert.deepEqual(menus("deployment"), [setStatus]);
    assert.deepEqual(menus("deployment;payload;target"), [setStatus, openTarget, showPayload, copyPayload]);
    assert.deepEqual(menus("deploymentStatus;target"), [openTarget]);
    assert.deepEqual(menus("deploymentStatus"), []);
  });

  it("are not read until the row is expanded", async () => {
    await row();
    assert.ok(!session.forge.sent("GET").some((request) => request.includes("/deployments")));
  });

  it("are made of a ref and an environment, with all that may be said about them", async () => {
    await create({
      form: [environment, merging, checks, payload, description],
      picks: ["release/1", "staging", "Only these", "Enter Payload"],
      texts: ["ci/build, ci/build", '{ "region": "south" }', "Try"],
    });
    // release/1 has no checks of its own: ci/build has said nothing about it.
    await eventually(() => said().length === 1, "it is said");
    assert.match(said()[0] ?? "", /these checks of “release\/1” have not passed: ci\/build \(pending\)/);
    assert.deepEqual(posted(), [
      {
        ref: "release/1",
        task: "deploy",
        environment: "staging",
        auto_merge: false,
        required_contexts: ["ci/build"],
        payload: '{"region":"south"}',
        description: "Try",
      },
    ]);
    await create({ form: [ref], picks: ["release/1", "feature/x#1"], texts: [] });
    assert.deepEqual(posted().at(-1)?.["ref"], "feature/x#1");
  });

  it("wait for their checks unless these are bypassed, which is asked first", async () => {
    await create({ picks: ["main"] });
    await eventually(() => said().length === 1, "it is said");
    assert.match(said()[0] ?? "", /these checks of “main” have not passed: ci\/test \(failed\)/);
    await create({ form: [checks], picks: ["main", "None"], agrees: false });
    assert.equal(posted().length, 1);
    await create({ form: [checks], picks: ["main", "None"] });
    assert.deepEqual(asked, ["Deploy main to production regardless of its checks?"]);
    assert.deepEqual(posted().at(-1)?.["required_contexts"], []);
    assert.equal((await all()).length, 4);
  });

  it("that were refused or left have what was written for them in the next form, until they are made", async () => {
    const person = {
      form: [payload, description],
      picks: ["main", "Enter Payload"],
      texts: ['{"region":"west"}', "Try"],
    };
    await create(person);
    await eventually(() => said().length === 1, "the failed check is said");
    const written = ({ payload: given, description: about }: Readonly<Record<string, unknown>> = {}) => [
      given,
      about,
    ];
    await create({ form: [checks], picks: ["main", "None"], agrees: false });
    assert.equal(posted().length, 1);
    await create({ form: [environment, checks], picks: ["main", "staging", "None"] });
    assert.deepEqual(written(posted().at(-1)), ['{"region":"west"}', "Try"]);
    assert.equal((await all()).length, 4);
    await create({ form: [checks], picks: ["main", "None"] });
    assert.deepEqual(written(posted().at(-1)), ['{"region":"west"}', "Try"]);
    await create({ form: [checks], picks: ["main", "None"] });
    assert.deepEqual(written(posted().at(-1)), [undefined, undefined]);
  });

  it("for an environment that has another text keep both, until the user says which one is replaced", async () => {
    const [one, other] = ['{"of":"production"}', '{"of":"staging"}'];
    /** What is sent, which the failed check refuses each time: nothing is forgotten. */
    const sent = async (form: readonly number[], picks: readonly string[], texts: readonly string[] = []) => {
      await create({ form, picks: ["main", ...picks], texts });
      return [posted().at(-1)?.["environment"], posted().at(-1)?.["payload"]];
    };
    assert.deepEqual(await sent([payload], ["Enter Payload"], [one]), ["production", one]);
    const both = await sent([environment, payload], ["staging", "Enter Payload"], [other]);
    assert.deepEqual(both, ["staging", other]);
    // Escape at the question: the environment stays.
    assert.deepEqual(await sent([environment], ["staging"]), ["production", one]);
    assert.deepEqual(await sent([environment], ["staging", "Use what you wrote"]), ["staging", other]);
    assert.deepEqual(await sent([], []), ["production", one]);
    const further = await sent(
      [environment, environment],
      ["staging", "Use what you wrote", "production", "Keep what"],
    );
    assert.deepEqual(further, ["production", other]);
    const last = '{"of":"last"}';
    assert.deepEqual(await sent([payload], ["Enter Payload"], [last]), ["production", last]);
    assert.deepEqual(
      await sent([environment], ["staging", "Use what you wrote"]),
      ["staging", other],
      "it stayed",
    );
    assert.deepEqual(await sent([environment], ["staging", "Keep what is in"]), ["staging", last]);
    // Both are the same now: no question.
    assert.deepEqual(await sent([environment], ["staging"]), ["staging", last]);
  });

  it("that became a merge are said not to be deployed, and are deployed when that is wanted", async () => {
    await create({ picks: ["feature/x#1"] });
    assert.deepEqual(asked, ["feature/x#1 was merged with the default branch, and not deployed."]);
    assert.equal(posted().length, 2);
    assert.equal((await all()).length, 4);
    assert.deepEqual(said(), []);
  });

  it("take their payload from an open document, and none that is no JSON", async () => {
    const document = await workspace.openTextDocument({ language: "json", content: '{ "replicas": 2 }' });
    assert.ok((await languages.getLanguages()).includes("json"));
    const name = workspace.asRelativePath(document.uri);
    await window.showTextDocument(document);
    await create({ form: [merging, checks, payload], picks: ["release/1", "All", name] });
    assert.equal(posted()[0]?.["payload"], '{"replicas":2}');
    await create({ form: [payload], picks: ["release/1", "Enter Payload"], texts: ["{ region"] });
    assert.match(String(refused[0]), /The payload isn't valid JSON/);
    await eventually(() => said().length === 1, "it is said");
    assert.equal(posted().length, 1);
  });

  it("that were read stay while their repository is rendered again, and are read again when it is refreshed", async () => {
    await rowsOf(session.parts.trees.repos, await row());
    const reads = () => session.forge.sent("GET").filter((each) => each.includes("/deployments")).length;
    const before = reads();
    assert.ok(before > 0);
    await rowsOf(session.parts.trees.repos, await row());
    assert.equal(reads(), before);
    session.parts.repos.refreshRepo(place());
    await rowsOf(session.parts.trees.repos, await row());
    assert.equal(reads(), 2 * before);
  });

  it("with a secret in the payload are kept back by the leak guard", async () => {
    const token = ["ghp", "aB3dE5gH7jK9mN1pQ2sT4vW6zYwU8cF0kLr2"].join("_");
    await create({
      form: [merging, payload],
      picks: ["release/1", "Enter Payload"],
      texts: [JSON.stringify({ token })],
      agrees: false,
    });
    assert.deepEqual(asked, ["Possible secret found in the payload of the deployment."]);
    assert.deepEqual(posted(), []);
  });

  it("get a status with its address and description", async () => {
    const label = `feature/x#1 @ ${(await all())[0]?.sha.slice(0, 7) ?? ""}`;
    await run(deploymentCommands.setStatus, await row("staging", label), {
      picks: ["failure"],
      texts: ["https://example.com/log", "Too windy"],
    });
    const [, shown] = (await rowsOf(session.parts.trees.repos, await row("staging")))[0] ?? [];
    assert.match(shown ?? "", /^failed · check/);
    assert.deepEqual(posted(), [
      { state: "failure", target_url: "https://example.com/log", description: "Too windy" },
    ]);
    await run(deploymentCommands.setStatus, await row("staging", label), {
      picks: ["success"],
      texts: ["javascript:alert(1)", "x".repeat(141)],
    });
    assert.match(String(refused[0]), /Enter a URL that starts with https:/);
    assert.equal(posted().length, 1);
  });

  it("are not created at a server that doesn't have them, which is said before the questions where it is known", async () => {
    const text = "This server doesn't offer this.";
    session.forge.answer = ({ url }) =>
      url.includes("/deployments") ? Response.json({ message: "Not Found" }, { status: 404 }) : undefined;
    const section = await row();
    await run(deploymentCommands.create, section, { picks: ["main"] });
    await eventually(() => said().length === 1, "it is said");
    assert.equal(posted().length, 1);
    await run(deploymentCommands.create, section, { picks: ["main"] });
    await eventually(() => said().length === 2, "it is said before the questions");
    assert.equal(posted().length, 1);
    await run(deploymentCommands.timeline, section);
    await eventually(() => said().length === 3, "it is said of the timeline");
    assert.deepEqual(said(), [
      `New Deployment: ${text}`,
      `New Deployment: ${text}`,
      `Show Deployment Timeline: ${text}`,
    ]);
  });

  it("are offered the four states by their names, each explained once", async () => {
    const label = `feature/x#1 @ ${(await all())[0]?.sha.slice(0, 7) ?? ""}`;
    const deployment = await row("staging", label);
    let rows: readonly QuickPickItem[] = [];
    await answering({ showQuickPick: (given: readonly QuickPickItem[]) => void (rows = given) }, () =>
      commands.executeCommand(deploymentCommands.setStatus, deployment),
    );
    assert.deepEqual(
      rows.map((each) => [each.label.replace(/^.* /, ""), each.description]),
      [
        ["pending", ""],
        ["success", "succeeded"],
        ["error", ""],
        ["failure", "failed"],
      ],
    );
  });

  it("are filtered by what is typed, which the row shows, and shown all again", async () => {
    const labels = async () => (await rowsOf(session.parts.trees.repos, await row())).map(([label]) => label);
    await run(deploymentCommands.filter, await row(), { form: [3], texts: ["check"] });
    assert.deepEqual(await labels(), ["staging"]);
    const item = session.parts.trees.repos.getTreeItem(await row());
    assert.deepEqual([item.description, item.contextValue], ["task: check", "deployments;narrowed"]);
    await run(deploymentCommands.filter, await row(), { form: [2], texts: ["nowhere"] });
    assert.deepEqual(await labels(), ["No deployment matches the filter."]);
    await run(deploymentCommands.clearFilter, await row());
    assert.deepEqual(await labels(), ["staging", "production"]);
  });

  it("open the address of a web page only, and give their payload to the clipboard", async () => {
    const sha = (await all())[1]?.sha.slice(0, 7) ?? "";
    const opened: string[] = [];
    const former = Object.getOwnPropertyDescriptor(env, "openExternal");
    Object.defineProperty(env, "openExternal", {
      value: (uri: unknown) => Promise.resolve(opened.push(String(uri)) > 0),
      configurable: true,
    });
    try {
      await run(deploymentCommands.openTarget, await row("production", `release/1 @ ${sha}`));
      const staged = await row("staging", `feature/x#1 @ ${(await all())[0]?.sha.slice(0, 7) ?? ""}`);
      await run(deploymentCommands.openTarget, staged);
    } finally {
      if (former) Object.defineProperty(env, "openExternal", former);
    }
    assert.deepEqual(opened, ["https://example.com/up"]);
    await eventually(() => said().length === 1, "the other is refused");
    assert.match(said()[0] ?? "", /have the URL of a web page/);
    await run(deploymentCommands.showPayload, await row("production", `release/1 @ ${sha}`));
    const shown = window.activeTextEditor?.document;
    assert.deepEqual([shown?.languageId, JSON.parse(shown?.getText() ?? "")], ["json", { region: "north" }]);
    await run(deploymentCommands.copyPayload, await row("production", `release/1 @ ${sha}`));
    assert.deepEqual(JSON.parse(await env.clipboard.readText()), { region: "north" });
  });
});
