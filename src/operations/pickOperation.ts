import * as vscode from "vscode";
import { pluralText } from "../ui/pluralText.ts";
import type { Account } from "../accounts/model.ts";
import { nameOf } from "../accounts/profile.ts";
import { CancelledError } from "../base/errors.ts";
import { isWrite, type OperationId, operationIds } from "../client/operations/table.ts";
import { unavailable } from "./availability.ts";
import { factsOf } from "./parameters.ts";
import type { OperationsModel } from "./model.ts";
import type { OperationReference } from "./reference/operationReference.ts";
import { noteRow } from "../ui/pickOrEnter.ts";
import { sentence } from "../ui/sentences.ts";
import { unavailableText } from "./problemText.ts";
import { refuseUnavailable } from "./refuseUnavailable.ts";
import { sectionTitles } from "./sectionTitles.ts";
import type { Parameters } from "./types.ts";

interface PickDeps {
  readonly operations: OperationsModel;
  readonly reference: () => Promise<OperationReference>;
}

interface Row extends vscode.QuickPickItem {
  readonly operation?: OperationId;
  /** Those of the last time. */
  readonly parameters?: Parameters;
}

export interface Picked {
  readonly operation: OperationId;
  readonly parameters: Parameters | undefined;
  /** As a document instead of questions. */
  readonly asDocument: boolean;
}

const maxRecent = 5;

/**
 * The rows with all words of what is typed, in any order. Those with all of it as it is typed come first, then those whose
 * name has the words, then those whose sentence begins so; of equal ones the shortest name.
 */
const rowsWith = (typed: string, rows: readonly Row[]): readonly Row[] => {
  const phrase = typed.trim().toLowerCase();
  const words = phrase.split(/\s+/);
  const [first = ""] = words;
  const found = rows.flatMap((row) => {
    if (row.operation === undefined) return [];
    const detail = (row.detail ?? "").toLowerCase();
    // Not the label, whose icon has a name.
    const name = row.operation.toLowerCase();
    const text = `${name} ${row.description ?? ""} ${detail}`.toLowerCase();
    if (!words.every((word) => text.includes(word))) return [];
    const isNamed = words.every((word) => name.includes(word));
    const rank = (text.includes(phrase) ? 4 : 0) + (isNamed ? 2 : 0) + (detail.startsWith(first) ? 1 : 0);
    // VS Code by itself shows only those that have it as it is typed.
    return [{ row: { ...row, alwaysShow: true }, rank, length: name.length }];
  });
  return found.toSorted((one, other) => other.rank - one.rank || one.length - other.length).map(({ row }) => row);
};

/** Offers every operation; favourites and recent ones first. Throws CancelledError, and UserError for what cannot be. */
export const pickOperation = async (deps: PickDeps, account: Account): Promise<Picked> => {
  const { profile } = account;
  const { operationText } = await deps.reference();
  const like: vscode.QuickInputButton = {
    iconPath: new vscode.ThemeIcon("star-empty"),
    tooltip: vscode.l10n.t("Add to favorites"),
  };
  const dislike: vscode.QuickInputButton = {
    iconPath: new vscode.ThemeIcon("star-full"),
    tooltip: vscode.l10n.t("Remove from favorites"),
  };
  const write: vscode.QuickInputButton = {
    iconPath: new vscode.ThemeIcon("json"),
    tooltip: vscode.l10n.t("Write the call as JSON"),
  };
  const rowOf = (operation: OperationId, parameters?: Parameters): Row => {
    const lack = unavailable(operation, profile);
    const text = operationText(operation);
    return {
      label: `$(${lack ? "circle-slash" : isWrite(operation) ? "edit" : "eye"}) ${operation}`,
      description: factsOf(operation, profile.dialect).route,
      detail: lack ? sentence(`${text} — ${unavailableText(lack, profile)}`) : text,
      buttons: [deps.operations.favourites.includes(operation) ? dislike : like, write],
      operation,
      ...(parameters ? { parameters } : {}),
    };
  };
  const separator = (label: string): Row => ({ label, kind: vscode.QuickPickItemKind.Separator });
  const allRows = (): readonly Row[] => {
    const { favourites } = deps.operations;
    const recent = deps.operations
      .recent(profile.id, maxRecent)
      .filter(({ operation }) => !favourites.includes(operation));
    const shown: readonly OperationId[] = [...favourites, ...recent.map(({ operation }) => operation)];
    const titles = sectionTitles();
    return [
      ...(favourites.length > 0 ? [separator(vscode.l10n.t("Favorites"))] : []),
      ...favourites.map((operation) => rowOf(operation)),
      ...(recent.length > 0 ? [separator(vscode.l10n.t("Recent"))] : []),
      ...recent.map(({ operation, parameters }) => rowOf(operation, parameters)),
      ...Object.entries(titles)
        .toSorted(([, left], [, right]) => left.localeCompare(right))
        .flatMap(([section, title]) => [
          separator(title),
          ...operationIds
            .filter((id) => id.startsWith(`${section}.`) && !shown.includes(id))
            .map((id) => rowOf(id)),
        ]),
    ];
  };
  const list = vscode.window.createQuickPick<Row>();
  const rows = (): readonly Row[] => {
    if (list.value.trim() === "") return allRows();
    const found = rowsWith(list.value, allRows());
    if (found.length > 0) return found;
    return [noteRow("info", vscode.l10n.t("No operation matches “{0}”.", list.value.trim()))];
  };
  list.title = vscode.l10n.t("Run Operation · {0}", nameOf(profile));
  list.placeholder = pluralText(
    vscode.l10n.t(
      "{count, plural, one {Select # operation (search by name, route or what it does)} other {Select one of # operations (search by name, route or what it does)}}",
    ),
    operationIds.length,
  );
  list.matchOnDescription = true;
  list.matchOnDetail = true;
  list.items = rows();
  const picked = await new Promise<{ readonly row: Row; readonly asDocument: boolean } | undefined>((resolve) => {
    const take = (row: Row | undefined, asDocument: boolean): void => {
      if (row?.operation === undefined) return;
      resolve({ row, asDocument });
      list.hide();
    };
    list.onDidChangeValue(() => {
      list.items = rows();
    });
    list.onDidAccept(() => take(list.selectedItems[0] ?? list.activeItems[0], false));
    list.onDidTriggerItemButton(({ item, button }) => {
      if (item.operation === undefined) return;
      if (button === write) {
        take(item, true);
        return;
      }
      deps.operations.toggleFavourite(item.operation);
      list.keepScrollPosition = true;
      list.items = rows();
      list.activeItems = list.items.filter(({ operation }) => operation === item.operation);
    });
    list.onDidHide(() => {
      // Does nothing when a row was taken.
      resolve(undefined);
      list.dispose();
    });
    list.show();
  });
  if (picked?.row.operation === undefined) throw new CancelledError();
  const { operation, parameters } = picked.row;
  refuseUnavailable(operation, account);
  return { operation, parameters, asDocument: picked.asDocument };
};
