import { decodeBase64, encodeBase64 } from "../base/bytes.ts";
import { decodeText } from "../base/textBytes.ts";
import type { Write } from "../client/beforeWrite.ts";
import { operationOf } from "../client/operations/table.ts";
import { type UserContent, userContentOf } from "../client/operations/userContent.ts";
import type { LeakGuard } from "./guard.ts";
import { fileText, jsonOf, namedText } from "./seenTexts.ts";

type Parameters = Readonly<Record<string, unknown>>;

/** Looks at what an account is about to send, and answers what may be sent. */
export type InspectWrite = (accountId: string, write: Write) => Promise<Parameters>;

/** What the user reads. */
export interface WriteTexts {
  /** Names what is about to be sent. */
  readonly what: (operation: Write["operation"]) => string;
  /** The secret is part of a name, so that no redacted request can be sent. */
  readonly notRedactable: () => Error;
}

/** A file, or another text of several lines, among the parameters. */
interface File {
  readonly path: readonly string[];
  readonly name: string;
  readonly text: string;
  /** Under which it counts as seen. */
  readonly seenAs: string;
  /** The parameter's value for another text. */
  readonly valueOf: (text: string) => string;
}

/** Characters of the shortest text that can be a secret. */
const shortest = 4;
/** The name under which all that is not a file is inspected. */
const parametersName = "parameters.json";

const isRecord = (value: unknown): value is Parameters =>
  typeof value === "object" && value !== null && !Array.isArray(value);

/** A text that only ends with a line break is judged by its name, such as a password that was read from a file. */
const hasLines = (text: string): boolean => text.trim().includes("\n");

const asText = (text: string): string => text;

/** What JSON would escape by letters and digits, such as a tab, would be part of the word behind it. */
const inOneLine = (text: string): string => text.replaceAll(/[\p{Cc}\p{Cs}]/gu, " ").trim();

/** A parameter of type Json may be given as its text. */
const withParsedJson = ({ operation, parameters }: Write): Parameters => {
  const { body = {}, query = {} } = operation === undefined ? {} : operationOf(operation);
  return Object.fromEntries(
    Object.entries(parameters).map(([name, value]) => {
      const isJson = (Object.hasOwn(body, name) ? body[name] : query[name])?.type === "Json";
      return [name, isJson && typeof value === "string" ? (jsonOf(value) ?? value) : value];
    }),
  );
};

const filesIn = (parameters: Parameters, { files, base64 }: UserContent): readonly File[] => {
  const found: File[] = [];
  const given = files === undefined ? undefined : parameters[files];
  if (files !== undefined && isRecord(given)) {
    for (const [name, file] of Object.entries(given)) {
      const content = isRecord(file) ? file["content"] : undefined;
      if (typeof content === "string")
        found.push({
          path: [files, name, "content"],
          name,
          text: content,
          seenAs: fileText(name, content),
          valueOf: asText,
        });
    }
  }
  const bytes = base64 === undefined ? undefined : parameters[base64];
  if (base64 !== undefined && typeof bytes === "string") {
    const { text, encode } = decodeText(decodeBase64(bytes));
    const path = parameters["path"];
    const name = typeof path === "string" && path !== "" ? path : base64;
    const valueOf = (changed: string): string => encodeBase64(encode(changed));
    found.push({ path: [base64], name, text, seenAs: fileText(name, text), valueOf });
  }
  return found;
};

/** `name` is that of the value in its object; undefined in a list. */
type Visit = (text: string, path: readonly string[], name?: string) => string | undefined;

/**
 * A copy in which `visit` decides about each text, and about each number in a JSON value as a text; what it answers
 * undefined for is left out.
 */
const mapped = (value: unknown, visit: Visit, path: readonly string[] = [], own?: string): unknown => {
  if (typeof value === "string") return visit(value, path, own);
  if (typeof value === "number" && path.length > 1) return visit(String(value), path, own);
  if (Array.isArray(value))
    return value.map((entry, index) => mapped(entry, visit, [...path, String(index)]) ?? null);
  if (!isRecord(value)) return value;
  return Object.fromEntries(
    Object.entries(value).flatMap(([name, entry]) => {
      const next = mapped(entry, visit, [...path, name], name);
      return next === undefined ? [] : [[name, next]];
    }),
  );
};

/** Puts what the guard left of the texts that it saw into the parameters. */
const merged = (value: unknown, left: unknown): unknown => {
  if (typeof value === "string") return typeof left === "string" && left !== inOneLine(value) ? left : value;
  if (typeof value === "number") return typeof left === "string" && left !== String(value) ? left : value;
  if (Array.isArray(value))
    return value.map((entry, index) => merged(entry, Array.isArray(left) ? left[index] : undefined));
  if (!isRecord(value)) return value;
  return Object.fromEntries(
    Object.entries(value).map(([name, entry]) => [
      name,
      merged(entry, isRecord(left) && Object.hasOwn(left, name) ? left[name] : undefined),
    ]),
  );
};

const withValue = (value: unknown, [name, ...rest]: readonly string[], text: string): unknown => {
  if (name === undefined) return text;
  const changed = (key: string, entry: unknown): unknown => (key === name ? withValue(entry, rest, text) : entry);
  if (Array.isArray(value)) return value.map((entry, index) => changed(String(index), entry));
  if (!isRecord(value)) return value;
  return Object.fromEntries(Object.entries(value).map(([key, entry]) => [key, changed(key, entry)]));
};

/** Names inside of objects, such as those of files; those of the parameters themselves are fixed. */
const namesIn = (parameters: Parameters): readonly string[] => {
  const names: string[] = [];
  const open = Object.values(parameters);
  // Grows while it is walked.
  for (const value of open) {
    if (typeof value !== "object" || value === null) continue;
    if (!Array.isArray(value)) names.push(...Object.keys(value));
    open.push(...Object.values(value));
  }
  return names;
};

/** Whether a new gist becomes a secret one. Of anything else only the service knows who can see it. */
const isSecretOf = ({ operation, parameters }: Write): boolean | undefined =>
  operation === "gists.create" ? parameters["public"] !== true && parameters["public"] !== "true" : undefined;

/**
 * The last look at what an account sends: every text of a write that the guard has not seen exactly so is inspected.
 * Answers the same object when nothing was redacted. Throws CancelledError when the user does not want it to be sent.
 */
export const inspectWrite = async (
  guard: LeakGuard,
  texts: WriteTexts,
  accountId: string,
  write: Write,
): Promise<Parameters> => {
  if (!guard.isEnabled) return write.parameters;
  const content = userContentOf(write.operation);
  const secrets = new Set(content.secrets);
  const parameters = withParsedJson(write);
  const files = [...filesIn(parameters, content)];
  const filePaths = new Set(files.map(({ path }) => JSON.stringify(path)));
  const single: string[] = [];
  const isSingle = (text: string, path: readonly string[]): boolean =>
    text.length >= shortest &&
    !hasLines(text) &&
    !secrets.has(path.join(".").toLowerCase()) &&
    !filePaths.has(JSON.stringify(path));
  // The parameters of an operation have names that mean nothing to the guard.
  const seenAs = (text: string, path: readonly string[], name?: string): string =>
    name === undefined || (path.length === 1 && write.operation !== undefined) ? text : namedText(name, text);
  mapped(parameters, (text, path, name) => {
    if (isSingle(text, path)) single.push(seenAs(text, path, name));
    else if (hasLines(text) && !filePaths.has(JSON.stringify(path)))
      files.push({ path, name: path.join("."), text, seenAs: text, valueOf: asText });
    return undefined;
  });
  const names = namesIn(parameters).filter((name) => name.length >= shortest);
  const unseen = await guard.unseen(accountId, [...single, ...names, ...files.map(({ seenAs: key }) => key)]);
  if (unseen.size === 0) return write.parameters;

  const shownNames = names.filter((name) => unseen.has(name)).map(inOneLine);
  const shown = {
    ...(mapped(parameters, (text, path, name) =>
      isSingle(text, path) && unseen.has(seenAs(text, path, name)) ? inOneLine(text) : undefined,
    ) as Parameters),
    ...(shownNames.length > 0 ? { "": shownNames } : {}),
  };
  const document = JSON.stringify(shown, undefined, 2);
  const open = files.filter(({ seenAs: key }) => unseen.has(key));
  const shownFiles = new Map<string, File>();
  for (const file of open) {
    let { name } = file;
    // A gist may have a file whose name is also that of a parameter.
    while (name === parametersName || shownFiles.has(name)) name = `files/${name}`;
    shownFiles.set(name, file);
  }
  const left = await guard.inspect({
    what: texts.what(write.operation),
    files: Object.fromEntries([
      ...[...shownFiles].map(([name, { text }]) => [name, text]),
      [parametersName, document],
    ]),
    accountId,
    isSecret: isSecretOf(write),
    known: write.known,
  });

  let result = parameters;
  const safe = left[parametersName] ?? "";
  if (safe !== document) {
    const value = jsonOf(safe);
    if (!isRecord(value) || JSON.stringify(value[""] ?? []) !== JSON.stringify(shownNames))
      throw texts.notRedactable();
    result = merged(parameters, value) as Parameters;
  }
  for (const [name, file] of shownFiles) {
    const text = left[name] ?? "";
    if (text !== file.text) result = withValue(result, file.path, file.valueOf(text)) as Parameters;
  }
  return result === parameters ? write.parameters : result;
};
