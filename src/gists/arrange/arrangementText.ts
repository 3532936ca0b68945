import * as vscode from "vscode";
import type { GroupKey, SortKey } from "./arrangement.ts";

export const sortText = (key: SortKey): string => {
  switch (key) {
    case "service":
      return vscode.l10n.t("As the server lists them");
    case "updated":
      return vscode.l10n.t("Last changed first");
    case "oldestUpdated":
      return vscode.l10n.t("Last changed last");
    case "created":
      return vscode.l10n.t("Newest first");
    case "oldestCreated":
      return vscode.l10n.t("Oldest first");
    case "name":
      return vscode.l10n.t("By name, A to Z");
    case "nameDown":
      return vscode.l10n.t("By name, Z to A");
  }
};

export const groupText = (key: GroupKey): string => {
  switch (key) {
    case "none":
      return vscode.l10n.t("Not grouped");
    case "language":
      return vscode.l10n.t("By language");
    case "tag":
      return vscode.l10n.t("By tag (#word in the description)");
    case "visibility":
      return vscode.l10n.t("By visibility");
    case "owner":
      return vscode.l10n.t("By owner");
  }
};
