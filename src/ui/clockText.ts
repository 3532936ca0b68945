import * as vscode from "vscode";

/** The time of day, for people. `time` in milliseconds since 1970-01-01T00:00:00Z. */
export const clockText = (time: number): string =>
  new Intl.DateTimeFormat(vscode.env.language, { timeStyle: "short" }).format(time);
