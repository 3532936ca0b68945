import { linkTarget } from "../linkTarget.ts";

/** The parts of an entry's path without the first `strip`; undefined when it would leave the folder. */
export const partsBelow = (path: string, strip: number): readonly string[] | undefined => {
  const given = path.replaceAll("\\", "/");
  if (given.startsWith("/") || /^[a-z]:/i.test(given) || given.includes("\0")) return undefined;
  const parts = given.split("/").filter((part) => part !== "" && part !== ".");
  return parts.includes("..") ? undefined : parts.slice(strip);
};

/** Whether a link that stands at `parts` leads out of the folder. */
export const leavesFolder = (parts: readonly string[], target: string): boolean =>
  /^[a-z]:/i.test(target) || linkTarget(parts.join("/"), target.replaceAll("\\", "/")) === undefined;
