import { getNodeValue, type Node, type ParseError, parseTree, printParseErrorCode } from "jsonc-parser";
import { isJson } from "../base/isJson.ts";
import type { Hook } from "../client/types/hook.ts";
import { closestWord } from "../base/closestWord.ts";
import { hookEventNames, hookEvents } from "./events.ts";
import { plainText } from "../ui/plainText.ts";
import { hiddenText, type HookConfig, type HookDraft } from "./types.ts";

/** What is wrong in a document, and where. The texts for people are made where they are shown. */
export interface DocumentProblem {
  readonly kind:
    | "syntax"
    | "notAnObject"
    | "unknownField"
    | "wrongType"
    | "unknownEvent"
    | "noEvents"
    | "noUrl"
    | "badUrl"
    | "badValue"
    | "configText"
    | "secret"
    | "hidden";
  /** Such as `config.url`; empty for the whole. */
  readonly field: string;
  /** What stands there, or what was expected; of `syntax` the name of the parser's error. */
  readonly subject: string;
  /** What was probably meant. */
  readonly proposal?: string | undefined;
  readonly offset: number;
  readonly length: number;
}

/** The JSON schema lets these pass: VS Code's own message could not propose what was probably meant. */
export const isUnknownName = ({ kind }: DocumentProblem): boolean =>
  kind === "unknownField" || kind === "unknownEvent";

type Parsed =
  | { readonly draft: HookDraft; readonly problems: readonly [] }
  | { readonly problems: readonly DocumentProblem[] };

const sslFlags: ReadonlyMap<unknown, string> = new Map<unknown, string>([
  ["1", "1"],
  [1, "1"],
  [true, "1"],
  ["true", "1"],
  ["0", "0"],
  [0, "0"],
  [false, "0"],
  ["false", "0"],
]);

const activeFlags: ReadonlyMap<unknown, boolean> = new Map<unknown, boolean>([
  [true, true],
  [1, true],
  [false, false],
  [0, false],
]);

const maxNameLength = 100;

const hookFields = ["name", "active", "events", "config"];
/** Those of all services; one may have others. */
const configFields = ["url", "content_type", "insecure_ssl"];

export const isHookUrl = (url: string): boolean =>
  /^https?:\/\//i.test(url) && URL.canParse(url) && new URL(url).hostname !== "";

/** Where a hook delivers to; empty when it does not say. */
export const urlOf = ({ config }: { readonly config: Readonly<Record<string, unknown>> }): string =>
  typeof config["url"] === "string" ? config["url"] : "";

/** Whether only this machine reaches it. */
export const isLoopbackUrl = (url: string): boolean => {
  const { hostname } = new URL(url);
  return hostname === "localhost" || hostname === "[::1]" || /^127(\.\d{1,3}){3}$/.test(hostname);
};

/** What a person should know before a hook is sent. */
export type HookWarning = "plainHttp" | "unchecked" | "loopback";

/** `isNear`: the service runs on this machine. */
export const warningsOf = ({ config }: Pick<HookDraft, "config">, isNear: boolean): readonly HookWarning[] => {
  const url = urlOf({ config });
  const isLocal = isLoopbackUrl(url);
  return [
    ...(new URL(url).protocol === "http:" && !isLocal ? (["plainHttp"] as const) : []),
    ...(config["insecure_ssl"] === "1" ? (["unchecked"] as const) : []),
    ...(isLocal && !isNear ? (["loopback"] as const) : []),
  ];
};

const settingOf = (value: unknown): string | number | undefined => {
  if (typeof value === "boolean") return value ? 1 : 0;
  return typeof value === "string" || typeof value === "number" ? value : undefined;
};

/** Settings without the secret, in the form in which two of them can be compared. */
export const plainConfig = (config: Readonly<Record<string, unknown>>): HookConfig => {
  const plain: Record<string, string | number> = {};
  for (const [key, value] of Object.entries(config)) {
    const setting = settingOf(value);
    if (key !== "secret" && setting !== undefined) plain[key] = setting;
  }
  return { ...plain, insecure_ssl: sslFlags.get(plain["insecure_ssl"] ?? "0") ?? "0" };
};

export const draftOf = ({ name, active, events, config }: Hook): HookDraft => ({
  name,
  active,
  events,
  config: plainConfig(config),
});

/** The document of a hook. It has no secret. */
export const textOf = ({ name, active, events, config: { url = "", ...config } }: HookDraft): string =>
  `${JSON.stringify({ name, active, events, config: { url, ...config } }, undefined, 2)}\n`;

/** What a new document begins with: valid but for the address. */
export const newDraft: HookDraft = {
  name: "web",
  active: true,
  events: ["push"],
  config: { url: "", content_type: "json", insecure_ssl: "0" },
};

interface Found {
  readonly key: string;
  readonly keyNode: Node;
  readonly value: Node;
}

const eventLike = (event: unknown): string | undefined =>
  typeof event === "string" ? closestWord(event, hookEventNames) : undefined;

/** Reads a document and says all that is wrong in it. */
class Reader {
  readonly problems: DocumentProblem[] = [];

  report(
    kind: DocumentProblem["kind"],
    field: string,
    subject: string,
    at: Pick<Node, "offset" | "length">,
    proposal?: string,
  ): void {
    // They stand in the error of the save, in which VS Code shows links.
    const [inertField, inertSubject] = [plainText(field), plainText(subject)];
    const { offset, length } = at;
    this.problems.push({ kind, field: inertField, subject: inertSubject, proposal, offset, length });
  }

  entries(node: Node): readonly Found[] {
    return (node.children ?? []).flatMap(({ children }) => {
      const [keyNode, value] = children ?? [];
      return keyNode && value ? [{ key: String(keyNode.value), keyNode, value }] : [];
    });
  }

  events(node: Node): readonly string[] {
    if (node.type !== "array") this.report("wrongType", "events", '["push"]', node);
    const found: string[] = [];
    for (const child of node.type === "array" ? (node.children ?? []) : []) {
      const event = getNodeValue(child) as unknown;
      if (typeof event !== "string" || !hookEvents.has(event))
        this.report("unknownEvent", "events", JSON.stringify(event), child, eventLike(event));
      else if (!found.includes(event)) found.push(event);
    }
    return found.includes("*") ? ["*"] : found;
  }

  config(node: Node): HookConfig {
    if (node.type === "string") return this.configText(node);
    if (node.type !== "object") {
      this.report("wrongType", "config", '{ "url": "https://…" }', node);
      return {};
    }
    const config: Record<string, string | number> = {};
    const keys = this.entries(node).map(({ key }) => key);
    const missing = configFields.filter((name) => !keys.includes(name));
    // A misspelled url is one problem, not two.
    let hasUrl = keys.includes("url");
    for (const { key, keyNode, value } of this.entries(node)) {
      const meant = configFields.includes(key) ? undefined : closestWord(key, missing);
      if (meant !== undefined) {
        if (meant === "url") hasUrl = true;
        this.report("unknownField", `config.${key}`, configFields.join(", "), keyNode, meant);
        continue;
      }
      const setting = this.setting(key, getNodeValue(value), keyNode, value);
      if (setting !== undefined) config[key] = setting;
    }
    if (!hasUrl) this.report("noUrl", "config.url", "", node);
    return { content_type: "form", insecure_ssl: "0", ...config };
  }

  /** The interface takes the text of an object, too. */
  configText(node: Node): HookConfig {
    const inner = parseTree(String(node.value), [], { disallowComments: true });
    if (inner?.type !== "object" || !isJson(String(node.value))) {
      this.report("configText", "config", "", node);
      return {};
    }
    const reader = new Reader();
    const config = reader.config(inner);
    for (const { kind, field, subject, proposal } of reader.problems)
      this.report(kind, field, subject, node, proposal);
    return config;
  }

  setting(key: string, value: unknown, keyNode: Node, node: Node): string | number | undefined {
    const field = `config.${key}`;
    if (key === "secret") {
      this.report("secret", field, "", keyNode);
      return undefined;
    }
    if (key === "url") {
      if (value === "") this.report("noUrl", field, "", node);
      else if (typeof value !== "string" || !isHookUrl(value))
        this.report("badUrl", field, typeof value === "string" ? value : (JSON.stringify(value) ?? ""), node);
      else return value;
      return undefined;
    }
    const allowed = key === "content_type" ? "json, form" : key === "insecure_ssl" ? '"0", "1"' : undefined;
    const setting =
      key === "insecure_ssl"
        ? sslFlags.get(value)
        : key === "content_type" && value !== "json" && value !== "form"
          ? undefined
          : settingOf(value);
    if (setting === undefined)
      this.report(allowed === undefined ? "wrongType" : "badValue", field, allowed ?? '""', node);
    if (setting === hiddenText) this.report("hidden", field, "", node);
    return setting;
  }
}

/** The hook that this describes, as far as nothing is wrong with it. */
const readHook = (reader: Reader, root: Node, isNew: boolean): HookDraft => {
  if (root.type !== "object") {
    reader.report("notAnObject", "", "", root);
    return newDraft;
  }
  let draft: HookDraft = { ...newDraft, config: {} };
  let isConfigured = false;
  for (const { key, keyNode, value: node } of reader.entries(root)) {
    const value = getNodeValue(node) as unknown;
    switch (key) {
      case "name":
        if (typeof value !== "string" || value.trim() === "" || value.length > maxNameLength)
          reader.report("wrongType", key, '"web"', node);
        else draft = { ...draft, name: value };
        break;
      case "active": {
        const active = activeFlags.get(value);
        if (active === undefined) reader.report("wrongType", key, "true, false", node);
        else draft = { ...draft, active };
        break;
      }
      case "events":
        draft = { ...draft, events: reader.events(node) };
        if (isNew && Array.isArray(value) && value.length === 0) reader.report("noEvents", key, "", node);
        break;
      case "config":
        isConfigured = true;
        draft = { ...draft, config: reader.config(node) };
        break;
      default: {
        const meant = closestWord(key, hookFields);
        if (meant === "config") isConfigured = true;
        reader.report("unknownField", key, hookFields.join(", "), keyNode, meant);
      }
    }
  }
  if (!isConfigured) reader.report("noUrl", "config.url", "", root);
  return draft;
};

/** The hook that a document describes, or what is wrong with it. One that is there already, not `isNew`, may have no events. */
export const parseHook = (text: string, isNew = false): Parsed => {
  const errors: ParseError[] = [];
  const root = parseTree(text, errors, { disallowComments: true });
  const reader = new Reader();
  const draft = root && readHook(reader, root, isNew);
  const { problems } = reader;
  const [error] = errors;
  if (draft && !error) return problems.length > 0 ? { problems } : { draft, problems: [] };
  const { offset, length } = error ?? { offset: 0, length: text.length };
  const subject = error ? printParseErrorCode(error.error) : "ValueExpected";
  const syntax = { kind: "syntax", field: "", subject, offset, length: Math.max(1, length) } as const;
  // What is missing is reported at what stands in its place, which isn't broken.
  const broken = errors.filter(({ error: code }) => !printParseErrorCode(code).endsWith("Expected"));
  const isBroken = (at: Pick<Node, "offset" | "length">): boolean =>
    broken.some((each) => each.offset < at.offset + at.length && at.offset < each.offset + each.length);
  // What else is wrong may be so only because of that.
  return { problems: [syntax, ...problems.filter((each) => isUnknownName(each) && !isBroken(each))] };
};

/** Where a field stands in a document, for what the service says about it; the whole when it does not. */
export const placeOfField = (
  text: string,
  field: string,
): { readonly offset: number; readonly length: number } => {
  const root = parseTree(text, []);
  const names = ["config", "url", "content_type", "insecure_ssl", "active", "name", "events"];
  const name = /^(add_|remove_)?events$/.test(field) ? "events" : (field.split(".").at(-1) ?? field);
  const find = (node: Node | undefined): Node | undefined => {
    for (const property of node?.children ?? []) {
      const [key, value] = property.children ?? [];
      if (key?.value === name) return value;
      const below = value?.type === "object" ? find(value) : undefined;
      if (below) return below;
    }
    return undefined;
  };
  const { offset, length } = (names.includes(name) ? find(root) : undefined) ?? { offset: 0, length: 1 };
  return { offset, length };
};
