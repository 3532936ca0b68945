/** The parts of an entry that are indexed, and how much each counts. Their order is that of the stored index. */
export const fieldNames = ["name", "tags", "description", "comment", "content", "language", "owner"] as const;
type FieldName = (typeof fieldNames)[number];

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

/** Where the beginning of two letters is looked for, one bit for each: in contents almost every file has it. */
export const shortFields = ["name", "tags", "description"].reduce(
  (mask, name) => mask | (1 << fieldNames.indexOf(name as FieldName)),
  0,
);
