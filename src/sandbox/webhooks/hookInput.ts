import { isWebAddress, readerOf } from "../repositories/fieldInput.ts";
import { failField } from "../repositories/repositoryInput.ts";
import { isObject } from "../shape.ts";
import { hookEvents } from "./hookEvents.ts";
import type { HookConfig, StoredHook } from "./hookState.ts";

type Fields = Readonly<Record<string, unknown>>;

/** Hooks of one repository that may subscribe to the same event. */
const maxHooksPerEvent = 20;
const maxNameLength = 100;

const fail = (field: string, message: string, code: "custom" | "invalid" | "missing_field" = "custom"): never =>
  failField("Hook", field, code, message);

/** Interface 2.3: booleans are kept as 1 and 0. */
const settingOf = (key: string, value: unknown): string | number => {
  if (typeof value === "boolean") return value ? 1 : 0;
  if (typeof value === "string" || (typeof value === "number" && Number.isFinite(value))) return value;
  return fail(`config.${key}`, `${key} is neither a text, a number nor a boolean`, "invalid");
};

const sslFlags = new Map([
  ["1", "1"],
  ["true", "1"],
  ["0", "0"],
  ["false", "0"],
]);

/** The whole of a hook's settings, with what is left out filled in. */
export const readConfig = (value: unknown): HookConfig => {
  if (value === undefined || value === null)
    return fail("config", "Config must contain URL for webhooks", "missing_field");
  if (!isObject(value)) return fail("config", "config is no object", "invalid");
  const config: Record<string, string | number> = {};
  for (const [key, one] of Object.entries(value)) if (one !== null) config[key] = settingOf(key, one);
  const { url = "", content_type: type = "form", insecure_ssl: insecure = "0", secret } = config;
  if (url === "") return fail("url", "Config must contain URL for webhooks", "missing_field");
  if (typeof url !== "string" || !isWebAddress(url)) return fail("url", "url is not a valid http(s) address");
  if (type !== "json" && type !== "form") return fail("content_type", "content_type is json or form");
  const ssl = sslFlags.get(String(insecure)) ?? fail("insecure_ssl", "insecure_ssl is 0 or 1");
  if (secret === "") delete config["secret"];
  else if (secret !== undefined) config["secret"] = String(secret);
  return { ...config, url, content_type: type, insecure_ssl: ssl };
};

const readEvents = (fields: Fields, name: string): readonly string[] | undefined => {
  const events = readerOf("Hook", fields).texts(name);
  const unknown = events?.find((event) => event !== "*" && !hookEvents.includes(event));
  if (unknown !== undefined)
    return fail(name, `${JSON.stringify(unknown)} is not an event of repositories`, "invalid");
  return events;
};

/** Each once; `*` stands for all. */
const plain = (events: readonly string[]): readonly string[] =>
  events.includes("*") ? ["*"] : [...new Set(events)];

/** What a call sets. */
export type HookWish = Pick<StoredHook, "name" | "active" | "events" | "config">;

const nameOf = (fields: Fields): string | undefined => readerOf("Hook", fields).text("name", maxNameLength);

export const readNewHook = (fields: Fields): HookWish => ({
  name: nameOf(fields) ?? "web",
  active: readerOf("Hook", fields).flag("active") ?? true,
  events: plain(readEvents(fields, "events") ?? ["push"]),
  config: readConfig(fields["config"]),
});

export const readHookEdit = (fields: Fields, hook: StoredHook): HookWish => {
  const added = readEvents(fields, "add_events") ?? [];
  const removed = readEvents(fields, "remove_events") ?? [];
  const events = [...(readEvents(fields, "events") ?? hook.events), ...added];
  return {
    name: nameOf(fields) ?? hook.name,
    active: readerOf("Hook", fields).flag("active") ?? hook.active,
    events: plain(events).filter((event) => !removed.includes(event)),
    // The whole of it: what is left out, a secret too, is gone.
    config: fields["config"] === undefined ? hook.config : readConfig(fields["config"]),
  };
};

const sameEvents = (left: readonly string[], right: readonly string[]): boolean =>
  left.length === right.length && left.every((event) => right.includes(event));

/** Fails with 422 when one of the other hooks of the repository is the same, or when they are too many. */
export const checkAmong = (others: readonly StoredHook[], wish: HookWish): void => {
  const isThere = others.some(
    ({ name, config, events }) =>
      name === wish.name && config["url"] === wish.config["url"] && sameEvents(events, wish.events),
  );
  if (isThere) fail("base", "Hook already exists on this repository");
  const full = wish.events.find(
    (event) => others.filter(({ events }) => events.includes(event)).length >= maxHooksPerEvent,
  );
  if (full !== undefined)
    fail("base", `The ${JSON.stringify(full)} event cannot have more than ${maxHooksPerEvent} hooks`);
};
