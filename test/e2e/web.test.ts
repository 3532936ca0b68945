import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { join } from "node:path";
import { test } from "node:test";
import { leaseMs } from "../../src/base/recordFolder.ts";
import type * as standalone from "../../src/client/standalone.ts";
import { accessibilityProblems, setTheme, themes } from "./support/accessibility.ts";
import { poll } from "../support/run/poll.ts";
import { outFolder } from "../support/run/projectPaths.ts";
import { launchBrowser } from "../support/vscode/browser.ts";
import { readEnvironment } from "./support/environment.ts";
import { openRepositories, repositorySeed } from "./support/repositories.ts";
import {
  adaToken,
  answerSignIn,
  helloId,
  seed,
  signInWithToken,
  startService,
  waitPassword,
} from "./support/service.ts";
import { testInWorkbench } from "./support/testInWorkbench.ts";
import type { Workbench } from "./support/workbench.ts";

const within = { timeout: 20_000 };

testInWorkbench(
  "A person in VS Code for the Web tries the sandbox, shares a text, edits it, and finds it after a reload",
  { web: true },
  async (workbench) => {
    const { editor, toasts } = workbench;
    await workbench.openContainer("Forgeside");
    const tree = workbench.tree("Gists");
    await tree.clickWelcome("Try the sandbox");
    await toasts.wait("Signed in to the sandbox as ada-finch");
    await toasts.dismiss("Signed in to the sandbox");
    await workbench.screenshot("web-sandbox");

    await workbench.command("File: New Untitled Text File");
    await editor.waitTab("Untitled-1");
    await editor.type("Written in a browser");
    await workbench.command("Forgeside: Share Selection as Gist");
    await toasts.wait("Shared as secret gist");
    await workbench.screenshot("web-shared");
    await toasts.dismiss("Shared as secret gist");
    await tree.waitRow("snippet.txt");
    await tree.click("snippet.txt");
    await editor.waitTab("snippet.txt");
    await editor.select(1);
    await editor.type("Edited in a browser");
    await editor.save();
    await workbench.reload();
    await workbench.openContainer("Forgeside");
    await tree.click("snippet.txt");
    await editor.waitText("Edited in a browser");
    await workbench.screenshot("web-after-reload");
  },
);

const openFile = async (workbench: Workbench, name: string): Promise<void> => {
  await workbench.openContainer("Forgeside");
  const tree = workbench.tree("Gists");
  await tree.expand("Hello in two languages");
  await tree.click(name);
  await workbench.editor.waitTab(name);
};

testInWorkbench(
  "Two tabs of VS Code for the Web that cannot reach the server lose nothing, and publish each edit once",
  { web: true },
  async (workbench) => {
    const service = await startService(seed, 0, { allowCors: true });
    const port = Number(new URL(service.url).port);
    let again: Awaited<ReturnType<typeof startService>> | undefined;
    try {
      await signInWithToken(workbench, service.url, adaToken);
      await openFile(workbench, "hello.py");
      await workbench.editor.waitText('print("Hello")');
      const other = await workbench.secondWindow();
      await openFile(other, "hello.rb");
      await other.editor.waitText('puts "Hello"');
      await service.close();

      await workbench.editor.select(1);
      await workbench.editor.type("# one");
      await workbench.editor.save();
      await other.editor.select(1);
      await other.editor.type("# two");
      await other.editor.save();
      await workbench.page.bringToFront();
      await workbench.reload();
      await poll(async () => (await workbench.statusBar()).includes("2 unpublished edits"), {
        ...within,
        what: "both edits are unpublished",
      });
      await workbench.screenshot("web-unpublished");

      again = await startService(seed, port, { allowCors: true });
      await workbench.command("Forgeside: Publish All Gist Edits");
      const published = async (name: string): Promise<string> =>
        (await again?.gist(helloId))?.files[name]?.content ?? "";
      await poll(
        async () =>
          (await published("hello.py")).includes("# one") && (await published("hello.rb")).includes("# two"),
        // The reload may have ended an attempt, whose lease ends by itself only.
        { timeout: leaseMs + 20_000, what: "both edits are published" },
      );
      await poll(async () => !(await workbench.statusBar()).some((text) => text.includes("unpublished")), {
        ...within,
        what: "nothing is unpublished",
      });
      assert.deepEqual(
        [
          (await published("hello.py")).match(/# one/g)?.length,
          (await published("hello.rb")).match(/# two/g)?.length,
        ],
        [1, 1],
      );
    } finally {
      await (again ?? service).close();
    }
  },
);

testInWorkbench(
  "A person in VS Code for the Web whose browser stores nothing more reads so, and what to do",
  { web: true },
  async (workbench) => {
    const { editor, page, toasts } = workbench;
    const service = await startService(seed, 0, { allowCors: true });
    try {
      await signInWithToken(workbench, service.url, adaToken);
      await openFile(workbench, "hello.py");
      await editor.waitText('print("Hello")');
      await service.close();
      // As IndexedDB fails when the browser gives the site nothing more.
      await page.evaluate(() => {
        const put = Reflect.get(IDBObjectStore.prototype, "put") as unknown;
        Object.assign(globalThis, { giveSpace: () => Object.assign(IDBObjectStore.prototype, { put }) });
        IDBObjectStore.prototype.put = () => {
          throw new DOMException("Encountered full disk.", "QuotaExceededError");
        };
      });
      await editor.select(1);
      await editor.type("# no room");
      await workbench.command("File: Save");
      const text = await toasts.wait("Failed to save");
      await workbench.screenshot("web-full-storage");
      assert.match(text, /The browser's storage for VS Code is full\. Publish or discard unpublished edits/);
      assert.doesNotMatch(text, /vscode-userdata|globalStorage/);
      await page.evaluate(() => (Reflect.get(globalThis, "giveSpace") as () => void)());
      await editor.save();
      await poll(async () => (await workbench.statusBar()).some((each) => each.includes("1 unpublished")), {
        ...within,
        what: "the edit is stored",
      });
    } finally {
      await service.close();
    }
  },
);

const inExplorer = ({ page }: Workbench, name: string) =>
  page.locator(".explorer-folders-view .monaco-list-row", { hasText: name });

/** The folder as VS Code itself names it: the last part of its address. */
const waitFolderName = async ({ page }: Workbench, name: string): Promise<void> => {
  await page.locator(".command-center", { hasText: name }).waitFor();
};

testInWorkbench(
  "A person in VS Code for the Web opens a repository and a gist as whole workspaces, in tabs whose addresses can be kept",
  { web: true },
  async (workbench) => {
    const service = await startService(repositorySeed, 0, { allowCors: true });
    await service.ada.call("repos.create", { name: "engine", auto_init: true });
    try {
      const tree = await openRepositories(workbench, service);
      const tab = await workbench.openedWindow(() =>
        tree.menu("ada/engine", "Open", "Open Repository in New Window"),
      );
      assert.match(decodeURIComponent(tab.page.url()), /\?folder=forgeside-repo:/);
      await tab.screenshot("web-repository-workspace");
      await inExplorer(tab, "README.md").click();
      await waitFolderName(tab, "main [Forgeside]");
      await tab.editor.waitText("# engine");
      // As from a bookmark.
      await tab.page.goto(tab.page.url());
      await inExplorer(tab, "README.md").click();
      await tab.editor.waitText("# engine");

      await workbench.page.bringToFront();
      await tree.fold();
      const gists = await workbench.tree("Gists").open();
      const gist = await workbench.openedWindow(() =>
        gists.menu("Hello in two languages", "Open", "Open Gist in New Window"),
      );
      await inExplorer(gist, "hello.py").click();
      await waitFolderName(gist, "Hello in two languages [Gist]");
      await gist.editor.waitText('print("Hello")');
      await gist.editor.select(1);
      await gist.editor.type("# from a tab");
      await gist.editor.save();
      await poll(
        async () => (await service.gist(helloId)).files["hello.py"]?.content?.includes("# from a tab") ?? false,
        { ...within, what: "the edit is published" },
      );
      await gist.screenshot("web-gist-workspace");
    } finally {
      await service.close();
    }
  },
);

testInWorkbench(
  "A person in VS Code for the Web opens the bookmark of a repository without its account, signs in, and sees the files",
  { web: true },
  async (workbench) => {
    const service = await startService(repositorySeed, 0, { allowCors: true });
    await service.ada.call("repos.create", { name: "engine", auto_init: true });
    try {
      const tree = await openRepositories(workbench, service);
      const tab = await workbench.openedWindow(() =>
        tree.menu("ada/engine", "Open", "Open Repository in New Window"),
      );
      await inExplorer(tab, "README.md").waitFor();
      await workbench.page.bringToFront();
      await workbench.command("Forgeside: Sign Out...");
      await workbench.dialog.waitOpen("Sign out ada");
      await workbench.dialog.click("Sign Out");
      await poll(async () => (await tree.rows()).length === 0, { ...within, what: "ada is signed out" });
      await tab.page.bringToFront();
      await tab.reload();
      await tab.toasts.wait("is of the account ada");
      // As an error it stays until it is answered: nothing else beside the empty folder leads to a sign-in.
      await tab.toasts.toast("is of the account ada").locator(".codicon-error").waitFor();
      await tab.screenshot("web-repository-signed-out");
      await tab.toasts.click("is of the account", "Sign In...");
      await answerSignIn(tab, service.url, adaToken);
      await inExplorer(tab, "README.md").click();
      await tab.editor.waitText("# engine");
      await tab.screenshot("web-repository-signed-in");
    } finally {
      await service.close();
    }
  },
);

/** What the page with a button saves when it is pressed. */
const downloaded = async (workbench: Workbench, name: string): Promise<Buffer> => {
  const button = workbench.webview().getByRole("button", { name: `Download ${name}` });
  await button.waitFor();
  const download = workbench.page.waitForEvent("download");
  await button.press("Enter");
  const file = await download;
  assert.equal(file.suggestedFilename(), name);
  return readFileSync(await file.path());
};

testInWorkbench(
  "A person in VS Code for the Web generates a deploy key, downloads its private half, and downloads an archive",
  { web: true },
  async (workbench) => {
    const service = await startService(
      { ...repositorySeed, repositories: [{ owner: "ada", name: "engine" }] },
      0,
      { allowCors: true },
    );
    const { quickInput, toasts } = workbench;
    try {
      const tree = await openRepositories(workbench, service);
      await tree.expand("ada/engine");
      await tree.expand("Deploy Keys");
      await tree.inlineAction("Deploy Keys", "Add Deploy Key");
      await quickInput.waitOpen({ placeholder: "Select what the machine" });
      await quickInput.pick("Read-only");
      await quickInput.waitOpen({ placeholder: "Select where the key comes from" });
      await quickInput.pick("Generate a Pair");
      await quickInput.waitOpen({ title: "Add Deploy Key to ada/engine" });
      await quickInput.submit("Harbour screen");
      await quickInput.waitOpen({ placeholder: "Select the kind of key" });
      await quickInput.pick("Ed25519");
      await waitPassword(workbench);
      await quickInput.submit("");
      const keys = () => service.ada.call("repos.getKeys", { user: "ada", repo: "engine" });
      // The button gets the focus; screen readers read the hint with it.
      const download = workbench.webview().getByRole("button", { name: "Download deploy_ada_engine" });
      await download.and(workbench.webview().locator(":focus")).waitFor();
      const hint = await download.getAttribute("aria-describedby");
      assert.match(await workbench.webview().locator(`#${hint}`).innerText(), /private/);
      await workbench.screenshot("web-private-key");
      for (const [theme, name] of themes) {
        await setTheme(workbench, theme);
        assert.deepEqual(await accessibilityProblems(workbench), [], name);
      }
      assert.deepEqual([...(await keys())], []);
      const file = await downloaded(workbench, "deploy_ada_engine");
      assert.match(
        file.toString(),
        /^-----BEGIN OPENSSH PRIVATE KEY-----\n[^-]+-----END OPENSSH PRIVATE KEY-----\n$/,
      );
      await toasts.wait("“Harbour screen” is a deploy key of engine now.");
      await toasts.dismiss("“Harbour screen” is a deploy key");
      assert.equal((await keys())[0]?.title, "Harbour screen");

      await workbench.command("Forgeside: Try the Sandbox");
      await toasts.dismiss("sandbox");
      await workbench.command("Forgeside: Download Repository Archive...");
      await quickInput.waitOpen({ placeholder: "Select a repository, or enter" });
      await quickInput.pick("ada-finch/tide-clock");
      await quickInput.waitOpen({ placeholder: "Select a branch or tag" });
      await quickInput.pick("main");
      await quickInput.waitOpen({ placeholder: "Select a format" });
      await quickInput.pick("zip");
      await workbench.webview().getByRole("button", { name: "Download tide-clock-main.zip" }).waitFor();
      assert.deepEqual(await accessibilityProblems(workbench), []);
      const archive = await downloaded(workbench, "tide-clock-main.zip");
      assert.equal(archive.subarray(0, 2).toString(), "PK");
      assert.ok(archive.length > 500);
    } finally {
      await service.close();
    }
  },
);

test("The client on its own works in a page, and says what a browser cannot do", { timeout: 60_000 }, async () => {
  const service = await startService(seed, 0, { allowCors: true });
  const closed = await startService(seed);
  const pages = createServer((request, response) => {
    const path = new URL(request.url ?? "/", "http://page").pathname;
    const isScript = path.endsWith(".mjs");
    response.setHeader("Content-Type", isScript ? "text/javascript" : "text/html");
    response.end(isScript ? readFileSync(join(outFolder, path)) : "<!DOCTYPE html><title>Client</title>");
  });
  await new Promise<void>((listening) => void pages.listen(0, "127.0.0.1", listening));
  const browser = await launchBrowser(readEnvironment().browser);
  try {
    const page = await browser.newPage();
    await page.goto(`http://127.0.0.1:${(pages.address() as AddressInfo).port}/`);
    const facts = await page.evaluate(
      async ({ url, token, id, script, closedUrl }) => {
        const { Client } = (await import(script)) as typeof standalone;
        const client = new Client({ baseUrl: url, dialect: "github" });
        client.authenticate({ type: "token", token });
        const { description } = await client.call("gists.get", { id });
        await client.call("gists.edit", { id, description: "From a page" });
        const edited = await client.call("gists.get", { id });
        const failureAt = (baseUrl: string) =>
          new Client({ baseUrl, dialect: "github", retry: { attempts: 0 } })
            .call("gists.get", { id })
            .then(() => "", String);
        return [
          description,
          edited.description,
          await failureAt("http://127.0.0.1:1"),
          await failureAt(closedUrl),
        ];
      },
      { url: service.url, token: adaToken, id: helloId, script: "/client.mjs", closedUrl: closed.url },
    );
    assert.deepEqual(facts.slice(0, 2), ["Hello in two languages", "From a page"]);
    assert.match(String(facts[2]), /127\.0\.0\.1:1 can't be reached/);
    assert.match(
      String(facts[3]),
      /responds, but doesn't let pages of http:\/\/127\.0\.0\.1:\d+ read its responses \(CORS\)/,
    );
  } finally {
    await browser.close();
    pages.close();
    await service.close();
    await closed.close();
  }
});
