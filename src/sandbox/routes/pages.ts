import { Hono } from "hono/tiny";
import { customEmoji } from "../emojiData.ts";
import { emojiGlyph } from "../emojiUrls.ts";
import { currentVersion } from "../gistStore.ts";
import type { StoredGist } from "../state.ts";
import type { ArchiveLinks } from "../repositories/archiveLinks.ts";
import { authorizeSso } from "../permissions/singleSignOn.ts";
import { findGist, type Store } from "../store.ts";
import { escapeText, missing, page, pageAnswer as answer } from "./page.ts";
import { isRepositoryPage, repositoryPageRoutes } from "./repos/repositoryPages.ts";

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

const ssoPage = (organization: string, body: readonly string[]): Response =>
  page(`Single sign-on of ${organization}`, body, "default-src 'none'; form-action 'self'");

/** What an answer's links lead to besides the interface: pages for people, raw files, pictures. They need no token. */
export const createPages = (store: Store, archiveLinks: ArchiveLinks): Hono => {
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
    const { users, organizations } = store.state;
    const user = [...users, ...organizations].find(({ id }) => String(id) === c.req.param("id"));
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

  const ssoPath = "/orgs/:org/sso";

  pages.get(ssoPath, (c) =>
    ssoPage(c.req.param("org"), [
      `<p>Let the token use what belongs to ${escapeText(c.req.param("org"))}?</p>`,
      `<form method="post"><button>Authorize</button></form>`,
    ]),
  );

  pages.post(ssoPath, (c) => {
    const isDone = authorizeSso(store, c.req.param("org"), c.req.query("authorization_request") ?? "");
    return isDone ? ssoPage(c.req.param("org"), ["<p>The token is authorized.</p>"]) : missing();
  });

  repositoryPageRoutes(pages, store, archiveLinks);
  pages.notFound(missing);
  return pages;
};

export const isPage = (store: Store, path: string): boolean =>
  /^\/(raw|gist|avatars|images)\/|^\/orgs\/[^/]+\/sso$/.test(path) || isRepositoryPage(store, path);
