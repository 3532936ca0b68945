import assert from "node:assert/strict";
import { accessibilityProblems, focusProblems, setTheme, themes } from "./support/accessibility.ts";
import { poll } from "../support/run/poll.ts";
import { onlyRepositories, repositorySeed } from "./support/repositories.ts";
import { adaToken, hoursAgo, signInWithToken, startService, replaceToken } from "./support/service.ts";
import { testInWorkbench } from "./support/testInWorkbench.ts";
import { succeeds } from "./support/succeeds.ts";
import { widen } from "./support/views.ts";

testInWorkbench(
  "A person reads the board of deployments, sees which check failed, deploys past it, and adds a status",
  {},
  async (workbench) => {
    const commit = (message: string, date: string, more = {}) => ({
      author: "ada",
      date,
      message,
      files: { "mill.ts": `// ${message}\n` },
      ...more,
    });
    const service = await startService({
      ...repositorySeed,
      repositories: [
        {
          owner: "ada",
          name: "engine",
          commits: [
            commit("Begin", "2026-01-01T00:00:00Z"),
            commit("Next", "2026-01-02T00:00:00Z", { branch: "next", from: "main" }),
          ],
          commitStatuses: [
            { commit: "next", context: "ci/build", state: "success", createdAt: hoursAgo(90) },
            { commit: "next", context: "ci/test", state: "failure", createdAt: hoursAgo(90) },
          ],
          deployments: [
            {
              ref: "main",
              environment: "production",
              createdAt: hoursAgo(72),
              statuses: [{ state: "failure", description: "The disk is full", createdAt: hoursAgo(71) }],
            },
            {
              ref: "main",
              environment: "production",
              description: "For everybody",
              payload: { region: "north" },
              createdAt: hoursAgo(48),
              statuses: [
                { state: "pending", createdAt: hoursAgo(48) },
                { state: "success", createdAt: hoursAgo(47), targetUrl: "https://example.com/up" },
              ],
            },
            {
              ref: "main",
              environment: "staging",
              createdAt: hoursAgo(30),
              statuses: [{ state: "pending", createdAt: hoursAgo(30) }],
            },
          ],
        },
      ],
    });
    const { quickInput, toasts, dialog } = workbench;
    try {
      await signInWithToken(workbench, service.url, adaToken);
      await toasts.dismiss("Signed in to");
      const tree = await onlyRepositories(workbench);
      await tree.expand("ada/engine");
      await tree.expand("Deployments");
      await tree.waitRow("production");
      const [{ sha } = { sha: "" }] = await service.ada.call("repos.getDeployments", {
        user: "ada",
        repo: "engine",
      });
      const label = `main @ ${sha.slice(0, 7)}`;
      await tree.waitRow(label);
      await widen(workbench);
      await tree.expand(label);
      const described = (await tree.rows()).map((row) => `${row.label}: ${row.description}`);
      assert.ok(
        described.some((text) => text.startsWith(`${label}: pending · stale: no status for over a day`)),
        described.join("\n"),
      );
      assert.ok(described.some((text) => text.startsWith(`${label}: failed · superseded`)));
      await workbench.screenshot("deployments-board");

      await tree.inlineAction("staging", "New Deployment");
      await quickInput.waitOpen({ placeholder: "Select what to deploy" });
      await quickInput.pick("next");
      const form = "New Deployment of ada/engine";
      await quickInput.waitOpen({ title: form });
      await workbench.page.locator(".quick-input-list").getByText("all that there are").waitFor();
      await workbench.screenshot("deployments-form");
      await quickInput.pick("Description");
      await workbench.page.getByText("Enter a description of at most 140 characters").waitFor();
      await quickInput.submit("With the new wheel");
      await quickInput.waitOpen({ title: form });
      await quickInput.pick("Deploy next to staging");
      await toasts.wait("these checks of “next” have not passed: ci/test (failed)");
      await toasts.dismiss("these checks of “next” have not passed");

      await tree.inlineAction("staging", "New Deployment");
      await quickInput.waitOpen({ placeholder: "Select what to deploy" });
      await quickInput.pick("next");
      await quickInput.waitOpen({ title: form });
      // What was written for the one that was refused is there again.
      await workbench.page.locator(".quick-input-list").getByText("With the new wheel").waitFor();
      await workbench.screenshot("deployments-again");
      await quickInput.pick("Checks That Must Have Passed");
      await quickInput.waitOpen({ placeholder: "Select the checks that must have passed" });
      await workbench.screenshot("deployments-checks");
      await quickInput.pick("None: deploy regardless of the checks");
      await workbench.page.locator(".quick-input-list").getByText("none: bypasses the checks").waitFor();
      await quickInput.pick("Deploy next to staging");
      await dialog.waitOpen("Deploy next to staging regardless of its checks?");
      await workbench.screenshot("deployments-bypass");
      await dialog.click("Bypass the Checks");
      await workbench.page.getByText("no status yet · next").waitFor();

      const [made] = await service.ada.call("repos.getDeployments", { user: "ada", repo: "engine" });
      await tree.inlineAction(`next @ ${made?.sha.slice(0, 7) ?? ""}`, "Set Deployment Status");
      await quickInput.waitOpen({ title: "Status of next", placeholder: "Select the state of the deployment" });
      await quickInput.pick("success");
      await quickInput.waitOpen({ title: "Status of next", placeholder: "https://" });
      await quickInput.submit("https://staging.example.com");
      await workbench.page.getByText("Enter a description of at most 140 characters").waitFor();
      await quickInput.submit("It turns");
      await workbench.page.getByText("pending · superseded").waitFor();
      await workbench.screenshot("deployments-after");
      const statuses = await service.ada.call("repos.getDeploymentStatuses", {
        user: "ada",
        repo: "engine",
        id: made?.id ?? 0,
      });
      assert.deepEqual(
        statuses.map(({ state, target_url, description }) => [state, target_url, description]),
        [["success", "https://staging.example.com", "It turns"]],
      );

      // The timeline: looked at, and worked from, with the keyboard alone.
      await tree.inlineAction("production", "Show Deployment Timeline");
      const page = workbench.webview();
      await page.getByRole("heading", { name: "Deployments to production: ada/engine" }).waitFor();
      await page.locator(".summary", { hasText: "2 deployments since" }).waitFor();
      assert.equal(await page.locator(".row").count(), 2);
      await page.locator(".row").first().getByText("succeeded").waitFor();
      await workbench.screenshot("deployments-timeline");
      assert.deepEqual(await focusProblems(workbench), []);
      for (const [theme, name] of themes) {
        await setTheme(workbench, theme);
        assert.deepEqual(await accessibilityProblems(workbench), [], name);
      }
      await page.locator(".row").first().getByRole("button", { name: "Set Status..." }).focus();
      await workbench.page.keyboard.press("Enter");
      await quickInput.waitOpen({ title: "Status of main", placeholder: "Select the state of the deployment" });
      await quickInput.pick("error");
      await quickInput.waitOpen({ title: "Status of main", placeholder: "https://" });
      await quickInput.submit("");
      await workbench.page.getByText("Enter a description of at most 140 characters").waitFor();
      await quickInput.submit("The wheel broke");
      await page
        .locator(".row")
        .first()
        .getByText(/\berror\b/)
        .waitFor();
      await page.locator(".row").first().getByText("The wheel broke").waitFor();
      await workbench.screenshot("deployments-timeline-after");

      // A payload is written in an editor, with JSON's help, and comes back into the form.
      const writePayload = async (): Promise<void> => {
        await tree.inlineAction("staging", "New Deployment");
        await quickInput.waitOpen({ placeholder: "Select what to deploy" });
        await quickInput.pick("main");
        await quickInput.waitOpen({ title: form });
        await quickInput.pick("Payload");
        await quickInput.waitOpen({ title: form, placeholder: "Select where the payload comes from" });
        await quickInput.pick("Write It in an Editor");
        await workbench.page.getByText("Use as Payload").first().waitFor();
      };
      await writePayload();
      await workbench.editor.selectAll();
      await workbench.page.keyboard.press("Delete");
      await workbench.editor.type('{ "region": "west" }');
      await workbench.screenshot("deployments-payload");
      await workbench.page.keyboard.press("ControlOrMeta+KeyS");
      await quickInput.waitOpen({ title: form });
      await workbench.page.locator(".quick-input-list").getByText('{"region":"west"}').waitFor();
      await quickInput.pick("Deploy main to staging");
      await poll(
        async () =>
          (await service.ada.call("repos.getDeployments", { user: "ada", repo: "engine" })).some(({ payload }) =>
            JSON.stringify(payload).includes("west"),
          ),
        { timeout: 30_000, what: "it is deployed with its payload" },
      );

      // A payload that is being written when the window is reloaded is not lost, and the timeline stays open.
      await writePayload();
      await workbench.editor.selectAll();
      await workbench.editor.type('{ "region": "ea');
      await workbench.reload(({ editors, backups }) => {
        const unsaved = backups.find((text) => text.includes('"ea'));
        // The document that was saved before had the same name: what is kept may still be of that moment.
        const address = unsaved && /^[\w-]+:\/\/([\w-]+)\/payload\.json\?/.exec(unsaved)?.[1];
        const payloads = editors.filter((editor) => editor.includes("payload.json"));
        return (
          address !== undefined &&
          payloads.length === 1 &&
          payloads.every((editor) => editor.includes(address)) &&
          editors.some((editor) => editor.includes("environment"))
        );
      });
      await workbench.page.getByText("The form for this payload is closed.").waitFor();
      await workbench.editor.waitText('{ "region": "ea');
      await workbench.editor.waitDirty(true);
      await workbench.screenshot("deployments-payload-left");
      await poll(
        async () => {
          await workbench.editor.clickTab("Deployments to production: ada/engine");
          const heading = page.getByRole("heading", { name: "Deployments to production: ada/engine" });
          const isThere = await succeeds(heading.waitFor({ timeout: 6000 }));
          // Where VS Code 1.100 meets its own service worker of before the reload, its first webview stays empty.
          if (!isThere) await workbench.editor.clickTab("payload.json");
          return isThere;
        },
        { timeout: 25_000, what: "the timeline's page" },
      );
      // This VS Code forgets secrets with its window, and nothing is read without a token.
      await replaceToken(workbench);
      const refresh = page.getByRole("button", { name: "Refresh" });
      const isRead = async (): Promise<boolean> => {
        await refresh.click();
        return succeeds(page.locator(".row").first().getByText("The wheel broke").waitFor({ timeout: 3000 }));
      };
      await poll(isRead, { timeout: 30_000, what: "the timeline" });
    } finally {
      await service.close();
    }
  },
);

testInWorkbench(
  "A payload that Auto Save has saved is there after a reload, goes into the form again, and outlives its tab",
  {
    settings: {
      "files.autoSave": "afterDelay",
      // Long enough to see the text unsaved.
      "files.autoSaveDelay": 1500,
      // After a save in the middle of typing, VS Code no longer types over what it has closed.
      "editor.autoClosingBrackets": "never",
      "editor.autoClosingQuotes": "never",
      "editor.autoSurround": "never",
    },
  },
  async (workbench) => {
    const { editor, page, quickInput, toasts } = workbench;
    const form = "New Deployment of ada-finch/tide-clock";
    await workbench.command("Forgeside: Try the Sandbox");
    await toasts.wait("Signed in to the sandbox as ada-finch");
    const tree = await onlyRepositories(workbench);
    await tree.expand("ada-finch/tide-clock");
    await tree.expand("Deployments");
    const replaceText = async (text: string): Promise<void> => {
      await editor.selectAll();
      await editor.type(text);
      await editor.waitDirty(true);
      await editor.waitDirty(false);
      await editor.waitText(text);
    };
    const begin = async (): Promise<void> => {
      await quickInput.waitOpen({ placeholder: "Select what to deploy" });
      await quickInput.pick("main");
      await quickInput.waitOpen({ title: form });
    };
    const payloadRow = (text: string) => quickInput.row("Payload").filter({ hasText: text });
    await tree.inlineAction("staging", "New Deployment");
    await begin();
    await quickInput.pick("Payload");
    await quickInput.waitOpen({ title: form, placeholder: "Select where the payload comes from" });
    await quickInput.pick("Write It in an Editor");
    await page.getByText("Use as Payload").first().waitFor();
    await replaceText('{ "region": "west" }');
    await workbench.reload(({ editors }) => editors.some((each) => each.includes("payload.json")));
    await page.getByText("The form for this payload is closed.").waitFor();
    await editor.waitText('"region": "west"');
    await workbench.screenshot("deployments-payload-reloaded");
    await page.locator(".codelens-decoration a", { hasText: /^\s*Use as Payload$/ }).click();
    await begin();
    await payloadRow('{"region":"west"}').waitFor();
    await quickInput.pick("Payload");
    await quickInput.waitOpen({ title: form, placeholder: "Select where the payload comes from" });
    await quickInput.pick("Write It in an Editor");
    // The new document: the former one, which has the same text, is closed first.
    await page.locator(".codelens-decoration a", { hasText: "Leave It as It Was" }).waitFor();
    await editor.waitText('"region": "west"');
    await replaceText('{ "region": "east" }');
    await editor.close();
    await quickInput.waitOpen({ title: form });
    await payloadRow('{"region":"east"}').waitFor();
    await workbench.screenshot("deployments-payload-closed");
  },
);
