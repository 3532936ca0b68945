import * as vscode from "vscode";
import type { Staleness } from "./board.ts";

export const staleText = (staleness: Staleness | undefined): readonly string[] => {
  switch (staleness) {
    case undefined:
      return [];
    case "superseded":
      return [vscode.l10n.t("superseded")];
    case "forgotten":
      return [vscode.l10n.t("stale: no status for over a day")];
  }
};
