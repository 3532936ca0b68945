import type { RepoPlace } from "./types.ts";

/**
 * Where a link leads to, from the root of the repository; undefined when that is outside of it. Where
 * `..` behind another link leads is unknown without following that one: it counts as outside.
 */
export const linkTarget = (path: string, target: string): string | undefined => {
  if (target === "" || target.startsWith("/") || target.includes("\0")) return undefined;
  const parts = path.split("/").slice(0, -1);
  let isBelow = false;
  for (const step of target.split("/")) {
    if (step === "" || step === ".") continue;
    if (step !== "..") {
      parts.push(step);
      isBelow = true;
    } else if (isBelow || parts.pop() === undefined) return undefined;
  }
  return parts.join("/");
};

/** Where a submodule is: `.gitmodules` may name it relative to the repository that it is in. */
export const submoduleAddress = ({ owner, repo }: Pick<RepoPlace, "owner" | "repo">, url: string): string =>
  /^\.\.?\//.test(url) ? new URL(url, `https://server/${owner}/${repo}/`).pathname.replace(/^\//, "") : url;
