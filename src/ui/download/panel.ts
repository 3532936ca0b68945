import * as vscode from "vscode";
import { CancelledError } from "../../base/errors.ts";
import { fieldsOf } from "../../base/fieldsOf.ts";
import { downloadHtml } from "./html.ts";
import { newNonce } from "../webviewPage.ts";
import { textLanguage } from "../textLanguage.ts";

interface Download {
  readonly title: string;
  /** Of the file. */
  readonly name: string;
  readonly content: ArrayBuffer | string;
  /** What the user should know before. */
  readonly hint?: string;
}

/**
 * For a browser, where there is no disk: shows a page with a button that saves the file, and answers when the user pressed
 * it. Throws CancelledError when the page is closed before.
 */
export const offerDownload = async ({ title, name, content, hint }: Download): Promise<void> => {
  const panel = vscode.window.createWebviewPanel("forgeside.download", title, vscode.ViewColumn.Active, {
    enableScripts: true,
    localResourceRoots: [],
    // What is to be saved is nowhere else.
    retainContextWhenHidden: true,
  });
  const { webview } = panel;
  try {
    await new Promise<void>((resolve, reject) => {
      panel.onDidDispose(() => reject(new CancelledError()));
      webview.onDidReceiveMessage((message: unknown) => {
        const { type } = fieldsOf(message);
        if (type === "ready") void webview.postMessage({ type: "file", name, content });
        if (type === "saved") resolve();
      });
      webview.html = downloadHtml({
        language: textLanguage(),
        title,
        button: vscode.l10n.t("Download {0}", name),
        hint: hint ?? "",
        nonce: newNonce(),
      });
    });
  } finally {
    panel.dispose();
  }
};
