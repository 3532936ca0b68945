import { failField } from "./repositoryInput.ts";

type Fields = Readonly<Record<string, unknown>>;

/** Reads the fields of a request's body; each of the functions fails with 422 for what it does not take. */
export interface FieldReader {
  /** Undefined when it is absent, null or empty. */
  text(name: string, longest?: number): string | undefined;
  required(name: string, longest?: number): string;
  /** Also as words and as 1 and 0. */
  flag(name: string): boolean | undefined;
  texts(name: string): readonly string[] | undefined;
  /** An address with http or https. */
  address(name: string): string | undefined;
  choice<T extends string>(name: string, allowed: readonly T[]): T;
}

const flags = new Map<unknown, boolean>([
  [true, true],
  ["true", true],
  [1, true],
  ["1", true],
  [false, false],
  ["false", false],
  [0, false],
  ["0", false],
]);

/** Whether it is an address that begins with http:// or https://. */
export const isWebAddress = (text: string): boolean => /^https?:\/\/[^\s]+$/i.test(text) && URL.canParse(text);

export const readerOf = (resource: string, fields: Fields): FieldReader => {
  const given = (name: string): unknown => fields[name] ?? undefined;

  const text = (name: string, longest = Infinity): string | undefined => {
    const value = given(name);
    if (value === undefined || value === "") return undefined;
    if (typeof value !== "string") return failField(resource, name, "invalid", `${name} is no text`);
    if (value.length > longest)
      return failField(resource, name, "custom", `${name} is too long (maximum is ${longest} characters)`);
    return value;
  };

  const required = (name: string, longest?: number): string =>
    text(name, longest) ?? failField(resource, name, "missing_field");

  return {
    text,
    required,
    flag(name) {
      const value = given(name);
      if (value === undefined) return undefined;
      return flags.get(value) ?? failField(resource, name, "invalid", `${name} is neither true nor false`);
    },
    texts(name) {
      const value = given(name);
      if (value === undefined) return undefined;
      if (!Array.isArray(value) || value.some((one) => typeof one !== "string" || one === ""))
        return failField(resource, name, "invalid", `${name} is no list of texts`);
      return value as readonly string[];
    },
    address(name) {
      const value = text(name);
      if (value !== undefined && !isWebAddress(value))
        return failField(resource, name, "custom", `${name} must use http(s) scheme`);
      return value;
    },
    choice(name, allowed) {
      const value = required(name);
      return (
        allowed.find((one) => one === value) ??
        failField(resource, name, "custom", `${name} is not included in the list`)
      );
    },
  };
};
