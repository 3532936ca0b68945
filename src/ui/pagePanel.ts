import * as vscode from "vscode";
import type { Disposable } from "../base/disposable.ts";
import { fieldsOf } from "../base/fieldsOf.ts";
import { newNonce, pageHtml } from "./webviewPage.ts";
import type { Shell } from "../shell/shell.ts";
import type { PanelType } from "../shell/viewsAndSchemes.ts";
import { textLanguage } from "./textLanguage.ts";

interface PageParts {
  /** `forgeside.<page>` is the panel's type, `<page>.js` and `<page>.css` are its files. */
  readonly page: "insights" | "timeline";
  /** Of the built page. */
  readonly folder: vscode.Uri;
  readonly title: string;
  /** What it is about: VS Code keeps it over a reload. */
  readonly place: object;
  /** The panel that VS Code has kept. */
  readonly panel?: vscode.WebviewPanel | undefined;
}

const typeOf = (page: PageParts["page"]): PanelType => `forgeside.${page}`;

/** A panel with one of the built pages, which keeps its place. */
export const pagePanel = ({ page, folder, title, place, panel: kept }: PageParts): vscode.WebviewPanel => {
  const panel = kept ?? vscode.window.createWebviewPanel(typeOf(page), title, vscode.ViewColumn.Active);
  const { webview } = panel;
  panel.title = title;
  webview.options = { enableScripts: true, localResourceRoots: [folder] };
  const ready = webview.onDidReceiveMessage((message: unknown) => {
    if (fieldsOf(message)["type"] === "ready") void webview.postMessage({ type: "place", place });
  });
  panel.onDidDispose(() => ready.dispose());
  const address = (name: string): string => webview.asWebviewUri(vscode.Uri.joinPath(folder, name)).toString();
  webview.html = pageHtml({
    language: textLanguage(),
    title,
    script: address(`${page}.js`),
    style: address(`${page}.css`),
    nonce: newNonce(),
  });
  return panel;
};

/** Fills the panels that VS Code gives back after a reload; closes those that cannot be filled. */
export const revivePanels = <P>({
  shell,
  page,
  parse,
  revive,
  onError,
}: {
  readonly shell: Shell;
  readonly page: PageParts["page"];
  readonly parse: (place: unknown) => P | undefined;
  readonly revive: (panel: vscode.WebviewPanel, place: P) => Promise<void>;
  readonly onError: (error: unknown) => void;
}): Disposable =>
  shell.panels(typeOf(page), {
    deserializeWebviewPanel: async (panel, state: unknown) => {
      const place = parse(fieldsOf(state)["place"]);
      try {
        if (place === undefined) panel.dispose();
        else await revive(panel, place);
      } catch (error) {
        panel.dispose();
        onError(error);
      }
    },
  });
