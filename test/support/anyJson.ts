import type { Arbitrary } from "fast-check";
import { fc } from "./fastCheck.ts";

type Path = readonly (string | number)[];

const pathsIn = (value: unknown, path: Path = []): readonly Path[] =>
  typeof value === "object" && value !== null
    ? [
        path,
        ...Object.entries(value).flatMap(([key, entry]) =>
          pathsIn(entry, [...path, Array.isArray(value) ? Number(key) : key]),
        ),
      ]
    : [path];

const replaced = (value: unknown, [key, ...rest]: Path, next: unknown): unknown => {
  if (key === undefined) return next;
  const copy = structuredClone(value) as Record<string | number, unknown>;
  copy[key] = replaced(copy[key], rest, next);
  return copy;
};

/** Any JSON value, and more often one that differs from `valid` in one place, such as a damaged or a newer file. */
export const anyJson = (valid: unknown): Arbitrary<unknown> => {
  const damaged = fc
    .tuple(fc.constantFrom(...pathsIn(valid)), fc.jsonValue())
    .map(([path, next]) => replaced(valid, path, next));
  return fc.oneof({ arbitrary: damaged, weight: 3 }, fc.jsonValue());
};

/** The text of such a value, cut off or changed, or any text. */
export const anyText = (valid: unknown): Arbitrary<string> =>
  fc.oneof(
    { arbitrary: anyJson(valid).map((value) => JSON.stringify(value)), weight: 4 },
    fc.nat({ max: JSON.stringify(valid).length }).map((end) => JSON.stringify(valid).slice(0, end)),
    fc.string({ unit: "binary" }),
  );
