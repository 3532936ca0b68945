import { extensionId } from "../manifestNames.ts";

/** The most characters that a value may have. */
const maxLength = 1000;

/** Characters that could make a text look like another one. Those that join letters or emoji, or keep them apart, are in names. */
const hidden = /[\p{Cc}\p{Cs}\p{Zl}\p{Zp}]|(?![\u200C\u200D])\p{Cf}/u;

const isReadable = (value: string): boolean => value !== "" && value.length <= maxLength && !hidden.test(value);

const decoded = (text: string): string | undefined => {
  try {
    return decodeURIComponent(text);
  } catch {
    return undefined;
  }
};

/**
 * The values in the query of a link that VS Code opens with this extension; undefined when it isn't one that `appLink`
 * could have made. A plus is a plus.
 */
export const readAppLink = (query: string): ReadonlyMap<string, string> | undefined => {
  const values = new Map<string, string>();
  for (const pair of query === "" ? [] : query.split("&")) {
    const [, key, text] = /^([a-z]+)=(.*)$/s.exec(pair) ?? [];
    const value = text === undefined ? undefined : decoded(text);
    if (key === undefined || value === undefined || !isReadable(value) || values.has(key)) return undefined;
    values.set(key, value);
  }
  return values;
};

/**
 * A link that VS Code opens with this extension. Values are encoded twice: VS Code decodes the query as a whole before the
 * extension gets it. Undefined where `readAppLink` would refuse it.
 */
export const appLink = (
  scheme: string,
  path: string,
  values: Readonly<Record<string, string>>,
): string | undefined => {
  if (!Object.values(values).every(isReadable)) return undefined;
  const encode = (value: string): string => encodeURIComponent(encodeURIComponent(value)).replaceAll("%252F", "/");
  const query = Object.entries(values).map(([key, value]) => `${key}=${encode(value)}`);
  return `${scheme}://${extensionId}${path}?${query.join("&")}`;
};
