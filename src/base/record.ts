import { fieldsOf } from "./fieldsOf.ts";

/** A text that was saved here and is not at the service. */
export interface RecordContent<Place> {
  readonly place: Place;
  /** Records are sent in this order. Milliseconds since 1970-01-01T00:00:00Z. */
  readonly since: number;
  /** When it was saved last. Milliseconds. */
  readonly changed: number;
  /** It is being sent for the first time: no window shows it as long as the one that sends it renews its lease. */
  readonly isHidden?: boolean;
}

/** As it is stored. A record is never changed: a later text is a record of its own that supersedes it. */
export type Stored<Content> = Content & {
  readonly id: string;
  /** The records that this one took the place of. */
  readonly supersedes?: readonly string[];
};

export interface RecordFormat<Place, Content> {
  /** The same for the same place only. */
  readonly keyOf: (place: Place) => string;
  /** "newer" for a record of a later version of the extension, "damaged" for what is not a record. */
  readonly decode: (id: string, text: string) => Stored<Content> | "newer" | "damaged";
  readonly encode: (record: Stored<Content>) => string;
}

const isTexts = (value: unknown): boolean =>
  Array.isArray(value) && value.every((each) => typeof each === "string");

/**
 * What a record's text has in this field, with what all records have in common checked; `newest` is the newest version
 * that is known.
 */
export const parseRecord = (
  text: string,
  field: string,
  newest: number,
): Readonly<Record<string, unknown>> | "newer" | "damaged" => {
  let data: unknown;
  try {
    data = JSON.parse(text);
  } catch {
    return "damaged";
  }
  const { version, [field]: found } = fieldsOf(data);
  if (typeof version === "number" && version > newest) return "newer";
  const record = fieldsOf(found);
  const { since, changed, supersedes } = record;
  const isValid =
    Number.isInteger(version) &&
    Number(version) >= 1 &&
    Number.isFinite(since) &&
    Number.isFinite(changed) &&
    (supersedes === undefined || isTexts(supersedes));
  return isValid ? record : "damaged";
};
