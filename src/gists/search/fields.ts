/**
 * The parts of an entry that are indexed, at most eight: the position of a field is its bit in the byte that a posting
 * has for them. The stored index has them in this order, so that another order or field needs another `version` in
 * indexStorage.ts.
 */
export const fieldNames = ["name", "tags", "description", "comment", "content", "language", "owner"] as const;
type FieldName = (typeof fieldNames)[number];

/** How much a word in the field counts. */
const boosts: Readonly<Record<FieldName, number>> = {
  name: 8,
  tags: 5,
  description: 4,
  comment: 2,
  content: 1,
  language: 0.5,
  owner: 0.5,
};
export const fieldBoosts: readonly number[] = fieldNames.map((name) => boosts[name]);

export const tagsField = fieldNames.indexOf("tags");
export const contentField = fieldNames.indexOf("content");

/** The fields in which a prefix of two letters is looked for, one bit for each: almost every content has one. */
export const shortFields = ["name", "tags", "description"].reduce(
  (mask, name) => mask | (1 << fieldNames.indexOf(name as FieldName)),
  0,
);
