import * as vscode from "vscode";
import type { Priority } from "../client/scheduler.ts";
import { clockText } from "../ui/clockText.ts";
import type { ContributedName } from "./contributedNames.ts";
import { numberText } from "../ui/textLanguage.ts";

/** `reset` in milliseconds since 1970-01-01T00:00:00Z; absent when the window has ended. */
export const limitText = (remaining: number, limit: number, reset: number | undefined): string => {
  const left = vscode.l10n.t("{0} of {1} left", numberText(remaining), numberText(limit));
  return reset === undefined ? left : `${left} · ${vscode.l10n.t("resets at {0}", clockText(reset))}`;
};

/** Who made calls, in words. */
export const originText = (
  contributed: ReadonlyMap<string, ContributedName>,
  callOrigin: string | undefined,
  priority: Priority,
): string => {
  const known = callOrigin === undefined ? undefined : contributed.get(callOrigin);
  if (known) return known.kind === "view" ? vscode.l10n.t("View {0}", known.name) : known.name;
  switch (priority) {
    case "user":
      return vscode.l10n.t("Editors and panels");
    case "visible":
      return vscode.l10n.t("What is on screen");
    case "background":
      return vscode.l10n.t("In the background");
  }
};

export const originIcon = (
  contributed: ReadonlyMap<string, ContributedName>,
  callOrigin: string | undefined,
): string => {
  const kind = callOrigin === undefined ? undefined : contributed.get(callOrigin)?.kind;
  return kind === "command" ? "run" : kind === "view" ? "list-tree" : "circle-outline";
};
