import { escaped } from "../webviewPage.ts";

interface DownloadPage {
  readonly language: string;
  readonly title: string;
  readonly button: string;
  readonly hint: string;
  /** Another one for each page. */
  readonly nonce: string;
}

/** The script of the page: the file comes as a message, so that its name and content are nothing but data. */
const script = `
const api = acquireVsCodeApi();
const button = document.querySelector("button");
addEventListener("message", ({ data }) => {
  if (data.type !== "file") return;
  button.disabled = false;
  button.focus();
  button.onclick = () => {
    const link = document.createElement("a");
    link.href = URL.createObjectURL(new Blob([data.content], { type: "application/octet-stream" }));
    link.download = data.name;
    link.click();
    // The browser reads it after the click.
    setTimeout(() => api.postMessage({ type: "saved" }), 500);
  };
});
api.postMessage({ type: "ready" });
`;

/** A page with one button, which saves a file. */
export const downloadHtml = ({ language, title, button, hint, nonce }: DownloadPage): string => `<!DOCTYPE html>
<html lang="${escaped(language)}">
<head>
<meta charset="utf-8">
<meta http-equiv="Content-Security-Policy" content="default-src 'none'; script-src 'nonce-${nonce}'; style-src 'nonce-${nonce}'; base-uri 'none'; form-action 'none'">
<title>${escaped(title)}</title>
<style nonce="${nonce}">
body { padding: 2em; color: var(--vscode-foreground); background: var(--vscode-editor-background); font-family: var(--vscode-font-family); font-size: var(--vscode-font-size); }
button { font: inherit; padding: 0.4em 1em; border: 1px solid var(--vscode-contrastBorder, var(--vscode-button-border, transparent)); color: var(--vscode-button-foreground); background: var(--vscode-button-background); }
button:hover { background: var(--vscode-button-hoverBackground); }
button:focus-visible { outline: 1px solid var(--vscode-focusBorder); outline-offset: 2px; }
</style>
</head>
<body>
<main>
<h1>${escaped(title)}</h1>
${hint === "" ? "" : `<p id="hint">${escaped(hint)}</p>`}
<button disabled${hint === "" ? "" : ' aria-describedby="hint"'}>${escaped(button)}</button>
</main>
<script nonce="${nonce}">${script}</script>
</body>
</html>
`;
