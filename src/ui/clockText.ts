import * as vscode from "vscode";

/** The time of day, for people. `time` in milliseconds since 1970-01-01T00:00:00Z; one that is none may come from a server. */
export const clockText = (time: number): string =>
  Number.isNaN(new Date(time).getTime())
    ? "?"
    : new Intl.DateTimeFormat(vscode.env.language, { timeStyle: "short" }).format(time);
