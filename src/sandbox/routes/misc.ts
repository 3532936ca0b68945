import type { App } from "../call.ts";
import { emojiUrls } from "../emojiUrls.ts";
import { enterpriseVersion } from "../envelope.ts";
import { json, notFound } from "../http.ts";
import type { RateLimiter } from "../rateLimit.ts";
import { gitignoreTemplates } from "../repositories/templates.ts";
import type { Store } from "../store.ts";

// Addresses reserved for documentation (RFC 5737, RFC 3849): the sandbox has none of its own to publish.
const addresses = {
  hooks: ["192.0.2.0/26", "2001:db8:a::/48"],
  web: ["192.0.2.64/26", "2001:db8:b::/48"],
  api: ["192.0.2.128/26", "2001:db8:c::/48"],
  git: ["198.51.100.0/24", "2001:db8:d::/48"],
  pages: ["203.0.113.0/25"],
  importer: ["203.0.113.128/26"],
};

export const miscRoutes = (app: App, store: Store, limiter: RateLimiter): void => {
  app.get("/emojis", (c) => json(200, emojiUrls(c.env.links.web)));

  app.get("/meta", (c) => {
    const enterprise = c.env.links.api !== c.env.links.web;
    return json(200, {
      verifiable_password_authentication: true,
      ...addresses,
      ...(enterprise && { installed_version: enterpriseVersion }),
    });
  });

  app.get("/gitignore/templates", () => json(200, Object.keys(gitignoreTemplates)));

  app.get("/gitignore/templates/:name", (c) => {
    const name = c.req.param("name");
    const source = Object.hasOwn(gitignoreTemplates, name) ? gitignoreTemplates[name] : undefined;
    if (source === undefined) throw notFound();
    return json(200, { name, source });
  });

  app.get("/rate_limit", (c) => {
    const core = limiter.status(c.env.caller);
    const unused = (limit: number, seconds: number) => ({
      limit,
      remaining: limit,
      reset: Math.ceil(store.now() / 1000) + seconds,
      used: 0,
    });
    const known = c.env.caller.kind !== "anonymous";
    const resources = { core, search: unused(known ? 30 : 10, 60), graphql: unused(known ? 5000 : 0, 3600) };
    return json(200, { resources, rate: core });
  });
};
