import assert from "node:assert/strict";
import { commands, env, languages, window } from "vscode";
import { activityCommands, textScheme, contextKeys } from "../../src/ids.ts";
import { eventually } from "../support/eventually.ts";
import { eventsOf, useActivity, viewId } from "./support/activityTools.ts";
import { menuOf } from "./support/menus.ts";
import { labelOf, nodeLabelled, nodesOf, tooltipOf } from "./support/rows.ts";
import { tokens } from "./support/seeds.ts";

describe("Activity", () => {
  const { session, tree, said, feedRow, node, event, otto, star, picking, opened } = useActivity();

  it("is at first what the account receives and what it does, by day and repository, with a row at its end", async () => {
    const [, description, context, children = []] = await feedRow("For You");
    assert.equal(description, "");
    assert.match(
      tooltipOf(tree(), await nodeLabelled(tree(), "For You")),
      /^mia \(.+\)\nUpdated \d.* · events can be delayed$/,
    );
    assert.equal(context, "activityFeed;first");
    assert.deepEqual(eventsOf(children), [
      "otto starred the repository",
      "otto published the release One",
      "nora opened the pull request #4: Elsewhere",
      "nora: never heard of",
      "nora created the gist Clean up",
      "otto closed the issue #1: Too <b>loud</b> | closed",
      "otto opened the issue #1: Too <b>loud</b> | closed",
    ]);
    assert.deepEqual(
      (children[0]?.[3] ?? []).map(([label, , kind]) => [label, kind]),
      [
        ["mia/tools", "activityGroup;named"],
        ["No Repository", "activityGroup"],
      ],
    );
    assert.match(children.at(-1)?.[0] ?? "", /^The server stores up to 300 events of the last 30 days/);
    const [, , , own = []] = await feedRow("Your Activity");
    assert.ok(
      eventsOf(own).every((text) => text.startsWith("mia ")),
      eventsOf(own).join("\n"),
    );
  });

  it("has words to be read aloud on each of its rows", async () => {
    for (const { item } of await nodesOf(tree())) {
      const label = item.accessibilityInformation?.label ?? "";
      assert.ok(label.includes(labelOf(item)), `${labelOf(item)}: ${label}`);
    }
  });

  it("is arranged by person or by time alone", async () => {
    await picking(["By person"], () => commands.executeCommand(activityCommands.group));
    const days = (await feedRow("For You"))[3] ?? [];
    const names = new Set(days.flatMap(([, , , groups = []]) => groups.map(([label]) => label)));
    assert.deepEqual([...names].toSorted(), ["nora", "otto"]);
    await picking(["By time"], () => commands.executeCommand(activityCommands.group));
    const flat = eventsOf((await feedRow("For You"))[3] ?? []);
    assert.equal(flat[0], "otto starred the repository | mia/tools");
  });

  it("opens the thing itself: the repository, what was pushed, the gist", async () => {
    const { object } = (await otto().get("/repos/mia/tools/git/ref/heads/main")) as { object: { sha: string } };
    const put = (path: string) =>
      otto().call("repos.createFile", {
        user: "mia",
        repo: "tools",
        path,
        message: `Add ${path}`,
        content: "eA==",
      });
    await put("new.txt");
    const titles = () => window.tabGroups.all.flatMap(({ tabs }) => tabs.map(({ label }) => label));
    await commands.executeCommand(activityCommands.refresh);
    await commands.executeCommand(activityCommands.open, await event("otto pushed 1 commit to main"));
    await eventually(() => titles().some((title) => title.includes("Add new.txt")), "the commit is shown");
    const pushed = await event("otto pushed 1 commit to main");
    const changes = { kind: "changes", repository: "mia/tools", base: object.sha, head: "main" } as const;
    const description = { ...pushed.eventText.description, target: changes };
    await commands.executeCommand(activityCommands.open, {
      ...pushed,
      eventText: { ...pushed.eventText, description },
    });
    await eventually(
      () => titles().some((title) => title.includes(`${object.sha.slice(0, 7)}...main`)),
      "all changes",
    );
    await commands.executeCommand(activityCommands.open, await event("nora created the gist Clean up"));
    await eventually(() => titles().includes("clean.sh"), "the gist's file is shown");
    await commands.executeCommand(activityCommands.open, await event("otto starred the repository"));
    assert.deepEqual(session.parts.repoRoots.of(session.accountId).opened, [{ owner: "mia", repo: "tools" }]);
    assert.deepEqual([opened, said()], [[], []]);
  });

  it("opens pages of the account's own server only", async () => {
    await commands.executeCommand(activityCommands.open, await event("otto closed the issue #1: Too <b>loud</b>"));
    await commands.executeCommand(activityCommands.open, await event("otto published the release One"));
    // Its page is elsewhere: the repository's is opened.
    await commands.executeCommand(
      activityCommands.open,
      await event("nora opened the pull request #4: Elsewhere"),
    );
    await commands.executeCommand(activityCommands.openInBrowser, await event("otto starred the repository"));
    const web = session.forge.url;
    assert.deepEqual(opened, [
      `${web}/mia/tools/issues/1`,
      `${web}/mia/tools/releases/tag/v1`,
      `${web}/mia/tools`,
      `${web}/mia/tools`,
    ]);
    await commands.executeCommand(activityCommands.openInBrowser, await event("nora: never heard of"));
    await eventually(() => said().length === 1, "it is said");
    assert.equal(said()[0], `The event names no page on ${session.forge.host}. Nothing was opened.`);
  });

  it("gives an event as Markdown that nothing in it can break, and as read-only JSON", async () => {
    const issue = await event("otto closed the issue #1: Too <b>loud</b>");
    await commands.executeCommand(activityCommands.copyMarkdown, issue);
    const text = await env.clipboard.readText();
    const web = session.forge.url;
    assert.ok(
      text.startsWith(
        `[otto closed the issue \\#1: Too \\<b\\>loud\\</b\\>](${web}/mia/tools/issues/1) ([mia/tools](${web}/mia/tools)) – `,
      ),
      text,
    );
    await commands.executeCommand(activityCommands.showJson, await event("nora: never heard of"));
    const document = window.activeTextEditor?.document ?? assert.fail("no editor");
    assert.equal(document.uri.scheme, textScheme);
    assert.deepEqual(JSON.parse(document.getText()).payload, { html: "<script>" });
    assert.ok((await languages.getLanguages()).includes(document.languageId));
    assert.equal(document.languageId, "json");
    assert.equal(document.getText().includes(tokens.mia), false);
  });

  it("reads on to the end, and says how far it is", async () => {
    for (let turn = 0; turn < 60; turn += 1) {
      await otto().call("repos.unStar", { user: "mia", repo: "tools" });
      await star();
    }
    const more = async () => ((await feedRow("For You"))[3] ?? []).at(-1)?.[0];
    assert.equal(await more(), "Load more (50 events were read)");
    await commands.executeCommand(activityCommands.loadMore, await node("For You"));
    assert.match((await more()) ?? "", /^The server stores up to 300 events/);
  });

  it("has in its menus what can be done with each row", () => {
    const { markFeedRead, renameFeed, moveFeedUp, moveFeedDown, removeFeed, refreshFeed } = activityCommands;
    for (const [ends, moves] of [
      ["", [moveFeedUp, moveFeedDown]],
      [";first", [moveFeedDown]],
      [";last", [moveFeedUp]],
      [";first;last", []],
    ] as const)
      assert.deepEqual(menuOf(viewId, `activityFeed${ends}`).menu, [
        markFeedRead,
        renameFeed,
        ...moves,
        removeFeed,
        refreshFeed,
      ]);
    const { open, openInBrowser, showJson, mute, copyMarkdown } = activityCommands;
    assert.deepEqual(menuOf(viewId, "activityEvent;unread").menu, [
      open,
      openInBrowser,
      showJson,
      mute,
      copyMarkdown,
    ]);
    assert.deepEqual(menuOf(viewId, "activityGroup;named").menu, [mute]);
    assert.deepEqual(menuOf(viewId, "activityGroup").menu, []);
    assert.equal(contextKeys.activityState, "forgeside.activity.state");
  });
});
