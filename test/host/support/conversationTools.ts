import type { MarkdownString } from "vscode";
import type { SandboxSeed } from "../../../src/sandbox/seed.ts";
import { ids, smallSeed } from "./seeds.ts";

/** mia's notes, with these comments. */
export const talkedSeed = (
  comments: readonly { readonly login: string; readonly body: string }[],
): SandboxSeed => {
  const seed = smallSeed();
  const talked = (seed.gists ?? []).map((gist) => (gist.id === ids.notes ? { ...gist, comments } : gist));
  return { ...seed, gists: talked };
};

export const textOf = ({ body }: { readonly body: string | MarkdownString }): string =>
  typeof body === "string" ? body : body.value;
