import assert from "node:assert/strict";
import type { SandboxSeed } from "../../src/sandbox/seed.ts";
import { openGists } from "./support/gists.ts";
import { poll } from "../support/run/poll.ts";
import { CommentThread } from "./support/commentThread.ts";
import { adaToken, helloId, seed, type Service, signInWithToken, startService } from "./support/service.ts";
import { testInWorkbench } from "./support/testInWorkbench.ts";
import { exactly } from "./support/text.ts";
import type { Workbench } from "./support/workbench.ts";

const within = { timeout: 30_000 };
const picture = "https://tracker.example/spy.png";

const talked: SandboxSeed = {
  ...seed,
  gists: (seed.gists ?? []).map((gist) =>
    gist.id === helloId
      ? {
          ...gist,
          comments: [
            { login: "bo", body: "Nice :tada: with **bold** and `code`", createdAt: "2026-01-03T10:00:00Z" },
            { login: "ada", body: `Thanks ![look](${picture})`, createdAt: "2026-01-04T10:00:00Z" },
          ],
        }
      : gist,
  ),
};

const openConversation = async (workbench: Workbench, service: Service): Promise<CommentThread> => {
  await signInWithToken(workbench, service.url, adaToken);
  await workbench.openContainer("Forgeside");
  await workbench.tree("Gists").menu("Hello in two languages", "Show Gist Comments");
  await workbench.editor.waitTab("Comments: Hello in two languages");
  return new CommentThread(workbench.page);
};

const atService = async ({ ada }: Service): Promise<readonly string[]> =>
  (await ada.call("gists.getComments", { gist_id: helloId })).map(({ body }) => body);

const untilService = (service: Service, bodies: readonly string[]): Promise<unknown> =>
  poll(async () => JSON.stringify(await atService(service)) === JSON.stringify(bodies), {
    ...within,
    what: `the service has ${bodies.join(", ")}`,
  });

testInWorkbench(
  "A gist's conversation is read, answered, changed and cleaned up",
  { seesRequests: true },
  async (workbench) => {
    const service = await startService(talked);
    const asked: string[] = [];
    workbench.page.on("request", (request) => asked.push(request.url()));
    try {
      const thread = await openConversation(workbench, service);
      await thread.wait("Nice 🎉 with bold and code");
      await thread.waitTitle("2 comments");
      await workbench.editor.waitText("Hello in two languages");
      await workbench.screenshot("comments");
      assert.deepEqual(await thread.actions("Nice"), ["Copy Comment Link"]);
      assert.deepEqual(await thread.actions("Thanks"), ["Copy Comment Link", "Edit Comment", "Delete Comment..."]);

      await thread.typeReply("Glad you like it :tad");
      await workbench.page.locator(".suggest-widget.visible .monaco-list-row", { hasText: ":tada:" }).waitFor();
      await workbench.screenshot("comments-emoji");
      await workbench.press("Enter");
      await thread.press("Comment");
      await thread.wait("Glad you like it 🎉");
      const [first = "", second = ""] = await atService(service);
      await untilService(service, [first, second, "Glad you like it :tada:"]);
      await thread.waitTitle("3 comments");

      await thread.act("Glad you like it", "Edit Comment");
      await thread.retype("Glad it works");
      await workbench.screenshot("comments-edit");
      await thread.press("Save Comment");
      await thread.wait("Glad it works");
      await untilService(service, [first, second, "Glad it works"]);

      await thread.act("Glad it works", "Delete Comment...");
      await workbench.dialog.waitOpen("Delete the comment “Glad it works”?");
      await workbench.screenshot("comments-delete");
      await workbench.dialog.click("Delete Comment");
      await thread.waitGone("Glad it works");
      assert.deepEqual(await atService(service), [first, second]);
      assert.deepEqual(
        asked.filter((url) => url.startsWith(picture)),
        [],
      );
    } finally {
      await service.close();
    }
  },
);

testInWorkbench(
  "What is typed while a comment is sent, refused or changed elsewhere stays",
  {},
  async (workbench) => {
    let release = (): void => undefined;
    const held = new Promise<void>((resolve) => (release = resolve));
    const answer = ({ method }: Request) => (method === "POST" ? held.then(() => undefined) : undefined);
    const service = await startService(talked, 0, { answer });
    try {
      const thread = await openConversation(workbench, service);
      await thread.wait("Thanks");
      await thread.typeReply("The first reply");
      await thread.press("Comment");
      await thread.waitLabel("The first reply", "sending…");
      await thread.typeReply("The next one");
      release();
      await thread.waitSent("The first reply");
      await thread.waitReply("The next one");
      await workbench.screenshot("comments-typed-while-sent");
      await thread.press("Comment");
      await thread.waitSent("The next one");

      await thread.act("The next one", "Edit Comment");
      await thread.retype(" ");
      await thread.press("Save Comment");
      await workbench.toasts.wait("A comment can't be empty");
      await thread.retype("Mine");
      const comments = await service.ada.call("gists.getComments", { gist_id: helloId });
      const { id } = comments.at(-1) ?? assert.fail();
      await service.ada.call("gists.editComment", { gist_id: helloId, id, body: "Theirs" });
      await thread.press("Save Comment");
      const conflict = "The comment was changed on the server to “Theirs”.";
      await workbench.toasts.wait(conflict);
      await thread.waitLabel("Mine", "not sent");
      await workbench.screenshot("comments-conflict");
      assert.equal((await atService(service)).at(-1), "Theirs");
      await workbench.toasts.click(conflict, "Keep Mine");
      await poll(async () => (await atService(service)).at(-1) === "Mine", { ...within, what: "mine is sent" });
      await thread.waitLabel("Mine", "edited");
    } finally {
      release();
      await service.close();
    }
  },
);

testInWorkbench(
  "A reply that cannot be sent stays with its text and goes out later, once",
  {},
  async (workbench) => {
    const first = await startService(talked);
    const port = Number(new URL(first.url).port);
    const thread = await openConversation(workbench, first);
    await thread.wait("Thanks");
    await first.close();
    await thread.typeReply("Written while offline");
    // What is typed and not sent outlives its tab.
    await workbench.editor.close();
    await workbench.tree("Gists").menu("Hello in two languages", "Show Gist Comments");
    await workbench.editor.waitTab("Comments: Hello in two languages");
    await thread.waitReply("Written while offline");
    await thread.press("Comment");
    await thread.wait("Written while offline");
    await thread.waitLabel("Written while offline", "not sent");
    await workbench.toasts.wait("can't be reached");
    await workbench.screenshot("comments-offline");
    assert.deepEqual(await thread.actions("Written while offline"), [
      "Send Again",
      "Edit Comment",
      "Discard Draft...",
    ]);
    await workbench.editor.close();
    await workbench.tree("Gists").menu("Hello in two languages", "Show Gist Comments");
    await workbench.editor.waitTab("Comments: Hello in two languages");
    await thread.waitLabel("Written while offline", "not sent");
    const second = await startService(talked, port);
    try {
      await thread.act("Written while offline", "Send Again");
      await poll(async () => (await atService(second)).length === 3, { ...within, what: "the reply is sent" });
      await thread.waitTitle("3 comments");
      assert.equal((await atService(second))[2], "Written while offline");
      assert.equal((await thread.bodies()).filter((body) => body.includes("offline")).length, 1);
      await workbench.screenshot("comments-sent");
    } finally {
      await second.close();
    }
  },
);

testInWorkbench(
  "The conversation stands at the end of a gist's file when the setting says so",
  { settings: { "forgeside.comments.atFileEnd": true } },
  async (workbench) => {
    const service = await startService(talked);
    try {
      const tree = await openGists(workbench, service);
      await tree.expand("Hello in two languages");
      await tree.click("hello.py");
      await workbench.editor.waitText('print("Hello")');
      const thread = new CommentThread(workbench.page);
      await thread.wait("Nice");
      await workbench.screenshot("comments-at-file-end");
      await service.ada.call("gists.createComment", { gist_id: helloId, body: "From elsewhere" });
      await thread.titleAction("Refresh Comments");
      await thread.wait("From elsewhere");
    } finally {
      await service.close();
    }
  },
);

testInWorkbench(
  "Comments of another user are counted at the icon of the view until they are read",
  {},
  async (workbench) => {
    const service = await startService(talked);
    const { page } = workbench;
    try {
      await signInWithToken(workbench, service.url, adaToken);
      await workbench.openContainer("Forgeside");
      await workbench.tree("Gists").waitRow("Hello in two languages");
      const badge = page.locator(".activitybar .action-item.checked .badge .badge-content");
      // While rows are on their way, VS Code shows a clock there.
      await badge.waitFor({ state: "hidden" });

      await service.bo.call("gists.createComment", { gist_id: helloId, body: "Did you see this?" });
      await workbench.tree("Gists").titleAction("Refresh Gists");
      await badge.filter({ hasText: exactly("1") }).waitFor();
      await workbench.screenshot("comments-unread");

      await workbench.tree("Gists").menu("Hello in two languages", "Show Gist Comments");
      await new CommentThread(page).wait("Did you see this?");
      await badge.waitFor({ state: "hidden" });
      await workbench.screenshot("comments-read");
    } finally {
      await service.close();
    }
  },
);
