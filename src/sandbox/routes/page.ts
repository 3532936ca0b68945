const escaped: Readonly<Record<string, string>> = {
  "&": "&amp;",
  "<": "&lt;",
  ">": "&gt;",
  '"': "&quot;",
  "'": "&#39;",
};
export const escapeText = (text: string): string =>
  text.replace(/[&<>"']/g, (character) => escaped[character] ?? "");

/** An answer for people and for programs that fetch files. */
export const pageAnswer = (
  type: string,
  body: string | Uint8Array,
  headers: Readonly<Record<string, string>> = {},
): Response =>
  new Response(typeof body === "string" ? body : new Uint8Array(body), {
    headers: {
      "content-type": type,
      // Texts of users are data: no page of the sandbox may run or load anything.
      "content-security-policy": "default-src 'none'; sandbox",
      "x-content-type-options": "nosniff",
      "access-control-allow-origin": "*",
      ...headers,
    },
  });

export const page = (title: string, body: readonly string[], policy?: string): Response =>
  pageAnswer(
    "text/html; charset=utf-8",
    `<!doctype html><html lang="en"><meta charset="utf-8"><title>${escapeText(title)}</title>\n<body>${body.join("\n")}</body></html>\n`,
    policy === undefined ? {} : { "content-security-policy": policy },
  );

export const missing = (): Response =>
  new Response("Not Found\n", { status: 404, headers: { "content-type": "text/plain" } });
