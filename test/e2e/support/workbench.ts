import { cpSync, mkdirSync, mkdtempSync, readdirSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import type { Browser, BrowserContext, FrameLocator, Locator, Page } from "playwright-core";
import { poll } from "../../support/run/poll.ts";
import { outFolder } from "../../support/run/projectPaths.ts";
import type { TestAccounts } from "../../support/authProvider/extension.ts";
import { linkBuiltins } from "../../support/vscode/builtins.ts";
import { launchBrowser } from "../../support/vscode/browser.ts";
import { type InstalledVscode, installVscode, parseVscodeVersion } from "../../support/vscode/install.ts";
import { logFiles } from "../../support/vscode/logs.ts";
import { screenshotFolder } from "../../support/vscode/screenshotFolder.ts";
import { type Settings, type VscodeServer, startServer, stillSettings } from "../../support/vscode/server.ts";
import { startWebWorkbench } from "../../support/web/webWorkbench.ts";
import { ContextMenu } from "./contextMenu.ts";
import { Editor } from "./editor.ts";
import { readEnvironment } from "./environment.ts";
import { type Kept, keptBackups, keptEditors } from "./kept.ts";
import { ModalDialog } from "./modalDialog.ts";
import { QuickInput } from "./quickInput.ts";
import { succeeds } from "./succeeds.ts";
import { plain } from "./text.ts";
import { Toasts } from "./toasts.ts";
import { TreeView } from "./treeView.ts";

/** Milliseconds that anything on screen may take to appear. */
const patience = 30_000;

const userAgentOn = (system: string): string =>
  `Mozilla/5.0 (${system}) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/140.0.0.0 Safari/537.36`;

const userAgents = {
  Windows: userAgentOn("Windows NT 10.0; Win64; x64"),
  macOS: userAgentOn("Macintosh; Intel Mac OS X 10_15_7"),
  Linux: userAgentOn("X11; Linux x86_64"),
} as const;

export interface WorkbenchOptions {
  /** The user's settings, on top of those that keep VS Code quiet. */
  readonly settings?: Settings;
  /** The workspace: relative path → text. */
  readonly files?: Readonly<Record<string, string>>;
  /** False opens a window without a folder; `workspace` is then a path that nothing is at. */
  readonly folder?: boolean;
  /** True opens the folder in Restricted Mode, as VS Code does with a new one. */
  readonly workspaceTrust?: boolean;
  readonly env?: Readonly<Record<string, string>>;
  /** True for VS Code for the Web: nothing but the browser runs the extension, and there is no folder. */
  readonly web?: boolean;
  /** The system that VS Code's page believes to be on: its key bindings depend on it. Otherwise the one of this computer. */
  readonly system?: keyof typeof userAgents;
  /** The display language; VS Code's own texts stay English, as no language pack is there. */
  readonly language?: string;
  /** True where the test listens to requests of the page, or holds them back. */
  readonly seesRequests?: boolean;
  /** A stand-in for VS Code's sign-in to GitHub: its accounts by provider, and the address of the Enterprise server. */
  readonly gitHub?: { readonly accounts: TestAccounts; readonly enterprise: string };
}

/** What serves the workbench. */
type Server = Pick<VscodeServer, "serverDataDir" | "dispose">;

interface Parts {
  readonly server: Server;
  readonly browser: Browser;
  readonly context: BrowserContext;
  readonly page: Page;
  readonly workspace: string;
  readonly address: string;
  readonly said: string[];
  readonly language: string | undefined;
}

const writeFiles = (folder: string, files: Readonly<Record<string, string>>): void => {
  mkdirSync(folder, { recursive: true });
  for (const [name, text] of Object.entries(files)) {
    mkdirSync(dirname(join(folder, name)), { recursive: true });
    writeFileSync(join(folder, name), text);
  }
};

/** A real VS Code on a fresh workspace, with the packaged extension, driven as a person does: with keys and clicks. */
export class Workbench {
  readonly page: Page;
  /** The workspace folder on disk. */
  readonly workspace: string;
  readonly quickInput: QuickInput;
  readonly editor: Editor;
  readonly toasts: Toasts;
  readonly dialog: ModalDialog;
  /** A menu that a click has opened. */
  readonly contextMenu: ContextMenu;
  readonly #parts: Parts;

  private constructor(parts: Parts) {
    this.#parts = parts;
    this.page = parts.page;
    this.workspace = parts.workspace;
    this.quickInput = new QuickInput(parts.page);
    this.editor = new Editor(parts.page);
    this.toasts = new Toasts(parts.page);
    this.dialog = new ModalDialog(parts.page);
    this.contextMenu = new ContextMenu(parts.page);
  }

  static async open(options: WorkbenchOptions = {}): Promise<Workbench> {
    const environment = readEnvironment();
    const folder = mkdtempSync(join(environment.folder, "workbench-"));
    const workspace = join(folder, "workspace");
    const hasFolder = options.folder ?? true;
    if (hasFolder) writeFiles(workspace, options.files ?? {});
    const vscode = await installVscode(parseVscodeVersion(environment.vscodeVersion));
    if (options.web) return Workbench.#openWeb(vscode, folder, options);
    const { gitHub } = options;
    const server = await startServer({
      vscode,
      serverDataDir: join(folder, "data"),
      extensionsDir: environment.extensionsDir,
      settings: {
        ...stillSettings,
        "editor.wordWrap": "off",
        ...(environment.theme === "dark" && { "workbench.colorTheme": "Default Dark Modern" }),
        ...(gitHub && { "testAuth.accounts": gitHub.accounts, "github-enterprise.uri": gitHub.enterprise }),
        ...options.settings,
      },
      builtinsDir: linkBuiltins(vscode, join(folder, "builtins"), gitHub !== undefined),
      workspaceTrust: options.workspaceTrust ?? false,
      // No smoke-test driver: with it VS Code keeps its toasts to itself.
      ...(options.env === undefined ? {} : { env: options.env }),
    });
    return Workbench.#launch(server, server.url(hasFolder ? workspace : undefined), workspace, options);
  }

  static async #openWeb(vscode: InstalledVscode, folder: string, options: WorkbenchOptions): Promise<Workbench> {
    const { extensionsDir } = readEnvironment();
    const installed = readdirSync(extensionsDir).find((name) => name.startsWith("forgeside."));
    if (installed === undefined) throw new Error(`The extension is not in ${extensionsDir}.`);
    const workbench = await startWebWorkbench({
      vscode,
      folders: { ext: join(extensionsDir, installed) },
      settings: { ...stillSettings, ...options.settings },
    });
    const server = { serverDataDir: folder, dispose: () => workbench.dispose() };
    return Workbench.#launch(server, workbench.url, folder, { seesRequests: options.seesRequests ?? false });
  }

  static async #launch(
    server: Server,
    address: string,
    workspace: string,
    { system, language, seesRequests = false }: WorkbenchOptions,
  ): Promise<Workbench> {
    let browser: Browser | undefined;
    try {
      browser = await launchBrowser(readEnvironment().browser, { seesRequests });
      const context = await browser.newContext({
        viewport: { width: 1280, height: 800 },
        deviceScaleFactor: readEnvironment().scale,
        ...(system && { userAgent: userAgents[system] }),
      });
      const { origin } = new URL(address);
      await context.grantPermissions(["clipboard-read", "clipboard-write"], { origin });
      return await Workbench.#open({ server, browser, context, workspace, address, said: [], language });
    } catch (error) {
      await browser?.close();
      await server.dispose();
      throw error;
    }
  }

  static async #open(parts: Omit<Parts, "page">): Promise<Workbench> {
    const page = await parts.context.newPage();
    return Workbench.#on(page, parts, () => page.goto(parts.address));
  }

  static async #on(page: Page, parts: Omit<Parts, "page">, load: () => Promise<unknown>): Promise<Workbench> {
    const { said } = parts;
    page.setDefaultTimeout(patience);
    // Where a language pack's texts say it. The hosts of extensions get it from the window.
    if (parts.language !== undefined)
      await page.addInitScript((language) => {
        Object.assign(globalThis, { _VSCODE_NLS_LANGUAGE: language });
      }, parts.language);
    page.on("console", (message) => said.push(`${message.type()}: ${message.text()}`));
    page.on("pageerror", (error) => said.push(`pageerror: ${error.message}`));
    const workbench = new Workbench({ ...parts, page });
    await load();
    try {
      await workbench.#untilReady();
    } catch (error) {
      await workbench.keepEvidence("A workbench that does not get ready");
      throw error;
    }
    return workbench;
  }

  /** Another window of the same user on the same workspace. It ends with this one. */
  async secondWindow(): Promise<Workbench> {
    return Workbench.#open(this.#parts);
  }

  /** The window that `open` makes VS Code open: in a browser, a tab. It ends with this one. */
  async openedWindow(open: () => Promise<unknown>): Promise<Workbench> {
    const { context } = this.#parts;
    const [page] = await Promise.all([context.waitForEvent("page"), open()]);
    return Workbench.#on(page, { ...this.#parts, address: page.url() }, () => page.waitForLoadState());
  }

  async #untilReady(): Promise<void> {
    const slow = { timeout: 4 * patience };
    await this.page.locator(".monaco-workbench .part.statusbar .statusbar-item").first().waitFor(slow);
    await this.page.locator(".part.editor").waitFor(slow);
    // From then on the palette knows the extension's commands.
    await this.page
      .locator(".activitybar .action-label[class*=activity-workbench-view-extension-forgeside]")
      .waitFor(slow);
    if (!this.#parts.address.includes("folder=")) return;
    // The side bar fills when the connection to the server stands: after a reload it shows what it showed before.
    await this.page
      .locator(".sidebar :is(.explorer-folders-view .monaco-list-rows, .monaco-list-row, .welcome-view-content)")
      .filter({ visible: true })
      .first()
      .waitFor(slow);
  }

  /**
   * Reloads the page, as a person does with F5: secrets and settings stay. VS Code writes down its open editors every
   * few seconds only, and some, such as read-only texts, never: this waits until what it has of them will do.
   */
  async reload(willDo?: (kept: Kept) => boolean): Promise<void> {
    if (willDo)
      await poll(
        async () =>
          willDo({
            editors: await this.page.evaluate(keptEditors),
            backups: keptBackups(this.#parts.server.serverDataDir),
          }),
        { timeout: patience, what: "VS Code has written down what is open and unsaved" },
      );
    await this.page.reload();
    await this.#untilReady();
  }

  /** Waits for the page that `act` reloads, such as by a button. */
  async reloadBy(act: () => Promise<unknown>): Promise<void> {
    await Promise.all([this.page.waitForEvent("load"), act()]);
    await this.#untilReady();
  }

  /** Opens the command palette and runs the command that it lists under exactly this title. */
  async command(title: string): Promise<void> {
    const row = this.quickInput.row(title).first();
    // The palette lists what it knows when it opens: right after the start, extensions may still be missing. And an
    // editor that takes the focus closes it, at any moment before the row is clicked.
    for (const patienceHere of [1000, 2000, 4000, patience]) {
      const isRun = await this.#runListed(title, row, patienceHere).then(
        () => true,
        (error: unknown) => {
          if (patienceHere === patience) throw error;
          return false;
        },
      );
      if (isRun) return;
      if (await this.quickInput.isOpen()) {
        // Not to its input: the palette may close by itself at this moment.
        await this.page.keyboard.press("Escape");
        await this.quickInput.waitClosed();
      }
    }
  }

  async #runListed(title: string, row: Locator, timeout: number): Promise<void> {
    await this.page.keyboard.press("F1");
    await this.quickInput.waitOpen();
    await this.quickInput.type(`>${title}`, 3000);
    await row.waitFor({ timeout });
    // Long enough for a busy window: a click that was made and not waited for would run the command twice.
    await row.click({ timeout: 5000 });
    // The box that the next step looks for may be one that the command opens.
    await this.quickInput.waitNotValue(`>${title}`);
  }

  /** The palette's titles that contain the text. The palette is closed again. */
  async commandsWith(text: string): Promise<string[]> {
    await this.page.keyboard.press("F1");
    await this.quickInput.waitOpen();
    await this.quickInput.type(`>${text}`);
    const titles = await this.quickInput.items();
    await this.quickInput.cancel();
    return titles.filter((title) => title.includes(text));
  }

  /** Opens a file of the workspace by its relative path. */
  async openFile(name: string): Promise<void> {
    const label = name.split("/").at(-1) ?? name;
    const picked = async (): Promise<boolean> => {
      await this.page.keyboard.press("ControlOrMeta+KeyP");
      await this.quickInput.waitOpen();
      // VS Code closes the box when an editor that was opened before takes the focus, at any moment.
      return succeeds(
        // A whole path is found without the search service.
        this.quickInput.type(join(this.workspace, name), 5000).then((box) => box.pick(label, 5000)),
      );
    };
    await poll(picked, { timeout: 60_000, what: `${name} is picked` });
    await this.editor.waitTab(label);
    await this.page.locator(".editor-group-container.active .monaco-editor .view-line").first().waitFor();
  }

  /** Shows a view container by the name of its icon in the activity bar. */
  async openContainer(title: string): Promise<void> {
    const item = this.page.locator(".activitybar .action-item").filter({
      has: this.page.locator(`.action-label[aria-label^=${JSON.stringify(title)}]`),
    });
    await item.waitFor();
    if (!(await item.evaluate((element) => element.classList.contains("checked")))) await item.click();
    await this.page.locator(".part.sidebar .title-label", { hasText: title }).waitFor();
  }

  /** A view of the sidebar; its container has to be open. Follow with open() to unfold its section. */
  tree(viewTitle: string): TreeView {
    return new TreeView(this.page, viewTitle);
  }

  /** The text of the status bar's items. */
  async statusBar(): Promise<string[]> {
    const items = await this.page.locator(".part.statusbar .statusbar-item").allInnerTexts();
    return items.map(plain).filter((text) => text !== "");
  }

  async clickStatusBar(text: string): Promise<void> {
    await this.page.locator(".part.statusbar .statusbar-item", { hasText: text }).first().click();
  }

  /** The document inside the webview that is on screen. */
  webview(): FrameLocator {
    return this.page.frameLocator("iframe.webview.ready:visible").frameLocator("iframe#active-frame");
  }

  async press(keys: string): Promise<void> {
    await this.page.keyboard.press(keys);
  }

  async clipboard(): Promise<string> {
    return this.page.evaluate(() => navigator.clipboard.readText());
  }

  /** Saves a picture as out/screenshots/<VS Code>/<name>.png, or with dark colors <VS Code>-dark, and returns its path. */
  async screenshot(name: string): Promise<string> {
    const { vscodeVersion, theme } = readEnvironment();
    return this.#picture(join(screenshotFolder(vscodeVersion, theme), `${name}.png`));
  }

  async #picture(path: string): Promise<string> {
    mkdirSync(dirname(path), { recursive: true });
    await this.page.screenshot({ path, animations: "disabled" });
    return path;
  }

  /** What VS Code had to complain of in the extension: its manifest, what it contributes. */
  complaints(): string[] {
    return this.#parts.said.filter((line) => line.includes("[forgeside.forgeside]"));
  }

  /**
   * Stores a picture, the page's console and VS Code's logs in out/failures/<VS Code>/<name>/, in its folder `rerun`
   * when the test is run again. Returns the folder.
   */
  async keepEvidence(name: string): Promise<string> {
    const { vscodeVersion, isRerun } = readEnvironment();
    const folder = join(
      outFolder,
      "failures",
      vscodeVersion,
      name.replaceAll(/[^\p{L}\p{N}]+/gu, "-"),
      isRerun ? "rerun" : "",
    );
    mkdirSync(folder, { recursive: true });
    writeFileSync(join(folder, "console.log"), this.#parts.said.join("\n"));
    const logs = join(this.#parts.server.serverDataDir, "data", "logs");
    if (logFiles(this.#parts.server.serverDataDir).length > 0)
      cpSync(logs, join(folder, "logs"), { recursive: true });
    await this.#picture(join(folder, "screen.png")).catch(() => undefined);
    return folder;
  }

  async dispose(): Promise<void> {
    await this.#parts.browser.close();
    await this.#parts.server.dispose();
  }
}
