import { isRecord } from "./parameters.ts";
import type { Parameters } from "./types.ts";

/** Names under which something secret stands, wherever they are. */
const secretNames =
  /(?:^|[-_.])(?:secret|password|passphrase|token|otp|private[-_]?key|api[-_]?key|authorization|cookie)$/i;
/** Characters; longer texts are not remembered. */
const maxTextLength = 300;

export const isSecretName = (name: string): boolean => secretNames.test(name) && name !== "hashed_token";

/** Whether an address may have a password or a key in it. */
export const mayHaveSecret = (text: string): boolean => {
  if (!/^[a-z][a-z0-9+.-]*:\/\//i.test(text)) return false;
  try {
    const { username, password, search } = new URL(text);
    return username !== "" || password !== "" || search !== "";
  } catch {
    return true;
  }
};

const kept = (value: unknown, depth: number): unknown => {
  if (typeof value === "string") return value.length > maxTextLength || mayHaveSecret(value) ? undefined : value;
  if (typeof value !== "object" || value === null) return value;
  if (depth === 0) return undefined;
  if (Array.isArray(value)) return value.map((item) => kept(item, depth - 1)).filter((item) => item !== undefined);
  return Object.fromEntries(
    Object.entries(value).flatMap(([name, entry]) => {
      const rest =
        isSecretName(name) || name === "content" || name === "payload" ? undefined : kept(entry, depth - 1);
      return rest === undefined ? [] : [[name, rest]];
    }),
  );
};

/** What may be kept of parameters: no secrets, no contents of files, no headers, nothing long. */
export const withoutSecrets = (parameters: Parameters): Parameters => {
  const rest = kept({ ...parameters, headers: undefined }, 4);
  return isRecord(rest) ? rest : {};
};

/** Every secret text among parameters, for putting something else in its place. */
export const secretsIn = (value: unknown): readonly string[] => {
  if (typeof value !== "object" || value === null) return [];
  return Object.entries(value).flatMap(([name, entry]) =>
    isSecretName(name) && typeof entry === "string" && entry !== "" ? [entry] : secretsIn(entry),
  );
};
