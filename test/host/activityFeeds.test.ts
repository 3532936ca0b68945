import assert from "node:assert/strict";
import { commands } from "vscode";
import type { Feed } from "../../src/activity/types.ts";
import { activityCommands } from "../../src/ids.ts";
import { eventually } from "../support/eventually.ts";
import { eventsOf, useActivity } from "./support/activityTools.ts";
import { answering } from "./support/answers.ts";
import { checking } from "./support/boxes.ts";
import { typing } from "./support/repoTools.ts";
import { nodeLabelled, type Row } from "./support/rows.ts";
import { tokens } from "./support/seeds.ts";
import { signIn } from "./support/session.ts";

describe("Feeds of activity", () => {
  const { session, tree, said, place, shownFeeds, roots, feedRow, node, add, picking } = useActivity();

  it("gets feeds from a list that knows what fits, each of them once", async () => {
    const lists: string[][] = [];
    const choose = (label: string) =>
      answering(
        {
          showQuickPick: (rows: readonly { readonly label: string }[]) => {
            lists.push(rows.map((row) => row.label.replace(/^\$\([\w-]+\) /, "")));
            return rows.find((row) => row.label.includes(label));
          },
        },
        () => commands.executeCommand(activityCommands.addFeed),
      );
    await choose("Organization acme");
    assert.deepEqual(lists[0], [
      "you",
      "For You, Public Only",
      "Your Public Activity",
      "your organizations",
      "Organization acme",
      "acme, as mia Sees It",
      "others",
      "A Repository...",
      "A User...",
      "An Organization...",
      "Everything Public",
    ]);
    await choose("acme, as mia");
    assert.ok(!lists[1]?.includes("Organization acme"));
    await choose("Everything Public");
    assert.deepEqual(shownFeeds(), ["received:mia", "user:mia", "org:acme", "userOrg:mia/acme", "public:"]);
    assert.equal(lists[2]?.includes("acme, as mia Sees It"), false);
    await choose("nothing of that");
    assert.equal(shownFeeds().length, 5);
  });

  it("takes typed names when the service knows them, as it spells them", async () => {
    const { refusals } = await checking([["no name", "mia/none", "MIA/tools"]], () =>
      picking(["A Repository", ["mia/tools", "Issues of"]], () =>
        commands.executeCommand(activityCommands.addFeed),
      ),
    );
    assert.deepEqual(refusals, [
      "That isn't a valid name. It looks like octocat/hello-world.",
      `mia/none is not on this server, or mia (${session.forge.host}) may not see it.`,
    ]);
    assert.deepEqual(shownFeeds().slice(2), ["repo:mia/tools", "issues:mia/tools", "network:mia/tools"]);
    await checking([["@otto"]], () =>
      picking(["A User", ["Public Activity of otto"]], () => commands.executeCommand(activityCommands.addFeed)),
    );
    assert.equal(shownFeeds().at(-1), "userPublic:otto");
    // Left in the middle: nothing is added.
    await checking([[]], () => picking(["A User"], () => commands.executeCommand(activityCommands.addFeed)));
    assert.equal(shownFeeds().length, 6);
    assert.deepEqual(said(), []);
  });

  it("shows issues with number, title and state", async () => {
    add({ kind: "issues", target: "mia/tools" });
    const [, , , children = []] = await feedRow("Issues of mia/tools");
    assert.deepEqual(eventsOf(children), [
      "otto closed the issue #1: Too <b>loud</b> | closed",
      "otto added the label bug to the issue #1: Too <b>loud</b> | closed",
    ]);
    assert.equal(children.at(-1)?.[0], "The server has no older events of issues.");
  });

  it("calls feeds as the user likes, puts them in order, and removes them", async () => {
    await typing(["All for me"], async () =>
      commands.executeCommand(activityCommands.renameFeed, await node("For You")),
    );
    await commands.executeCommand(activityCommands.moveFeedDown, await node("All for me"));
    assert.deepEqual(
      (await roots()).map(([label, , context]) => [label, context]),
      [
        ["Your Activity", "activityFeed;first"],
        ["All for me", "activityFeed;last"],
      ],
    );
    await commands.executeCommand(activityCommands.moveFeedUp, await node("All for me"));
    await commands.executeCommand(activityCommands.removeFeed, await node("Your Activity"));
    assert.deepEqual(
      (await roots()).map(([label]) => label),
      ["All for me"],
    );
    await picking(["All for me"], () => commands.executeCommand(activityCommands.removeFeed));
    assert.deepEqual(
      (await roots()).map(([label]) => label),
      [],
    );
  });

  it("offers the feeds that can be moved, and a feed to add where there is only one", async () => {
    const offered: string[][] = [];
    const said: unknown[][] = [];
    const move = (command: string) =>
      answering(
        {
          showQuickPick: (rows: readonly { readonly label: string }[]) =>
            void offered.push(rows.map((row) => row.label)),
          showWarningMessage: ((...parts: readonly unknown[]) => void said.push([...parts])) as never,
        },
        async () => {
          const count = offered.length + said.length;
          await commands.executeCommand(command);
          await eventually(() => offered.length + said.length > count, "it is asked or said");
        },
      );
    await move(activityCommands.moveFeedUp);
    await move(activityCommands.moveFeedDown);
    assert.deepEqual(
      offered.map((labels) => labels.map((label) => label.replace(/^\$\([\w-]+\) /, ""))),
      [["Your Activity"], ["For You"]],
    );
    await commands.executeCommand(activityCommands.removeFeed, await node("Your Activity"));
    await move(activityCommands.moveFeedUp);
    assert.deepEqual(said.at(-1), ["There is only one feed, which can't be moved.", "Add Activity Feed..."]);
  });

  it("puts removed feeds back at their places, with what was read of them", async () => {
    await commands.executeCommand(activityCommands.markAllRead, await node("For You"));
    const before = await roots();
    const rows = [await node("For You"), await node("Your Activity")];
    let asked = "";
    let answer = (_choice?: string): void => assert.fail("Nothing was asked.");
    const showInformationMessage = (text: string) => {
      asked = text;
      return new Promise<string | undefined>((resolve) => (answer = resolve));
    };
    await answering({ showInformationMessage: showInformationMessage as never }, async () => {
      for (const choice of ["Undo", undefined]) {
        await commands.executeCommand(activityCommands.removeFeed, rows[0], rows);
        assert.equal(asked, "2 feeds were removed from Activity.");
        assert.deepEqual(shownFeeds(), []);
        answer(choice);
        if (choice === undefined) continue;
        await eventually(() => shownFeeds().length === 2, "they are back");
        assert.deepEqual(await roots(), before);
      }
      assert.deepEqual(shownFeeds(), []);
    });
  });

  it("shows that a feed is gone, with a way to remove it, and leaves the others alone", async () => {
    const gone: Feed = { kind: "org", target: "vanished" };
    const foreign: Feed = { kind: "userOrg", target: "otto/acme" };
    add(gone, foreign);
    const [[text, , context] = ["", "", ""]] = (await feedRow("Organization vanished"))[3] ?? [];
    assert.match(
      text,
      /^Organization vanished: the server has no such feed for you\..* Select this row to remove/,
    );
    assert.equal(context, "message");
    const [[refused] = [""]] = (await feedRow("acme, as otto Sees It"))[3] ?? [];
    assert.match(refused, /only to the user it belongs to.*404 to everyone else/);
    assert.equal(eventsOf((await feedRow("For You"))[3] ?? []).length, 7);
    const row = await nodeLabelled(tree(), text);
    const { command } = tree().getTreeItem(row.node);
    assert.equal(command?.command, activityCommands.removeFeed);
    await commands.executeCommand(activityCommands.removeFeed, ...(command?.arguments ?? []));
    assert.deepEqual(shownFeeds(), ["received:mia", "user:mia", "userOrg:otto/acme"]);
    assert.deepEqual(said(), ["“Organization vanished” was removed from Activity."]);
  });

  it("shows what a careless service sends: no type, no date, no actor, a date in the future, ids that are numbers", async () => {
    const actor = { login: "otto" };
    const repo = { name: "mia/tools" };
    session.forge.answer = (request) =>
      request.url.includes("/received_events")
        ? Response.json([
            null,
            "PushEvent",
            { id: 7, type: "PushEvent", actor, repo, created_at: "2999-01-01T00:00:00Z", payload: null },
            { id: 8, actor: null, repo: null, created_at: "yesterday" },
            { id: "9", type: "WatchEvent", actor, repo, created_at: "2001-02-03T12:00:00Z" },
          ])
        : undefined;
    const [, , , days = []] = await feedRow("For You");
    assert.deepEqual(
      days.map(([label]) => label.replace(/.*2001.*/, "2001")),
      ["Dated in the Future", "2001", "Without a Date", days.at(-1)?.[0]],
    );
    assert.deepEqual(
      days.flatMap(([, , , groups = []]) =>
        groups.flatMap(([, , , events = []]) => events.map(([label]) => label)),
      ),
      ["otto pushed to (unknown)", "otto starred the repository", "Someone: (unknown)"],
    );
  });

  it("of several accounts are below their accounts, each asked with its own token", async () => {
    const other = await signIn(session.parts, session.forge, tokens.otto);
    add({ kind: "org", target: "acme" });
    const [first = ["", "", "", []], second = ["", "", "", []]] = await roots();
    const labels = ([, , , rows = []]: Row) => rows.map(([label]) => label);
    assert.deepEqual(
      [labels(first), labels(second)],
      [
        ["For You", "Your Activity", "Organization acme"],
        ["For You", "Your Activity"],
      ],
    );
    const asked = session.forge.requests.filter(({ path }) => path.includes("received_events"));
    assert.deepEqual(
      asked.map(({ path, authorization }) => [path.split("/")[2], authorization?.split(" ")[1]]),
      [
        ["mia", tokens.mia],
        ["otto", tokens.otto],
      ],
    );
    await session.parts.accounts.remove(other);
    assert.equal((await roots()).length, 3);
  });

  it("is empty without an account, and keeps nothing of an account that is gone", async () => {
    add({ kind: "org", target: "acme" });
    await roots();
    await session.parts.accounts.remove(session.accountId);
    assert.deepEqual(await roots(), []);
    assert.deepEqual(shownFeeds(), ["received:mia", "user:mia"]);
    assert.equal(session.parts.activity.known(place()), undefined);
  });
});
