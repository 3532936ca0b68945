import * as vscode from "vscode";

interface Look {
  readonly icon: string;
  readonly color: string;
  readonly text: string;
}

/** How a state of the service looks: never by its colour alone. */
export const lookOf = (state: string): Look => {
  switch (state) {
    case "success":
      return { icon: "pass-filled", color: "testing.iconPassed", text: vscode.l10n.t("succeeded") };
    case "failure":
      return { icon: "error", color: "testing.iconFailed", text: vscode.l10n.t("failed") };
    case "error":
      return { icon: "warning", color: "testing.iconErrored", text: vscode.l10n.t("error") };
    case "pending":
      return { icon: "clock", color: "list.warningForeground", text: vscode.l10n.t("pending") };
    case "queued":
      return { icon: "watch", color: "testing.iconQueued", text: vscode.l10n.t("queued") };
    case "in_progress":
      return { icon: "sync", color: "charts.blue", text: vscode.l10n.t("in progress") };
    case "inactive":
      return { icon: "circle-slash", color: "disabledForeground", text: vscode.l10n.t("inactive") };
    case "none":
      return { icon: "circle-outline", color: "disabledForeground", text: vscode.l10n.t("no status yet") };
    default:
      return { icon: "question", color: "disabledForeground", text: state };
  }
};

export const stateIcon = (state: string): vscode.ThemeIcon => {
  const { icon, color } = lookOf(state);
  return new vscode.ThemeIcon(icon, new vscode.ThemeColor(color));
};
