import { isRepository } from "../../base/safeName.ts";
import { linkTarget } from "../linkTarget.ts";

const hasDrive = (path: string): boolean => /^[a-z]:/i.test(path);

/**
 * The parts of an entry's path without the first `strip`; undefined when it would leave the folder, or be a repository's
 * settings, which no archive of a repository has.
 */
export const partsBelow = (path: string, strip: number): readonly string[] | undefined => {
  const given = path.replaceAll("\\", "/");
  if (given.startsWith("/") || hasDrive(given) || given.includes("\0")) return undefined;
  const parts = given.split("/").filter((part) => part !== "" && part !== ".");
  const below = parts.slice(strip);
  // Without its first parts, `root/c:x` would become `c:x`, and so `x`.
  if (parts.includes("..") || hasDrive(below[0] ?? "") || below.some(isRepository)) return undefined;
  return below;
};

/** Whether a link that stands at `parts` leads out of the folder. */
export const leavesFolder = (parts: readonly string[], target: string): boolean =>
  hasDrive(target) || linkTarget(parts.join("/"), target.replaceAll("\\", "/")) === undefined;
