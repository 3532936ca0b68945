/** The fields of a value of unknown origin; none of what is no object. */
export const fieldsOf = (value: unknown): Readonly<Record<string, unknown>> =>
  typeof value === "object" && value !== null ? (value as Readonly<Record<string, unknown>>) : {};

/** The entries of a list of unknown origin; none of what is not a list. */
export const entriesOf = (value: unknown): readonly unknown[] => (Array.isArray(value) ? value : []);
