/** Fails with an `Error` that names the place and what was expected there. */
export type Check = (value: unknown, place: string) => void;

const kindOf = (value: unknown): string => {
  if (value === null) return "null";
  if (Array.isArray(value)) return "a list";
  if (typeof value === "object") return "an object";
  if (typeof value === "string")
    return `the text ${JSON.stringify(value.length > 40 ? `${value.slice(0, 40)}…` : value)}`;
  return value === undefined ? "nothing" : `${typeof value} ${JSON.stringify(value)}`;
};

const refuse = (place: string, expected: string, value: unknown): never => {
  throw new Error(`${place}: expected ${expected}, found ${kindOf(value)}.`);
};

const simple =
  (expected: string, fits: (value: unknown) => boolean): Check =>
  (value, place) => {
    if (!fits(value)) refuse(place, expected, value);
  };

export const isObject = (value: unknown): value is Record<string, unknown> =>
  typeof value === "object" && value !== null && !Array.isArray(value);

export const anything: Check = () => {};
export const text = simple("a text", (value) => typeof value === "string");
export const filledText = simple("a text that is not empty", (value) => typeof value === "string" && value !== "");
export const flag = simple("true or false", (value) => typeof value === "boolean");
export const isTrue = simple("true", (value) => value === true);
export const count = simple(
  "a whole number of at least 0",
  (value) => Number.isSafeInteger(value) && Number(value) >= 0,
);
export const date = simple(
  "a date such as 2026-01-31T10:00:00Z",
  (value) =>
    typeof value === "string" &&
    /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\dZ$/.test(value) &&
    !Number.isNaN(Date.parse(value)),
);

export const hexId = simple(
  "40 hexadecimal digits",
  (value) => typeof value === "string" && /^[0-9a-f]{40}$/.test(value),
);

export const oneOf = <T extends string>(...allowed: readonly T[]): Check =>
  simple(`one of ${allowed.join(", ")}`, (value) => allowed.some((text) => text === value));

export const exactly = (wanted: number): Check => simple(String(wanted), (value) => value === wanted);

export const orNull =
  (check: Check): Check =>
  (value, place) => {
    if (value !== null) check(value, place);
  };

export const optional =
  (check: Check): Check =>
  (value, place) => {
    if (value !== undefined) check(value, place);
  };

export const listOf =
  (check: Check): Check =>
  (value, place) => {
    if (!Array.isArray(value)) return refuse(place, "a list", value);
    for (const [index, item] of value.entries()) check(item, `${place}[${index}]`);
  };

/** A list of fixed length, each entry with a check of its own. */
export const tuple =
  (...checks: readonly Check[]): Check =>
  (value, place) => {
    if (!Array.isArray(value) || value.length !== checks.length)
      return refuse(place, `a list of ${checks.length}`, value);
    for (const [index, check] of checks.entries()) check(value[index], `${place}[${index}]`);
  };

export const mapOf =
  (check: Check): Check =>
  (value, place) => {
    if (!isObject(value)) return refuse(place, "an object", value);
    for (const [key, item] of Object.entries(value)) check(item, `${place}[${JSON.stringify(key)}]`);
  };

/** An object of just these fields; an unknown one is an error too, as it is most often a slip of the pen. */
export const objectOf =
  <T>(fields: { readonly [K in keyof Required<T>]: Check }): Check =>
  (value, place) => {
    if (!isObject(value)) return refuse(place, "an object", value);
    for (const key of Object.keys(value)) {
      if (!Object.hasOwn(fields, key)) {
        throw new Error(
          `${place}: unknown field ${JSON.stringify(key)}; known are ${Object.keys(fields).join(", ")}.`,
        );
      }
    }
    for (const [key, check] of Object.entries<Check>(fields)) check(value[key], `${place}.${key}`);
  };
