import assert from "node:assert/strict";
import { commands, type Tab, TabInputWebview, window } from "vscode";
import { insightsCommands } from "../../src/ids.ts";
import type { RepoPlace } from "../../src/repos/types.ts";
import type { InsightsPanel } from "../../src/repos/insights/panel.ts";
import { chartKeys } from "../../src/repos/insights/types.ts";
import { eventually } from "../support/eventually.ts";
import { answering } from "./support/answers.ts";
import { menuOf } from "./support/menus.ts";
import { people, smallSeed, tokens } from "./support/seeds.ts";
import { useSession } from "./support/session.ts";

describe("Insights of a repository", () => {
  const session = useSession({
    seed: () => ({
      ...smallSeed(),
      tokens: (people.tokens ?? []).map((each) => ({ ...each, scopes: ["gist", "repo"] })),
    }),
  });
  beforeEach(async () => {
    const mia = session.forge.client(tokens.mia);
    await mia.call("repos.create", { name: "tools", auto_init: true });
    await mia.call("repos.create", { name: "blank" });
  });
  after(() => commands.executeCommand("workbench.view.explorer"));

  const place = (repo: string): RepoPlace => ({ accountId: session.accountId, owner: "mia", repo });
  const panelOf = (repo: string): InsightsPanel => {
    const panel = session.parts.insights.of(place(repo));
    assert.ok(panel, `${repo} has a panel`);
    return panel;
  };
  const open = async (repo: string): Promise<InsightsPanel> => {
    await commands.executeCommand(insightsCommands.show, { kind: "insights", place: place(repo) });
    return panelOf(repo);
  };
  const tabs = (): readonly Tab[] =>
    window.tabGroups.all
      .flatMap((group) => group.tabs)
      .filter(({ input }) => input instanceof TabInputWebview && input.viewType.endsWith("forgeside.insights"));
  const asked = (): readonly string[] =>
    session.forge.sent("GET").filter((each) => /\/(stats|languages)/.test(each));

  it("open in a panel of their own, which is shown again when they are opened again", async () => {
    const panel = await open("tools");
    await eventually(() => tabs().length === 1, "the panel is open");
    assert.equal(panel.panel.title, "Insights: mia/tools");
    await eventually(() => asked().length >= 6, "all charts are asked for");
    assert.equal(await open("tools"), panel);
    assert.notEqual(await open("blank"), panel);
    await eventually(() => tabs().length === 2, "each repository has a panel");
    assert.equal(asked().filter((each) => each.includes("/tools/languages")).length, 1);
    assert.deepEqual(session.messages, []);
  });

  it("are a page that runs one script of ours and loads nothing from elsewhere", async () => {
    const { webview } = (await open("tools")).panel;
    const csp = /http-equiv="Content-Security-Policy" content="([^"]+)"/.exec(webview.html)?.[1] ?? "";
    const [, nonce = ""] = /script-src 'nonce-([0-9a-f]{32})'/.exec(csp) ?? [];
    assert.deepEqual(csp.split("; "), [
      "default-src 'none'",
      `script-src 'nonce-${nonce}'`,
      `style-src 'nonce-${nonce}'`,
      "base-uri 'none'",
      "form-action 'none'",
    ]);
    const addresses = [...webview.html.matchAll(/(?:src|href)="([^"]+)"/g)].map(([, address = ""]) => address);
    assert.equal(addresses.length, 2);
    const own = new URL(webview.asWebviewUri(session.parts.context.extensionUri).toString(true));
    for (const address of addresses) assert.equal(new URL(address).host, own.host, address);
    assert.doesNotMatch(webview.html, /\son\w+=|<style|\sstyle=|unsafe-/);
    assert.deepEqual(
      webview.options.localResourceRoots?.map(({ path }) => path.split("/").at(-1)),
      ["dist"],
    );
  });

  it("close when their account is signed out, and say so when they are opened then", async () => {
    await open("tools");
    await eventually(() => tabs().length === 1, "the panel is open");
    const gone = place("tools");
    await session.parts.accounts.remove(session.accountId);
    await eventually(() => tabs().length === 0, "the panel is closed");
    assert.equal(session.parts.insights.of(gone), undefined);
    await commands.executeCommand(insightsCommands.show, { kind: "insights", place: gone });
    assert.equal(tabs().length, 0);
    assert.match(session.messages.at(-1) ?? "", /^The account mia \([\da-z-]+\) is signed out\. Sign in again\.$/);
  });

  it("cost no request when they are opened again within a minute", async () => {
    const panel = await open("blank");
    const isRead = () => chartKeys.every((key) => ["ready", "empty"].includes(panel.insights.state(key).kind));
    await eventually(isRead, "all are read");
    panel.panel.dispose();
    assert.equal(session.parts.insights.of(place("blank")), undefined);
    await eventually(() => tabs().length === 0, "the panel is closed");
    assert.equal(asked().length, chartKeys.length);
    await open("blank");
    await eventually(() => tabs().length === 1, "the panel is open");
    assert.equal(asked().length, chartKeys.length);
  });

  it("are asked for by name from the palette", async () => {
    await answering(
      {
        showQuickPick: (rows: readonly { readonly label: string }[]) =>
          rows.find(({ label }) => label.endsWith("mia/blank")),
      },
      () => commands.executeCommand(insightsCommands.show),
    );
    assert.equal(panelOf("blank").panel.title, "Insights: mia/blank");
  });

  it("stand in the menu of a repository and as a row below it", async () => {
    assert.ok(menuOf("forgeside.repos", "repo;admin").menu.includes(insightsCommands.show));
    const tree = session.parts.trees.repos;
    const repo = {
      kind: "repo",
      id: "any/mia/tools",
      place: place("tools"),
      repository: undefined,
      parent: undefined,
    } as const;
    const rows = await tree.getChildren(repo);
    const row = rows.find(({ kind }) => kind === "insights");
    assert.ok(row);
    const item = tree.getTreeItem(row);
    assert.equal(item.label, "Insights");
    assert.equal(item.accessibilityInformation?.label, "Insights");
    assert.equal(item.command?.command, insightsCommands.show);
    await commands.executeCommand(item.command.command, ...(item.command.arguments ?? []));
    assert.equal(panelOf("tools").panel.title, "Insights: mia/tools");
  });

  afterEach(async () => {
    for (const tab of tabs()) await window.tabGroups.close(tab);
  });
});
