export interface PageParts {
  readonly language: string;
  readonly title: string;
  readonly script: string;
  readonly style: string;
  /** Another one for each page. */
  readonly nonce: string;
}

/** A text for an element or an attribute of HTML. */
export const escaped = (text: string): string => text.replace(/[&<>"']/g, (char) => `&#${char.charCodeAt(0)};`);

/** The page without anything of the service in it: its script fills it in as text. */
export const pageHtml = ({ language, title, script, style, nonce }: PageParts): string => `<!DOCTYPE html>
<html lang="${escaped(language)}">
<head>
<meta charset="utf-8">
<meta http-equiv="Content-Security-Policy" content="default-src 'none'; script-src 'nonce-${nonce}'; style-src 'nonce-${nonce}'; base-uri 'none'; form-action 'none'">
<meta name="viewport" content="width=device-width, initial-scale=1">
<link rel="stylesheet" nonce="${nonce}" href="${escaped(style)}">
<title>${escaped(title)}</title>
</head>
<body>
<main></main>
<div id="said" class="unseen" role="log" aria-live="polite"></div>
<script nonce="${nonce}" src="${escaped(script)}"></script>
</body>
</html>
`;

/** 128 random bits. */
export const newNonce = (): string =>
  Array.from(crypto.getRandomValues(new Uint8Array(16)), (byte) => byte.toString(16).padStart(2, "0")).join("");
