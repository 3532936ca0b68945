import assert from "node:assert/strict";
import { deploymentCommands } from "../../src/ids.ts";
import { eventually } from "../support/eventually.ts";
import { deploySeed, deployTools } from "./support/deployTools.ts";
import { tokens } from "./support/seeds.ts";
import { useSession } from "./support/session.ts";

describe("Deployments in the timeline", () => {
  const session = useSession({ seed: deploySeed });
  beforeEach(() => session.parts.repos.refresh());
  const { place, row, run } = deployTools(session);

  it("stay in the timeline when they can't be read again, below a line that says since when and why", async () => {
    const panel = await session.parts.openTimeline({ ...place(), environment: "production" });
    const shown = () => panel.shown?.rows.map(({ id }) => id);
    const summary = () => panel.shown?.summary ?? "";
    await eventually(() => panel.shown !== undefined, "it is read");
    const before = shown();
    assert.equal(before?.length, 2);
    for (const [status, message, reason] of [
      [500, "Broken", /^Updated .*\. Couldn't refresh: The server failed \(Broken\)\..* 2 deployments since /],
      [
        403,
        "Forbidden",
        /^Updated .*\. Couldn't refresh: The server refused it: Forbidden\. 2 deployments since /,
      ],
    ] as const) {
      session.forge.answer = ({ url }) =>
        url.includes("/deployments") ? Response.json({ message }, { status }) : undefined;
      await run(deploymentCommands.refresh, await row());
      await eventually(
        () => reason.test(summary()),
        () => `it says ${status}: ${summary()}`,
      );
      assert.deepEqual(shown(), before);
    }
    session.forge.answer = () => undefined;
    await run(deploymentCommands.refresh, await row());
    await eventually(() => summary().startsWith("2 deployments"), "it is read again");
    panel.panel.dispose();
  });

  /** Holds the next reading of deployments until it is released. */
  const holdReading = () => {
    let release = (): void => undefined;
    const released = new Promise<void>((resolve) => (release = resolve));
    let isHeld = false;
    session.forge.change = async (answer, { method, path }) => {
      if (!isHeld && method === "GET" && /\/deployments(\?|$)/.test(path)) {
        isHeld = true;
        await released;
      }
      return answer;
    };
    return { release, isHeld: () => isHeld };
  };

  it("of an older reading that ends late don't replace the newer ones in the timeline", async () => {
    const panel = await session.parts.openTimeline({ ...place(), environment: "production" });
    await eventually(() => panel.shown !== undefined, "it is read");
    const held = holdReading();
    const section = await row();
    await run(deploymentCommands.refresh, section);
    await eventually(held.isHeld, "the older reading waits");
    // Equal requests at the same time are sent once: the newer reading asks for another list.
    await run(deploymentCommands.filter, section, { form: [2], texts: ["main"] });
    await eventually(() => panel.shown?.rows.length === 1, "the newer one is shown");
    const reads = session.forge.sent("GET").length;
    held.release();
    await eventually(() => session.forge.sent("GET").length > reads, "the older one reads its statuses");
    session.forge.answer = ({ url }) =>
      url.includes("/deployments") ? Response.json({ message: "Broken" }, { status: 500 }) : undefined;
    await run(deploymentCommands.refresh, section);
    await eventually(() => panel.shown?.summary.startsWith("Updated") === true, "it can't be read again");
    assert.equal(panel.shown?.rows.length, 1);
    session.forge.answer = () => undefined;
    await run(deploymentCommands.clearFilter, section);
    panel.panel.dispose();
  });

  it("that are being read when their timeline is closed are no longer shown", async () => {
    const production = { ...place(), environment: "production" };
    const held = holdReading();
    const closed = await session.parts.openTimeline(production);
    await eventually(held.isHeld, "it is being read");
    closed.panel.dispose();
    const open = await session.parts.openTimeline(production);
    held.release();
    await eventually(() => open.shown !== undefined, "the other one is read");
    assert.equal(closed.shown, undefined);
    open.panel.dispose();
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
