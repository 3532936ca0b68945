import { fieldsOf } from "../../base/fieldsOf.ts";

/** A gist that was made of another one. */
export interface Fork {
  readonly id: string;
  /** Undefined when the user no longer exists. */
  readonly login: string | undefined;
  /** Empty when the server gives none. */
  readonly updatedAt: string;
  /** The first line of its description; undefined where the server gives none. */
  readonly title: string | undefined;
}

const textOf = (value: unknown): string | undefined =>
  typeof value === "string" && value !== "" ? value : undefined;

/** Undefined for what is not a gist, or cannot be asked for. */
export const toFork = (value: unknown): Fork | undefined => {
  const { id, owner, user, created_at: createdAt, updated_at: updatedAt, description } = fieldsOf(value);
  const forkId = textOf(id);
  if (forkId === undefined || !/^\w[\w-]{0,99}$/.test(forkId)) return undefined;
  return {
    id: forkId,
    login: textOf(fieldsOf(owner)["login"]) ?? textOf(fieldsOf(user)["login"]),
    updatedAt: textOf(updatedAt) ?? textOf(createdAt) ?? "",
    title: textOf(textOf(description)?.trim().split(/\r?\n/)[0]),
  };
};
