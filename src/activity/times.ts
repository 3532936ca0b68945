import * as vscode from "vscode";
import { clockText } from "../ui/clockText.ts";
import type { Day } from "./arrange.ts";
import { textLanguage } from "../ui/textLanguage.ts";

const formats = (options: Intl.DateTimeFormatOptions): Intl.DateTimeFormat =>
  new Intl.DateTimeFormat(textLanguage(), options);

const dayMs = 86_400_000;

const keyOf = (date: Date): Day =>
  [date.getFullYear(), date.getMonth() + 1, date.getDate()].map((part) => String(part).padStart(2, "0")).join("-");

/** “Today”, “Yesterday”, “Monday, 16 November”; with the year when it is another one. */
export const dayText = (day: Day, now: number): string => {
  if (day === "future") return vscode.l10n.t("Dated in the Future");
  if (day === "unknown") return vscode.l10n.t("Without a Date");
  if (day === keyOf(new Date(now))) return vscode.l10n.t("Today");
  // At noon: a day may have 23 hours or 25.
  const noon = new Date(now).setHours(12);
  if (day === keyOf(new Date(noon - dayMs))) return vscode.l10n.t("Yesterday");
  const [year = 0, month = 1, date = 1] = day.split("-").map(Number);
  const at = new Date(year, month - 1, date, 12);
  const isThisYear = year === new Date(now).getFullYear();
  return formats({
    weekday: "long",
    day: "numeric",
    month: "long",
    ...(isThisYear ? {} : { year: "numeric" }),
  }).format(at);
};

/** Date and hour with the time zone. */
export const momentText = (at: number | undefined): string =>
  at === undefined ? "" : formats({ dateStyle: "medium", timeStyle: "long" }).format(at);

/** How fresh something is. */
export const asOfText = (at: number): string =>
  vscode.l10n.t("Updated {0} · events can be delayed", clockText(at));
