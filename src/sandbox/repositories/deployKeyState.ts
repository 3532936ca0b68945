import { count, date, filledText, flag, objectOf, orNull, text } from "../shape.ts";

export interface StoredDeployKey {
  readonly id: number;
  title: string;
  /** Type and base64, without a comment. */
  key: string;
  readonly readOnly: boolean;
  readonly addedBy: string;
  readonly createdAt: string;
  readonly lastUsed: string | null;
}

export const deployKeyShape = objectOf<StoredDeployKey>({
  id: count,
  title: text,
  key: filledText,
  readOnly: flag,
  addedBy: filledText,
  createdAt: date,
  lastUsed: orNull(date),
});
