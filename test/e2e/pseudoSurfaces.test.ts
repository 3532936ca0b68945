import assert from "node:assert/strict";
import { poll } from "../support/run/poll.ts";
import { pseudoLanguage } from "../support/l10n/pseudoTexts.ts";
import { settings } from "../../src/ids.ts";
import { listedCommands } from "./support/listedCommands.ts";
import { times, unlocalized, usePseudoTexts } from "./support/pseudo.ts";
import { CommentThread } from "./support/commentThread.ts";
import { testInWorkbench } from "./support/testInWorkbench.ts";
import { plain } from "./support/text.ts";

const { beginOf, paletteTitle, textOf, titleOf, trySandbox } = usePseudoTexts();

const settingIds: readonly string[] = Object.values(settings);

testInWorkbench(
  "The palette, the menu of a view, the status bar, the walkthrough and the settings show nothing but localized texts",
  { language: pseudoLanguage, settings: { "forgeside.gists.publish": "manual" } },
  async (workbench) => {
    const { contextMenu, editor, page, quickInput } = workbench;
    await trySandbox(workbench);
    await workbench.tree(titleOf("view.gists")).click("Checklist before a release");
    await workbench.editor.waitTab("release.md");
    // What the palette lists depends on what is in the editor when it opens.
    await workbench.editor.waitText("# Before a release");
    await workbench.press("F1");
    await quickInput.waitOpen();
    await quickInput.type(">Forgeside:");
    const own = await listedCommands(workbench);
    await workbench.screenshot("pseudo-palette-signed-in");
    assert.ok(own.length > 100, String(own.length));
    assert.ok(own.includes(paletteTitle("forgeside.gist.compare")), own.join("\n"));
    assert.deepEqual(unlocalized(own, ["Forgeside:"]), []);
    await quickInput.cancel();

    const { pane } = workbench.tree(titleOf("view.gists"));
    await pane.hover();
    await pane.locator(".pane-header .actions .codicon-toolbar-more").click();
    await contextMenu.waitOpen();
    const entries = await contextMenu.items();
    await workbench.screenshot("pseudo-view-menu");
    assert.ok(entries.length >= 4, entries.join());
    assert.deepEqual(unlocalized(entries), []);
    await contextMenu.close();

    await editor.goTo(1);
    await editor.type("edited ");
    await editor.save();
    const items = page.locator(".statusbar-item[id^='forgeside.forgeside']:visible");
    await items.filter({ hasText: "1" }).first().waitFor();
    const spoken = await items
      .locator("[aria-label]")
      .evaluateAll((all) => all.map((element) => element.getAttribute("aria-label") ?? ""));
    const status = [...(await items.allInnerTexts()), ...spoken];
    await workbench.screenshot("pseudo-status-bar");
    assert.notEqual(spoken.length, 0);
    assert.deepEqual(unlocalized(status.map(plain), ["release.md"]), []);

    await workbench.command("Welcome: Open Walkthrough...");
    await quickInput.pick(titleOf("walkthrough.title"));
    const steps = page.locator(".gettingStartedContainer .getting-started-step");
    await steps.first().waitFor();
    await workbench.screenshot("pseudo-walkthrough");
    const head = page.locator(
      ".gettingStartedContainer .getting-started-category .category-description-container",
    );
    const lines = [...(await steps.allInnerTexts()), ...(await head.allInnerTexts())].flatMap((text) =>
      text.split("\n"),
    );
    assert.ok(lines.length >= 12, lines.join("\n"));
    assert.deepEqual(unlocalized(lines.map(plain)), []);

    await workbench.command("Preferences: Open Settings (UI)");
    await page.locator(".settings-editor .setting-item-description").first().waitFor();
    await page.keyboard.insertText("@ext:forgeside.forgeside");
    const settingItems = page.locator(".settings-editor .setting-item-contents[data-key^='forgeside.']");
    await settingItems.first().waitFor();
    await workbench.screenshot("pseudo-settings");
    await page.locator(".settings-editor .settings-tree-container").hover();
    const described = new Map<string, string>();
    // Only what is on screen is rendered.
    const readMore = async (): Promise<boolean> => {
      const shown = await settingItems.evaluateAll((all) =>
        all.map((item) => [
          item.getAttribute("data-key") ?? "",
          item.querySelector<HTMLElement>(".setting-item-description")?.innerText ?? "",
        ]),
      );
      for (const [key = "", text = ""] of shown) described.set(key, plain(text));
      await page.mouse.wheel(0, 300);
      return described.size >= settingIds.length;
    };
    await poll(readMore, { timeout: 30_000, what: "all settings are read" });
    assert.deepEqual([...described.keys()].toSorted(), settingIds.toSorted());
    for (const [key, text] of described) assert.notEqual(text, "", key);
    assert.deepEqual(unlocalized([...described.values()], [/\bforgeside\.[\w.]+/]), []);
  },
);

testInWorkbench(
  "The timeline of deployments, comments and hovers show nothing but localized texts",
  { language: pseudoLanguage },
  async (workbench) => {
    const { page, quickInput } = workbench;
    await trySandbox(workbench);
    const gists = workbench.tree(titleOf("view.gists"));
    await gists.waitRow("Checklist before a release");
    const row = page.locator(".monaco-list-row", { hasText: "Checklist before a release" }).first();
    const hover = page.locator(".workbench-hover:visible").first();
    // A row that is rendered again below the pointer shows none until the pointer comes again.
    const hoverText = async (): Promise<string | undefined> => {
      await page.mouse.move(0, 0);
      await row.hover();
      return hover.innerText({ timeout: 5000 }).catch(() => undefined);
    };
    const shown = await poll(hoverText, { timeout: 60_000, what: "the hover of the row" });
    await workbench.screenshot("pseudo-hover");
    const data = [
      "Checklist before a release",
      "release.md",
      /https:\/\/sandbox\.invalid\/\S+/,
      "ada-finch",
      ...times,
    ];
    assert.deepEqual(unlocalized(shown.split("\n"), data), []);
    await page.mouse.move(0, 0);

    await gists.menu("Git commands that I look up every time", titleOf("forgeside.gist.showComments"));
    const thread = page.locator(".review-widget:visible").first();
    await thread.locator(".review-comment .comment-body").first().waitFor();
    await workbench.screenshot("pseudo-comments");
    const title = await thread.locator(".review-title").innerText();
    const reply = await thread.locator(".review-thread-reply-button:visible").allInnerTexts();
    const labels = await thread.locator(".isPending:visible").allInnerTexts();
    assert.deepEqual(unlocalized([title, ...labels, ...reply].map(plain)), []);
    assert.deepEqual(reply.length, 1);
    const body = plain(await thread.locator(".review-comment .comment-body").first().innerText()).trim();
    const ours = await new CommentThread(page).actions(body);
    assert.notEqual(ours.length, 0);
    assert.deepEqual(unlocalized(ours), []);
    await new CommentThread(page).typeReply("Thanks");
    await thread.locator(".form-actions:visible .monaco-button").first().waitFor();
    const buttons = await thread.locator(".form-actions:visible .monaco-button").allInnerTexts();
    assert.notEqual(buttons.length, 0);
    assert.deepEqual(unlocalized(buttons.map(plain)), []);
    await workbench.screenshot("pseudo-reply");

    await workbench.command(paletteTitle("forgeside.deployment.timeline"));
    await quickInput.waitOpen();
    await quickInput.pick("ada-finch/tide-clock");
    await quickInput.waitOpen({ placeholder: textOf("Select an environment") });
    await quickInput.pick("production");
    const timeline = workbench.webview();
    await timeline.locator(".row").first().waitFor();
    await workbench.screenshot("pseudo-timeline");
    const spoken = await timeline
      .locator("[aria-label], [title], [alt]")
      .evaluateAll((all) =>
        all.flatMap((element) =>
          ["aria-label", "title", "alt"].flatMap((name) => element.getAttribute(name) ?? []),
        ),
      );
    const lines = [...(await timeline.locator("body").innerText()).split("\n"), ...spoken];
    assert.ok(lines.length > 10, lines.join("\n"));
    const deployed = [
      /\b\S+ @ [\da-f]{7}\b/,
      "ada-finch/tide-clock",
      "production",
      "ada-finch",
      "lin-okafor",
      "tomas-berg",
      "main",
      "deploy:migrations",
      "Waiting for low water",
      "1.0 for everybody",
    ];
    assert.deepEqual(unlocalized(lines, [...deployed, ...times]), []);
  },
);

const secret = "Kx9fqZ2mTb!7";

testInWorkbench(
  "The question about a secret, the message of a share, the notebook and a webhook's document show nothing but localized texts",
  { language: pseudoLanguage, files: { "service.env": `HOST=example.org\nDB_PASSWORD=${secret}\n` } },
  async (workbench) => {
    const { dialog, editor, page, quickInput, toasts } = workbench;
    await trySandbox(workbench);
    await workbench.openFile("service.env");
    await editor.select(1, 2);
    await workbench.command(paletteTitle("forgeside.gist.shareSelection"));
    await dialog.waitOpen();
    await workbench.screenshot("pseudo-guard");
    // Cancel is VS Code's own.
    const buttons = (await dialog.buttons()).filter((button) => button !== "Cancel");
    assert.ok(buttons.length >= 3, buttons.join());
    const lines = [await dialog.text(), ...(await dialog.detail()).split("\n")];
    assert.deepEqual(unlocalized([...buttons, ...lines], ["service.env", "DB_PASSWORD"]), []);
    await dialog.click(textOf("Redact"));
    const shared = beginOf("Shared as secret gist “{0}”. Link copied to clipboard.");
    const said = await toasts.wait(shared);
    await workbench.screenshot("pseudo-toast");
    const shareButtons = await toasts.buttons(shared);
    assert.notEqual(shareButtons.length, 0);
    assert.deepEqual(unlocalized([said, ...shareButtons], ["service.env"]), []);
    await toasts.dismiss(shared);

    await workbench.command(paletteTitle("forgeside.operation.newNotebook"));
    const notebook = page.locator(".notebookOverlay:visible");
    const cell = notebook.locator(".code-cell-row").first();
    await cell.waitFor();
    await page.locator(".notebook-toolbar-container").getByText("Run All").click();
    await cell.locator(".codicon-notebook-state-success").waitFor();
    await workbench.screenshot("pseudo-notebook");
    const kernel = page.locator(".kernel-label, .notebook-toolbar-right .kernel-action-view-item").first();
    await poll(async () => plain(await kernel.innerText()) !== "", { timeout: 10_000, what: "the kernel's name" });
    assert.deepEqual(unlocalized([await kernel.innerText()], ["Forgeside"]), []);
    // The rendered text above the call, in a page that VS Code lays over the cells.
    const rendered = page
      .frameLocator("iframe.webview.ready")
      .frameLocator("iframe#active-frame")
      .locator(".markup");
    const [heading = ""] = textOf(
      "# Operations\n\nEach cell is a call. Run one, and its response appears below it.",
    )
      .replaceAll("# ", "")
      .split("\n");
    await rendered
      .filter({ hasText: heading.slice(1, -1) })
      .first()
      .waitFor({ state: "attached" });

    await workbench.command(paletteTitle("forgeside.hook.createDocument"));
    await quickInput.waitOpen();
    await quickInput.pick("ada-finch/tide-clock");
    await editor.waitTab("new.hook.json");
    await editor.goTo(4, 5);
    await workbench.command("Show or Focus Hover");
    const hover = page.locator(".monaco-hover:visible .hover-contents").first();
    await hover.filter({ hasText: "⟦" }).waitFor();
    await workbench.screenshot("pseudo-webhook");
    const described = (await hover.innerText()).split("\n");
    assert.deepEqual(unlocalized(described.map(plain)), []);
    await editor.save({ wait: false });
    const refused = textOf("config needs a url: the URL that events are delivered to.");
    const why = await toasts.wait(refused);
    assert.deepEqual(unlocalized([why], ["new.hook.json"]), []);
  },
);
