import assert from "node:assert/strict";
import { languages, readTranslations } from "../support/l10n/translations.ts";
import { pseudoLanguage } from "../support/l10n/pseudoTexts.ts";
import { demoLabels } from "./support/demoLabels.ts";
import { listedCommands } from "./support/listedCommands.ts";
import { times, unlocalized, usePseudoTexts } from "./support/pseudo.ts";
import { testInWorkbench } from "./support/testInWorkbench.ts";
import { plain } from "./support/text.ts";
import type { Workbench } from "./support/workbench.ts";

const source = "export const one = 1;\nexport const two = 2;\nexport const three = 3;\n";

for (const language of languages()) {
  const { l10n, package: titles } = readTranslations(language);
  const text = (english: string, ...args: readonly string[]): string => {
    const translated = l10n[english];
    assert.ok(translated, english);
    return translated.replace(/\{(\d)\}/g, (_, index: string) => args[Number(index)] ?? "");
  };
  const title = (id: string): string => {
    assert.ok(titles[id], id);
    return titles[id];
  };

  testInWorkbench(
    `A person whose language is ${language} shares a selection from the palette, with four actions`,
    { language, files: { "src/numbers.ts": source } },
    async (workbench) => {
      const { editor, page, quickInput, toasts } = workbench;
      await workbench.openContainer("Forgeside");
      const tree = workbench.tree(title("view.gists"));
      const [sentence = ""] = title("welcome.gists.signedOut").split("\n");
      // Until the view is loaded, another text is in its place.
      await tree.pane.locator(".welcome-view-content", { hasText: sentence }).waitFor();
      await workbench.screenshot(`welcome-${language}`);

      await workbench.command(`Forgeside: ${title("forgeside.account.trySandbox")}`);
      await tree.waitRow(text("Your Gists"));
      await workbench.openFile("src/numbers.ts");
      const share = `Forgeside: ${title("forgeside.gist.shareSelection")}`;
      const actions: readonly (() => Promise<unknown>)[] = [
        () => editor.select(2, 3),
        () => workbench.press("F1").then(() => quickInput.waitOpen()),
        () =>
          quickInput.type(`>${share}`).then(() => quickInput.row(share).and(page.locator(".focused")).waitFor()),
        () => workbench.press("Enter"),
      ];
      for (const act of actions) await act();
      // Nothing else is asked: these four share it.
      const description = text("{0}, lines {1}–{2}", "numbers.ts", "2", "3");
      await toasts.wait(text("Shared as secret gist “{0}”. Link copied to clipboard.", description));
      await tree.waitRow(description);
      await workbench.screenshot(`share-${language}`);
      await tree.menu(description, title("forgeside.gist.showComments"));
      await editor.waitTab(text("Comments: {0}", description));
      await workbench.screenshot(`conversation-${language}`);
    },
  );
}

testInWorkbench(
  "The walkthrough of a person whose language is German is German, and its button starts the sandbox",
  { language: "de" },
  async (workbench) => {
    const { page, quickInput, toasts } = workbench;
    const { l10n, package: titles } = readTranslations("de");
    const title = (id: string): string => titles[id] ?? assert.fail(id);
    await workbench.command("Welcome: Open Walkthrough...");
    await quickInput.pick(title("walkthrough.title"));
    const walkthrough = page.locator(".gettingStartedContainer");
    const steps = walkthrough.locator(".getting-started-step");
    const names = ["sandbox", "share", "edit", "find", "repos", "signIn"];
    await steps.nth(names.length - 1).waitFor();
    assert.deepEqual(
      (await steps.locator(".step-title").allInnerTexts()).map(plain),
      names.map((name) => title(`walkthrough.${name}.title`)),
    );
    const [sentence = "", link = ""] = title("walkthrough.sandbox.description").split("\n");
    const sandbox = steps.filter({ hasText: title("walkthrough.sandbox.title") });
    await sandbox.getByText(sentence).waitFor();
    await workbench.screenshot("walkthrough-de");
    const [, button = ""] = /^\[(.*?)\]/.exec(link) ?? [];
    assert.notEqual(button, "Try the Sandbox");
    await walkthrough.getByRole("button", { name: button }).click();
    const signedIn =
      l10n["Signed in to the sandbox as {0}. Its data is made up, and nothing leaves this computer."] ?? "";
    await toasts.wait(signedIn.replace("{0}", "ada-finch"));
    await sandbox.locator(".codicon-getting-started-step-checked.complete").first().waitFor();
  },
);

const pseudo = usePseudoTexts();
const { paletteTitle, textOf, titleOf } = pseudo;

/** The rows of a view. A label may be data of the demo; what is spoken of its row is more than that. */
const unlocalizedRows = async (workbench: Workbench, view: string): Promise<readonly string[]> => {
  const rows = await workbench.tree(titleOf(view)).rows();
  assert.notEqual(rows.length, 0);
  return rows.flatMap(({ name, label, description }) => {
    const data = [...(demoLabels.has(label) ? [label] : []), "ada-finch (sandbox)", "sandbox", "main", ...times];
    return unlocalized([name, label, description], data);
  });
};

/** Commands with the placeholders of what they ask, and what is typed there so that no rows of data are left. */
const prompts: readonly (readonly [id: string, placeholder: string, typed?: string])[] = [
  ["forgeside.account.signIn", "Select a server to sign in to"],
  ["forgeside.gist.create", "Description"],
  ["forgeside.gist.sort", "Sort by"],
  ["forgeside.search.find", 'Words, #tag, lang:ts, is:secret, is:public, is:starred, user:name, "a phrase"'],
  ["forgeside.repo.open", "Select a repository, or enter owner/name, its number or its URL", "zz/zz"],
];

testInWorkbench(
  "Views, welcome texts and the palette show nothing but localized texts",
  { language: pseudoLanguage },
  async (workbench) => {
    const { page, quickInput } = workbench;
    await workbench.openContainer(titleOf("container.title"));
    for (const view of ["gists", "repos", "activity", "service", "accounts"]) {
      const [text = ""] = titleOf(`welcome.${view}.signedOut`).split("\n");
      const sentence = text.replace(/\[(.*?)\]\(.*?\)/g, "$1");
      const { pane } = await workbench.tree(titleOf(`view.${view}`)).open();
      // Until the view is loaded, another text is in its place.
      await pane.locator(".welcome-view-content", { hasText: sentence }).waitFor();
    }
    const paragraphs = page.locator(".sidebar .welcome-view-content :is(p, .button-container)");
    const welcome = await paragraphs.allInnerTexts();
    assert.ok(welcome.length >= 9, String(welcome.length));
    assert.equal(await page.locator(".sidebar .welcome-view-content .button-container").count(), 1);
    assert.deepEqual(unlocalized(welcome), []);
    const headers = await page.locator(".sidebar .pane-header .title").allInnerTexts();
    assert.equal(headers.length, 5);
    assert.deepEqual(unlocalized(headers), []);
    await workbench.screenshot("pseudo-welcome");

    await workbench.press("F1");
    await quickInput.waitOpen();
    await quickInput.type(">Forgeside:");
    await page.locator(".quick-input-list-row .label-name", { hasText: "Forgeside: ⟦" }).first().waitFor();
    await workbench.screenshot("pseudo-palette");
    const own = await listedCommands(workbench);
    assert.ok(own.includes(paletteTitle("forgeside.account.trySandbox")), own.join("\n"));
    assert.deepEqual(unlocalized(own, ["Forgeside:"]), []);
    await quickInput.cancel();
  },
);

testInWorkbench(
  "Rows, menus, prompts, messages and pages show nothing but localized texts",
  { language: pseudoLanguage },
  async (workbench) => {
    const { contextMenu, page, quickInput, toasts } = workbench;
    await workbench.openContainer(titleOf("container.title"));
    await workbench.command(paletteTitle("forgeside.account.trySandbox"));
    const signedIn =
      textOf("Signed in to the sandbox as {0}. Its data is made up, and nothing leaves this computer.").split(
        "{0}",
      )[0] ?? "";
    await toasts.wait(signedIn);
    assert.deepEqual(unlocalized(await toasts.texts()), []);
    await toasts.dismiss(signedIn);

    const gists = workbench.tree(titleOf("view.gists"));
    await gists.waitRow("Checklist before a release");
    assert.deepEqual(await unlocalizedRows(workbench, "view.gists"), []);
    await gists.menu("Checklist before a release");
    assert.deepEqual(unlocalized(await contextMenu.items()), []);
    await workbench.screenshot("pseudo-menu");
    await workbench.press("Escape");
    await gists.fold();
    await workbench.tree(titleOf("view.accounts")).fold();

    const firstRows = {
      "view.repos": "ada-finch/tide-clock",
      "view.activity": textOf("Repository {0}").replace("{0}", "ada-finch/tide-clock"),
      "view.service": textOf("Rate Limit"),
      "view.accounts": "ada-finch (sandbox)",
    };
    for (const [view, row] of Object.entries(firstRows)) {
      const tree = await workbench.tree(titleOf(view)).open();
      await tree.waitRow(row);
      if (view === "view.repos") {
        await tree.expand("ada-finch/tide-clock");
        await tree.waitRow(textOf("Branches"));
      }
      assert.deepEqual(await unlocalizedRows(workbench, view), []);
      await workbench.screenshot(`pseudo-${view}`);
      if (view === "view.repos") await tree.click(textOf("Insights"));
      await tree.fold();
    }

    const headings = [
      "Participation",
      "Commit Activity",
      "Punch Card",
      "Code Frequency",
      "Contributors",
      "Languages",
    ];
    const insights = workbench.webview();
    for (const heading of headings)
      await insights.getByRole("heading", { level: 2, name: textOf(heading), exact: true }).waitFor();
    const lines = await insights.locator("h1, h2, p, button, summary, th, label").allInnerTexts();
    assert.ok(lines.length > 2 * headings.length, lines.join("\n"));
    assert.deepEqual(unlocalized(lines, ["ada-finch/tide-clock", ...times]), []);
    await workbench.screenshot("pseudo-insights");

    for (const [id, placeholder, typed] of prompts) {
      await workbench.command(paletteTitle(id));
      await quickInput.waitOpen({ placeholder: textOf(placeholder) });
      if (typed !== undefined) {
        await quickInput.type(typed);
        await quickInput.row(typed).waitFor();
      }
      const shown = await page.locator(".quick-input-widget:visible").innerText();
      const data = [
        /\d+ Results?/,
        ...(typed === undefined ? [] : [typed]),
        "(Press 'Enter' to confirm or 'Escape' to cancel)",
      ];
      assert.deepEqual(unlocalized(shown.split("\n"), data), []);
      await quickInput.cancel();
    }
  },
);
