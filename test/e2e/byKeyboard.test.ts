import assert from "node:assert/strict";
import type { Locator } from "playwright-core";
import { poll } from "../support/run/poll.ts";
import { CommentThread } from "./support/commentThread.ts";
import { openRepositories, repositorySeed } from "./support/repositories.ts";
import { adaToken, helloId, hoursAgo, seed, signInWithToken, startService } from "./support/service.ts";
import { succeeds } from "./support/succeeds.ts";
import { testInWorkbench } from "./support/testInWorkbench.ts";
import type { Workbench } from "./support/workbench.ts";

const within = { timeout: 30_000 };

/** Counts what a pointer does from now on; answers how often it did. */
const countPointer = async ({ page }: Workbench): Promise<() => Promise<number>> => {
  await page.evaluate(() => {
    Reflect.set(globalThis, "pointerCount", 0);
    const count = (): void =>
      void Reflect.set(globalThis, "pointerCount", Number(Reflect.get(globalThis, "pointerCount")) + 1);
    for (const kind of ["pointerdown", "mousedown", "click"])
      addEventListener(
        kind,
        ({ isTrusted, detail }: Event & { detail?: number }) => {
          // A key that presses a button makes a click, too: without a count.
          if (isTrusted && (kind !== "click" || detail !== 0)) count();
        },
        true,
      );
  });
  return () => page.evaluate(() => Number(Reflect.get(globalThis, "pointerCount")));
};

const hasClass = ({ page }: Workbench, row: Locator, name: string): Promise<boolean> =>
  row.and(page.locator(`.${name}`)).isVisible();

/** Presses the key until the row or entry has the focus. */
const pressUntil = async (workbench: Workbench, key: string, isReached: () => Promise<boolean>): Promise<void> => {
  for (let presses = 0; presses < 60; presses++) {
    if (await isReached()) return;
    await workbench.press(key);
  }
  assert.fail(`${key} leads nowhere`);
};

/** Runs a command of the palette. */
const run = async (workbench: Workbench, title: string): Promise<void> => {
  const { quickInput } = workbench;
  const row = quickInput.row(title).first();
  const isListed = async (): Promise<boolean> => {
    if (!(await quickInput.isOpen())) await workbench.press("F1");
    // What takes the focus closes the palette.
    return (
      (await succeeds(quickInput.type(`>${title}`, 3000))) && (await succeeds(row.waitFor({ timeout: 2000 })))
    );
  };
  await poll(isListed, { ...within, what: `${title} in the palette` });
  // Others that contain the title may come first.
  await pressUntil(workbench, "ArrowDown", () => hasClass(workbench, row, "focused"));
  await workbench.press("Enter");
};

/** Types a part of a row's text, and takes that row. */
const take = async (workbench: Workbench, text: string): Promise<void> => {
  await workbench.quickInput.waitOpen();
  await workbench.quickInput.type(text);
  await workbench.page.locator(".quick-input-list .monaco-list-row.focused", { hasText: text }).waitFor();
  await workbench.press("Enter");
};

/** Chooses an entry of the menu of the row that has the focus. */
const chooseInMenu = async (workbench: Workbench, entry: string): Promise<void> => {
  const { page, contextMenu } = workbench;
  await workbench.press("Shift+F10");
  await contextMenu.waitOpen();
  const item = page.locator(".monaco-menu:visible .action-item", {
    has: page.locator(".action-label", { hasText: entry }),
  });
  await pressUntil(workbench, "ArrowDown", () => hasClass(workbench, item.first(), "focused"));
  await workbench.press("Enter");
};

testInWorkbench(
  "By keyboard only, a selection is shared and taken back",
  { files: { "src/sum.ts": "const one = 1;\nconst two = 2;\n" } },
  async (workbench) => {
    const { page, editor, toasts } = workbench;
    await workbench.command("Forgeside: Try the Sandbox");
    await toasts.wait("Signed in to the sandbox as ada-finch");
    await workbench.openFile("src/sum.ts");
    const pointers = await countPointer(workbench);
    await editor.select(1, 2);
    await page.keyboard.press("ControlOrMeta+KeyK");
    await page.keyboard.press("Shift+KeyS");
    await toasts.wait("Shared as secret gist “sum.ts, lines 1–2”");
    const link = await workbench.clipboard();
    assert.match(link, /[0-9a-f]{20,}$/);
    // The newest message is the one that accepts its first button by keyboard; Undo is reached with Tab.
    await run(workbench, "Notifications: Focus Notification Toast");
    const undo = page.locator(".notification-toast .monaco-button", { hasText: "Undo" });
    for (let presses = 0; presses < 12; presses++) {
      if (await undo.first().evaluate((button) => button === document.activeElement)) break;
      await page.keyboard.press("Tab");
    }
    await page.keyboard.press("Enter");
    await toasts.waitGone("Shared as secret gist");
    assert.equal(await pointers(), 0);
  },
);

testInWorkbench("By keyboard only, a gist is opened, edited and saved", {}, async (workbench) => {
  const service = await startService();
  const { editor } = workbench;
  try {
    await signInWithToken(workbench, service.url, adaToken);
    const pointers = await countPointer(workbench);
    await workbench.press("ControlOrMeta+KeyK");
    await workbench.press("Shift+KeyG");
    await take(workbench, "Hello in two");
    await editor.waitTab("hello.py");
    await editor.waitText("Hello");
    await workbench.press("ControlOrMeta+End");
    await workbench.page.keyboard.type("# by keyboard");
    await workbench.press("ControlOrMeta+KeyS");
    const content = async (): Promise<string> => (await service.gist(helloId)).files["hello.py"]?.content ?? "";
    await poll(async () => (await content()).endsWith("# by keyboard"), {
      ...within,
      what: "the edit at the service",
    });
    await editor.waitDirty(false);
    await workbench.screenshot("keyboard-edit");
    assert.equal(await pointers(), 0);
  } finally {
    await service.close();
  }
});

testInWorkbench("By keyboard only, a gist is commented", {}, async (workbench) => {
  const service = await startService({
    ...seed,
    gists: (seed.gists ?? []).map((gist) =>
      gist.id === helloId
        ? { ...gist, comments: [{ login: "bo", body: "Nice", createdAt: "2026-01-03T10:00:00Z" }] }
        : gist,
    ),
  });
  const { editor } = workbench;
  try {
    await signInWithToken(workbench, service.url, adaToken);
    const pointers = await countPointer(workbench);
    await run(workbench, "Forgeside: Show Gist Comments");
    await take(workbench, "Hello in two");
    await editor.waitTab("Comments: Hello in two languages");
    const thread = new CommentThread(workbench.page);
    await thread.wait("Nice");
    // VS Code's own key for the next conversation leads to its first comment, and Tab from there to the reply box.
    await workbench.press("Alt+F9");
    const widget = workbench.page.locator(".review-widget:visible");
    await pressUntil(workbench, "Tab", () =>
      widget.evaluate((element) => {
        const { activeElement: focused } = document;
        return focused?.closest(".comment-form, .review-thread-reply-button") != null && element.contains(focused);
      }),
    );
    if (await widget.locator(".review-thread-reply-button:focus").isVisible()) await workbench.press("Enter");
    await widget.locator(".comment-form .monaco-editor.focused").waitFor();
    await workbench.page.keyboard.type("Written without a mouse");
    await workbench.screenshot("keyboard-comment");
    await workbench.press("ControlOrMeta+Enter");
    await thread.wait("Written without a mouse");
    await poll(
      async () => {
        const all = await service.ada.call("gists.getComments", { gist_id: helloId });
        return all.at(-1)?.body === "Written without a mouse";
      },
      { ...within, what: "the comment at the service" },
    );
    assert.equal(await pointers(), 0);
  } finally {
    await service.close();
  }
});

const at = { user: "ada", repo: "engine" };
const commit = {
  author: "ada",
  date: "2026-01-01T00:00:00Z",
  message: "Begin",
  files: { "README.md": "# E\n" },
};

testInWorkbench("By keyboard only, a hook is created and deactivated", {}, async (workbench) => {
  const service = await startService({
    ...repositorySeed,
    repositories: [{ owner: "ada", name: "engine", commits: [commit] }],
  });
  const { page, quickInput } = workbench;
  try {
    const tree = await openRepositories(workbench, service);
    const pointers = await countPointer(workbench);
    await run(workbench, "Forgeside: New Webhook...");
    await quickInput.waitOpen({ placeholder: "Select a repository to add a webhook to" });
    await quickInput.accept();
    await quickInput.waitOpen({ placeholder: "https://example.com/hook" });
    await quickInput.submit("https://example.com/hook");
    await quickInput.waitOpen({ placeholder: "Select the events" });
    await quickInput.accept();
    await quickInput.waitOpen({ placeholder: "Select the content type" });
    await quickInput.accept();
    const hooks = () => service.ada.call("repos.getHooks", at);
    await quickInput.waitOpen({ placeholder: "Select how deliveries are signed" });
    await take(workbench, "No Secret");
    await poll(async () => (await hooks()).length === 1, { ...within, what: "the hook at the service" });
    await page.locator('.part.statusbar [role="alert"]', { hasText: "The webhook is created." }).waitFor();

    await run(workbench, "Forgeside: Focus on Repositories View");
    await tree.waitRow("ada/engine");
    // Rows that are drawn for the first time take no focus.
    await run(workbench, "Forgeside: Focus on Repositories View");
    await poll(() => tree.pane.evaluate((pane) => pane.contains(document.activeElement)), {
      ...within,
      what: "the view has the focus",
    });
    const reach = (name: string) =>
      pressUntil(workbench, "ArrowDown", () => hasClass(workbench, tree.row(name), "focused"));
    await reach("ada/engine");
    await workbench.press("ArrowRight");
    await tree.waitRow("Webhooks");
    await reach("Webhooks");
    await workbench.press("ArrowRight");
    await tree.waitRow("web example.com");
    await reach("web example.com");
    await chooseInMenu(workbench, "Deactivate Webhook");
    await poll(async () => (await hooks())[0]?.active === false, { ...within, what: "the hook is inactive" });
    await workbench.screenshot("keyboard-hook");
    assert.equal(await pointers(), 0);
  } finally {
    await service.close();
  }
});

testInWorkbench("By keyboard only, a deployment gets a status from the timeline", {}, async (workbench) => {
  const service = await startService({
    ...repositorySeed,
    repositories: [
      {
        owner: "ada",
        name: "engine",
        commits: [
          commit,
          { ...commit, branch: "next", from: "main", date: "2026-01-02T00:00:00Z", message: "Next" },
        ],
        deployments: [
          {
            ref: "main",
            environment: "production",
            createdAt: hoursAgo(72),
            statuses: [{ state: "success", createdAt: hoursAgo(71), targetUrl: "https://example.com/up" }],
          },
          {
            ref: "next",
            environment: "production",
            payload: { region: "north" },
            createdAt: hoursAgo(5),
            statuses: [{ state: "pending", createdAt: hoursAgo(5) }],
          },
        ],
      },
    ],
  });
  const { page, quickInput } = workbench;
  try {
    await signInWithToken(workbench, service.url, adaToken);
    const pointers = await countPointer(workbench);
    await run(workbench, "Forgeside: Show Deployment Timeline");
    await quickInput.waitOpen({ placeholder: "Select a repository to show its deployments" });
    await take(workbench, "engine");
    await quickInput.waitOpen({ title: "Timeline of ada/engine" });
    await take(workbench, "production");
    const timeline = workbench.webview();
    await timeline.getByRole("heading", { name: "Deployments to production: ada/engine" }).waitFor();
    const rows = timeline.getByRole("listitem");
    await rows.nth(1).waitFor();

    /** What a screen reader says of the control that has the focus; empty while it is elsewhere. */
    const focusedName = (): Promise<string> =>
      timeline
        .locator("body")
        .evaluate(({ ownerDocument: { activeElement: focused } }) =>
          document.hasFocus() && focused instanceof HTMLButtonElement
            ? (focused.getAttribute("aria-label") ?? focused.textContent)
            : "",
        );
    const reach = async (name: RegExp): Promise<readonly string[]> => {
      const passed: string[] = [];
      await pressUntil(workbench, "Tab", async () => {
        const focused = await focusedName();
        if (focused !== "") passed.push(focused.replace(/ @ [0-9a-f]{7}/, ""));
        return name.test(focused);
      });
      return passed;
    };
    // In the order of the page, and each named with its row.
    assert.deepEqual(await reach(/^Open URL: main/), [
      "New Deployment...",
      "Refresh",
      "Set Status...: next",
      "Show Payload: next",
      "Open URL: main",
    ]);
    await pressUntil(workbench, "Shift+Tab", async () => (await focusedName()).startsWith("Set Status...: next"));
    await workbench.press("Enter");
    await quickInput.waitOpen({ title: "Status of next", placeholder: "Select the state of the deployment" });
    await take(workbench, "success");
    await quickInput.waitOpen({ title: "Status of next", placeholder: "https://" });
    await quickInput.submit("");
    await page.getByText("Enter a description of at most 140 characters").waitFor();
    await quickInput.submit("It turns");
    await rows.first().getByText("It turns").waitFor();
    const { 0: made } = await service.ada.call("repos.getDeployments", at);
    const statuses = await service.ada.call("repos.getDeploymentStatuses", { ...at, id: made?.id ?? 0 });
    assert.deepEqual([statuses[0]?.state, statuses[0]?.description], ["success", "It turns"]);
    // Said by a screen reader, without leaving the button that was pressed.
    await timeline
      .getByRole("log")
      .getByText(/next @ [0-9a-f]{7}: succeeded/)
      .waitFor({ state: "attached" });
    await poll(async () => (await focusedName()).startsWith("Set Status...: next"), {
      ...within,
      what: "the focus is back on the button",
    });
    await workbench.screenshot("keyboard-timeline");

    // The older one, which the newer one replaced: what changed is said of it, too.
    await reach(/^Set Status\.\.\.: main/);
    await workbench.press("Enter");
    await quickInput.waitOpen({ title: "Status of main", placeholder: "Select the state of the deployment" });
    await take(workbench, "failure");
    await quickInput.waitOpen({ title: "Status of main", placeholder: "https://" });
    await quickInput.submit("");
    await page.getByText("Enter a description of at most 140 characters").waitFor();
    await quickInput.submit("");
    await timeline
      .getByRole("log")
      .getByText(/main @ [0-9a-f]{7}: failed/)
      .waitFor({ state: "attached" });

    await poll(async () => (await focusedName()).startsWith("Set Status...: main"), {
      ...within,
      what: "the focus is back on the button of the older one",
    });

    // What changes while the user is elsewhere takes no focus.
    await run(workbench, "Forgeside: Focus on Gists View");
    await workbench.tree("Gists").waitRow("Your Gists");
    // Rows that are drawn for the first time take no focus.
    await run(workbench, "Forgeside: Focus on Gists View");
    const isElsewhere = (): Promise<boolean> =>
      page.evaluate(() => document.activeElement?.closest(".sidebar, .auxiliarybar") != null);
    await poll(isElsewhere, { ...within, what: "the view has the focus" });
    await run(workbench, "Forgeside: Refresh Deployments");
    await take(workbench, "engine");
    await poll(isElsewhere, { ...within, what: "the view has the focus again" });
    assert.equal(await focusedName(), "");
    assert.equal(await pointers(), 0);
  } finally {
    await service.close();
  }
});
