import { Hono } from "hono/tiny";
import { customEmoji } from "../emojiData.ts";
import { emojiGlyph } from "../emojiUrls.ts";
import { currentVersion } from "../gistStore.ts";
import type { StoredGist } from "../state.ts";
import { findGist, type Store } from "../store.ts";

const escaped: Readonly<Record<string, string>> = {
  "&": "&amp;",
  "<": "&lt;",
  ">": "&gt;",
  '"': "&quot;",
  "'": "&#39;",
};
const escapeText = (text: string): string => text.replace(/[&<>"']/g, (character) => escaped[character] ?? "");

const answer = (type: string, body: string): Response =>
  new Response(body, {
    headers: {
      "content-type": type,
      // Texts of users are data: no page of the sandbox may run or load anything.
      "content-security-policy": "default-src 'none'; sandbox",
      "x-content-type-options": "nosniff",
      "access-control-allow-origin": "*",
    },
  });

const page = (title: string, body: readonly string[]): Response =>
  answer(
    "text/html; charset=utf-8",
    `<!doctype html><html lang="en"><meta charset="utf-8"><title>${escapeText(title)}</title>\n<body>${body.join("\n")}</body></html>\n`,
  );

const missing = (): Response =>
  new Response("Not Found\n", { status: 404, headers: { "content-type": "text/plain" } });

const gistPage = (gist: StoredGist): Response => {
  const facts = `${gist.public ? "Public" : "Secret"} gist, created ${gist.createdAt}, changed ${gist.updatedAt}`;
  return page(gist.description ?? gist.id, [
    `<h1>${escapeText(gist.owner)}: ${escapeText(gist.description ?? gist.id)}</h1><p>${escapeText(facts)}</p>`,
    ...currentVersion(gist).files.map(
      ({ name, content }) => `<h2>${escapeText(name)}</h2>\n<pre>${escapeText(content)}</pre>`,
    ),
    ...gist.comments.map(
      ({ login, body }) => `<h3>Comment of ${escapeText(login)}</h3>\n<pre>${escapeText(body)}</pre>`,
    ),
  ]);
};

const picture = (text: string): Response =>
  answer(
    "image/svg+xml",
    `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 64 64" width="64" height="64">` +
      `<rect width="64" height="64" rx="12" fill="#8884"/><text x="32" y="34" font-size="${text.length > 3 ? 11 : 40}" ` +
      `text-anchor="middle" dominant-baseline="middle">${escapeText(text)}</text></svg>`,
  );

/** What an answer's links lead to besides the interface: pages for people, raw files, pictures. They need no token. */
export const createPages = (store: Store): Hono => {
  const pages = new Hono();

  pages.get("/raw/:login/:id/:sha/:name", (c) => {
    const { login, id, sha, name } = c.req.param();
    const gist = findGist(store, id);
    const version = gist?.owner === login ? gist.versions.find((candidate) => candidate.sha === sha) : undefined;
    const file = version?.files.find((candidate) => candidate.name === name);
    return file === undefined ? missing() : answer("text/plain; charset=utf-8", file.content);
  });

  pages.get("/gist/:login/:id", (c) => {
    const gist = findGist(store, c.req.param("id"));
    return gist?.owner === c.req.param("login") ? gistPage(gist) : missing();
  });

  pages.get("/avatars/u/:id", (c) => {
    const user = store.state.users.find(({ id }) => String(id) === c.req.param("id"));
    return user === undefined ? missing() : picture(user.login.slice(0, 1).toUpperCase());
  });

  pages.get("/images/icons/emoji/unicode/:file", (c) => {
    const glyph = emojiGlyph(c.req.param("file"));
    return glyph === undefined ? missing() : picture(glyph);
  });

  pages.get("/images/icons/emoji/:file", (c) => {
    const name = c.req.param("file").replace(/\.png$/, "");
    return customEmoji.includes(name) ? picture(name) : missing();
  });

  pages.notFound(missing);
  return pages;
};

export const isPage = (path: string): boolean => /^\/(raw|gist|avatars|images)\//.test(path);
