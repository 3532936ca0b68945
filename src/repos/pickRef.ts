import * as vscode from "vscode";
import { HttpError } from "../client/errors.ts";
import type { Branch, Tag } from "../client/types/commit.ts";
import { plainText } from "../ui/plainText.ts";
import { askText, pickOne } from "../ui/prompts.ts";
import { nodeOf } from "./nodeTypes.ts";
import type { TargetParts } from "./target.ts";
import type { RepoPlace } from "./types.ts";

/** A branch or tag, or anything else that names a commit. */
export const pickRef = async ({ repos }: TargetParts, place: RepoPlace, placeHolder: string): Promise<string> => {
  const [branches, tags] = await Promise.all([
    repos.section(place, "branches"),
    repos.section(place, "tags").catch((error: unknown) => {
      if (HttpError.is(error, "notFound")) return { items: [] as readonly Tag[] };
      throw error;
    }),
  ]);
  const other = { label: `$(edit) ${vscode.l10n.t("Another branch, tag or commit…")}`, ref: undefined };
  const rowOf = (icon: string, { name, commit }: Branch | Tag) => ({
    label: `$(${icon}) ${plainText(name)}`,
    description: commit.sha.slice(0, 7),
    ref: name,
  });
  const rows = [
    ...branches.items.map((branch) => rowOf("git-branch", branch)),
    ...tags.items.map((tag) => rowOf("tag", tag)),
    other,
  ];
  const { ref } = await pickOne<vscode.QuickPickItem & { readonly ref: string | undefined }>(rows, {
    placeHolder,
  });
  return (
    ref ??
    (
      await askText({ prompt: vscode.l10n.t("Enter a branch, a tag, or the ID of a commit"), title: placeHolder })
    ).trim()
  );
};

/** The branch or tag that a row stands for. */
export const givenRef = (target: unknown): string | undefined => {
  const node = nodeOf(target);
  return node.kind === "ref" ? node.ref?.name : undefined;
};
