import assert from "node:assert/strict";
import { commands } from "vscode";
import { activityCommands, settings } from "../../src/ids.ts";
import { eventually } from "../support/eventually.ts";
import { answering } from "./support/answers.ts";
import { eventsOf, useActivity, viewId } from "./support/activityTools.ts";
import { filling } from "./support/forms.ts";
import { labelOf, nodesOf } from "./support/rows.ts";
import { withSetting } from "./support/session.ts";
import { watchTimers } from "./support/timers.ts";

describe("News of activity", () => {
  const { session, tree, said, place, roots, feedRow, node, event, otto, star, add, picking } = useActivity();

  it("marks what came new, in words too, until it was read", async () => {
    await roots();
    await otto().call("repos.unStar", { user: "mia", repo: "tools" });
    await star();
    await commands.executeCommand(activityCommands.refresh, await node("For You"));
    const unread = async () =>
      (await nodesOf(tree())).filter(({ item }) => item.contextValue === "activityEvent;unread");
    const [found] = await unread();
    const fresh = found ?? assert.fail("nothing is new");
    assert.equal(labelOf(fresh.item), "otto starred the repository");
    assert.match(String(fresh.item.description), /^new · /);
    assert.match(fresh.item.accessibilityInformation?.label ?? "", /starred the repository, new, /);
    assert.match((await feedRow("For You"))[1], /^1 new$/);
    assert.equal(session.parts.activity.countUnread([place()]), 1);
    await commands.executeCommand(activityCommands.open, fresh.node);
    assert.equal((await unread()).length, 0);
    await otto().call("repos.unStar", { user: "mia", repo: "tools" });
    await star();
    await commands.executeCommand(activityCommands.refresh);
    assert.equal((await unread()).length, 1);
    await commands.executeCommand(activityCommands.markAllRead);
    assert.equal((await unread()).length, 0);
  });

  it("shows what fits a filter, says what it is, and shows all again", async () => {
    await filling([], () => commands.executeCommand(activityCommands.filter));
    await eventually(() => said().length === 1, "nothing was read yet");
    await roots();
    await picking([["otto"], ["release", "watch"]], () =>
      filling([2, 1], () => commands.executeCommand(activityCommands.filter)),
    );
    assert.deepEqual(eventsOf((await feedRow("For You"))[3] ?? []), [
      "otto starred the repository",
      "otto published the release One",
    ]);
    const [[nothing] = [""]] = (await feedRow("Your Activity"))[3] ?? [];
    assert.match(nothing, /^None of the \d+ events that were read match the filter\.$/);
    await commands.executeCommand(activityCommands.clearFilter);
    assert.equal(eventsOf((await feedRow("For You"))[3] ?? []).length, 7);
  });

  it("folds the days of what a filter leaves as those of a list of its own", async () => {
    await roots();
    const days = async () => {
      const rows = await tree().getChildren(await node("For You"));
      return rows.filter(({ kind }) => kind === "day").map(({ id }) => id);
    };
    const whole = await days();
    await picking([["release"]], () => filling([1], () => commands.executeCommand(activityCommands.filter)));
    const filtered = await days();
    assert.equal(filtered.length, 1);
    assert.ok(!whole.includes(filtered[0] ?? ""));
    await commands.executeCommand(activityCommands.clearFilter);
    assert.deepEqual(await days(), whole);
  });

  it("is silent of what is muted, until that is shown again", async () => {
    await picking(["Events by nora"], async () =>
      commands.executeCommand(activityCommands.mute, await event("nora: never heard of")),
    );
    await commands.executeCommand(activityCommands.mute, await node("mia/tools"));
    const [[nothing] = [""]] = (await feedRow("For You"))[3] ?? [];
    assert.equal(nothing, "All 7 events that were read are muted.");
    await picking([["nora"]], () => commands.executeCommand(activityCommands.unmute));
    assert.deepEqual(eventsOf((await feedRow("For You"))[3] ?? []), [
      "nora: never heard of",
      "nora created the gist Clean up",
    ]);
    await picking([["mia/tools"]], () => commands.executeCommand(activityCommands.unmute));
    await commands.executeCommand(activityCommands.unmute);
    await eventually(() => said().includes("Nothing is muted."), "nothing is left");
  });

  it("is shown again at once by Undo", async () => {
    await roots();
    const before = eventsOf((await feedRow("For You"))[3] ?? []);
    let undo = (): void => assert.fail("Nothing was asked.");
    const showInformationMessage = (text: string, button: string) => {
      assert.deepEqual([text, button], ["Muted: Events in mia/tools", "Undo"]);
      return new Promise((resolve) => (undo = () => resolve(button)));
    };
    await answering({ showInformationMessage: showInformationMessage as never }, async () => {
      await commands.executeCommand(activityCommands.mute, await node("mia/tools"));
      assert.notDeepEqual(eventsOf((await feedRow("For You"))[3] ?? []), before);
      undo();
      await eventually(
        async () => eventsOf((await feedRow("For You"))[3] ?? []).length === before.length,
        "they are shown again",
      );
    });
    assert.deepEqual(eventsOf((await feedRow("For You"))[3] ?? []), before);
  });

  it("shows events of chosen types in one message, and none unless they are chosen", async () => {
    const twice = async () => {
      await otto().call("repos.unStar", { user: "mia", repo: "tools" });
      await star();
      await commands.executeCommand(activityCommands.refresh);
    };
    await roots();
    await twice();
    assert.deepEqual(said(), []);
    add({ kind: "repo", target: "mia/tools" });
    await roots();
    await withSetting(settings.activityNotifyOf, ["WatchEvent", "ForkEvent"], async () => {
      await twice();
      await eventually(() => said().length === 1, "one message");
      assert.equal(said()[0], "otto starred the repository · mia/tools");
    });
  });

  it("asks by itself while it is on screen, and has no timer when it is not", async () => {
    session.forge.change = (answer) => {
      const headers = new Headers(answer.headers);
      if (headers.has("x-poll-interval")) headers.set("x-poll-interval", "1");
      return new Response(answer.body, { status: answer.status, headers });
    };
    const asked = () => session.forge.sent("GET").filter((request) => request.includes("/received_events"));
    assert.deepEqual(asked(), []);
    const timers = watchTimers();
    try {
      await commands.executeCommand(`${viewId}.focus`);
      await eventually(() => asked().length >= 3, "it is asked again and again", 10_000);
      await star();
      await eventually(() => session.parts.activity.countUnread([place()]) > 0, "it is noticed", 10_000);
      await commands.executeCommand("workbench.view.explorer");
      await eventually(() => timers.waiting().every((stack) => !stack.includes("1000 ms")), "no timer is left");
    } finally {
      timers.stop();
    }
  });
});
