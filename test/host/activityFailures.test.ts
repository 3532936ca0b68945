import assert from "node:assert/strict";
import { commands } from "vscode";
import { activityCommands } from "../../src/ids.ts";
import { eventually } from "../support/eventually.ts";
import { eventsOf, useActivity } from "./support/activityTools.ts";
import { answering } from "./support/answers.ts";
import { labelOf } from "./support/rows.ts";

const htmlPage = (): Response =>
  new Response("<html>Sign in to the network</html>", { headers: { "content-type": "text/html" } });

describe("Activity that can't be read", () => {
  const { session, tree, said, feedRow, node, event } = useActivity();
  /** Answers the view's requests so, other than those for the rate limit. */
  const answerWith = (answer: () => Response, ofPath = ""): void => {
    session.forge.answer = ({ url }) =>
      url.endsWith("/rate_limit") || !url.includes(ofPath) ? undefined : answer();
  };
  /** The feed “For You” alone. */
  const received = "/received_events";
  const refuse = () => Response.json({ message: "Bad credentials" }, { status: 401 });
  const fail = () => Response.json({ message: "boom" }, { status: 500 });
  /** Runs `act`, and waits until rows are offered to VS Code again. */
  const redrawn = async (act: () => PromiseLike<unknown>): Promise<void> => {
    let count = 0;
    const listener = tree().onDidChangeTreeData(() => count++);
    await act();
    await eventually(() => count > 0, "the rows are read again");
    listener.dispose();
  };
  const refresh = () => redrawn(() => commands.executeCommand(activityCommands.refresh));

  it("shows the newest failure in the view when there are no rows", async () => {
    answerWith(refuse);
    assert.deepEqual(await tree().getChildren(), []);
    answerWith(htmlPage, received);
    await refresh();
    assert.match((await feedRow("For You"))[3]?.[0]?.[0] ?? "", /can't be read/);
    answerWith(refuse);
    await refresh();
    assert.deepEqual(await tree().getChildren(), []);
    // VS Code reads the rows again, and with them the state, when they are said to have changed.
    await session.forge.stop();
    await refresh();
    assert.deepEqual(await tree().getChildren(), []);
    await eventually(() => said().some((text) => text.includes("can't be reached")), "the failure is shown");
  });

  it("has a row for each feed when they fail for different reasons", async () => {
    session.forge.answer = ({ url }) => {
      if (url.endsWith("/rate_limit")) return undefined;
      return url.includes(received) ? fail() : htmlPage();
    };
    const rows = await tree().getChildren();
    assert.ok(rows.length > 1);
    assert.match((await feedRow("For You"))[3]?.[0]?.[0] ?? "", /^The server failed/);
  });

  it("shows the newest failure in the row of a feed", async () => {
    answerWith(fail, received);
    assert.match((await feedRow("For You"))[3]?.[0]?.[0] ?? "", /^The server failed \(boom\)/);
    answerWith(htmlPage, received);
    await refresh();
    assert.match((await feedRow("For You"))[3]?.[0]?.[0] ?? "", /can't be read/);
  });

  it("keeps the events of a feed below a row that says how old they are and why, until they can be read", async () => {
    const before = eventsOf((await feedRow("For You"))[3] ?? []);
    assert.ok(before.length > 0);
    answerWith(htmlPage);
    await refresh();
    const [[age] = [""], ...rows] = (await feedRow("For You"))[3] ?? [];
    assert.match(age, /^Updated .+ · the server's response can't be read$/);
    assert.deepEqual(eventsOf(rows), before);
    answerWith(fail);
    const children = await tree().getChildren(await node("For You"));
    const [row] = children;
    assert.ok(row);
    const { command } = tree().getTreeItem(row);
    assert.equal(command?.command, activityCommands.refresh);
    await redrawn(() => commands.executeCommand(activityCommands.refresh, ...(command.arguments ?? [])));
    assert.match((await feedRow("For You"))[3]?.[0]?.[0] ?? "", /^Updated .+ · the server failed$/);
    session.forge.answer = () => undefined;
    await refresh();
    const now = await tree().getChildren(await node("For You"));
    assert.ok(now[0] && !labelOf(tree().getTreeItem(now[0])).startsWith("Updated"));
    assert.ok(await event("otto starred the repository"));
  });

  it("offers to open the view where there are no events to filter", async () => {
    let buttons: readonly string[] = [];
    await answering(
      {
        showWarningMessage: ((_text: string, ...titles: readonly string[]) => {
          buttons = titles;
          return titles[0];
        }) as never,
      },
      () => commands.executeCommand(activityCommands.filter),
    );
    await eventually(() => buttons.length > 0, "the message is shown");
    assert.deepEqual(buttons, ["Show Activity"]);
  });
});
