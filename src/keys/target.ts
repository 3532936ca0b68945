import * as vscode from "vscode";
import type { DeployKey } from "../client/types/deployKey.ts";
import { keyOf, type RepoPlace, type RepoPort } from "../repos/types.ts";
import { plainText } from "../ui/plainText.ts";
import { pickOne } from "../ui/prompts.ts";
import { selectedItems } from "../ui/selectedItems.ts";
import type { KeysModel } from "./model.ts";
import type { DeployKeyNode } from "./nodes.ts";
import { fingerprintOf, parsePublicKey } from "./publicKey.ts";
import { emptyListError } from "../ui/emptyListError.ts";
import { keyCommands } from "../ids.ts";

export interface KeyTargetDeps {
  readonly keys: KeysModel;
  readonly repos: Pick<RepoPort, "target">;
}

export interface KeyTarget {
  readonly place: RepoPlace;
  readonly key: DeployKey;
}

const keyOfRow = (row: unknown): KeyTarget | undefined => {
  const node = (typeof row === "object" && row !== null ? row : {}) as Partial<DeployKeyNode>;
  return node.kind === "deployKey" && node.place && node.key ? { place: node.place, key: node.key } : undefined;
};

/** The keys of the rows that are selected together, each once. */
export const selectedKeys = (rows: unknown): readonly KeyTarget[] =>
  selectedItems(rows, keyOfRow, ({ place, key }) => `${keyOf(place)}/${key.id}`);

/** Empty for a key that is none, as the server has it. */
export const fingerprintText = async ({ key }: DeployKey): Promise<string> => {
  try {
    return await fingerprintOf(parsePublicKey(key));
  } catch {
    return "";
  }
};

/** The key of a row, or the one that the user picks. Throws CancelledError. */
export const targetKey = async (
  { keys, repos }: KeyTargetDeps,
  target: unknown,
  placeHolder: string,
): Promise<KeyTarget> => {
  const given = keyOfRow(target);
  if (given) return given;
  const place = await repos.target(target, vscode.l10n.t("Select a repository to show its deploy keys"));
  const { items } = await keys.list(place);
  if (items.length === 0)
    throw emptyListError(
      vscode.l10n.t("{0} has no deploy keys.", `${place.owner}/${place.repo}`),
      keyCommands.add,
      {
        place,
      },
    );
  const rows = items.map(async (key) => ({
    label: `$(key) ${plainText(key.title)}`,
    description: key.read_only ? vscode.l10n.t("read-only") : vscode.l10n.t("may write"),
    // Two keys may have the same title.
    detail: await fingerprintText(key),
    key,
  }));
  return { place, key: (await pickOne(await Promise.all(rows), { placeHolder })).key };
};
