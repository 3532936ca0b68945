import type { App, CallContext } from "../../call.ts";
import { json, noContent, readFields } from "../../http.ts";
import { pageAnswer } from "../../paging.ts";
import { configRecord, hookRecord } from "../../records/hookRecord.ts";
import { secretAdmin, type Writer } from "../../repositories/access.ts";
import type { Store } from "../../store.ts";
import { hookOf } from "../../webhooks/hookAccess.ts";
import { checkAmong, readConfig, readHookEdit, readNewHook } from "../../webhooks/hookInput.ts";
import { pingEvent, testPush } from "../../webhooks/hookPayloads.ts";
import type { HookPost } from "../../webhooks/hookPost.ts";
import { type StoredHook, unusedResponse } from "../../webhooks/hookState.ts";
import { deliveryRoutes } from "./hookDeliveries.ts";

/** Hooks: their making, changing, trying and deleting. */
export const hookRoutes = (app: App, store: Store, post: HookPost): void => {
  const path = "/repos/:owner/:repo/hooks";
  const one = `${path}/:id`;

  const ping = (c: CallContext, { repository, user }: Writer, hook: StoredHook): void => {
    const { links } = c.env;
    post.send(
      repository.id,
      hook,
      pingEvent(store, repository, user.login, hookRecord(repository, hook, links), links),
    );
  };

  const change = (hook: StoredHook, edit: Partial<StoredHook>): void => {
    Object.assign(hook, edit);
    hook.updatedAt = store.date();
    store.changed();
  };

  app.get(path, (c) => {
    const { repository } = secretAdmin(store, c);
    return pageAnswer(c, repository.hooks ?? [], (hook) => hookRecord(repository, hook, c.env.links));
  });

  app.post(path, async (c) => {
    const who = secretAdmin(store, c);
    const { repository } = who;
    const wish = readNewHook(await readFields(c.req.raw));
    checkAmong(repository.hooks ?? [], wish);
    const date = store.date();
    const hook: StoredHook = {
      id: store.number(),
      ...wish,
      createdAt: date,
      updatedAt: date,
      lastResponse: unusedResponse,
      deliveries: [],
    };
    repository.hooks = [...(repository.hooks ?? []), hook];
    store.changed();
    if (hook.active) ping(c, who, hook);
    const record = hookRecord(repository, hook, c.env.links);
    return json(201, record, { location: record.url });
  });

  app.get(one, (c) => {
    const { repository, hook } = hookOf(store, c);
    return json(200, hookRecord(repository, hook, c.env.links));
  });

  app.patch(one, async (c) => {
    const { repository, hook } = hookOf(store, c);
    const edit = readHookEdit(await readFields(c.req.raw), hook);
    const others = (repository.hooks ?? []).filter(({ id }) => id !== hook.id);
    checkAmong(others, edit);
    change(hook, edit);
    return json(200, hookRecord(repository, hook, c.env.links));
  });

  app.delete(one, (c) => {
    const { repository, hook } = hookOf(store, c);
    repository.hooks = (repository.hooks ?? []).filter(({ id }) => id !== hook.id);
    store.changed();
    return noContent();
  });

  // The interface document's name, and today's. Nothing is sent to whom no push would be.
  for (const name of ["test", "tests"]) {
    app.post(`${one}/${name}`, (c) => {
      const { repository, hook, user } = hookOf(store, c);
      const hears = hook.active && (hook.events.includes("push") || hook.events.includes("*"));
      const event = hears ? testPush(store, repository, user.login, c.env.links) : undefined;
      if (event !== undefined) post.send(repository.id, hook, event);
      return noContent();
    });
  }

  app.post(`${one}/pings`, (c) => {
    const who = hookOf(store, c);
    ping(c, who, who.hook);
    return noContent();
  });

  app.get(`${one}/config`, (c) => json(200, configRecord(hookOf(store, c).hook.config)));

  app.patch(`${one}/config`, async (c) => {
    const { hook } = hookOf(store, c);
    const config = readConfig({ ...hook.config, ...(await readFields(c.req.raw)) });
    change(hook, { config });
    return json(200, configRecord(config));
  });

  deliveryRoutes(app, store, post);
};
