import * as vscode from "vscode";
import { HttpError } from "../../client/errors.ts";
import { errorText } from "../../ui/errorText.ts";
import type { RepoPlace } from "../types.ts";
import type { WordsMessage } from "./messages.ts";
import type { ChartKey, ChartState } from "./types.ts";
import { textLanguage } from "../../ui/textLanguage.ts";

export const panelTitle = ({ owner, repo }: RepoPlace): string =>
  vscode.l10n.t("Insights: {0}", `${owner}/${repo}`);

export const heading = (key: ChartKey): string => {
  switch (key) {
    case "participation":
      return vscode.l10n.t("Participation");
    case "commitActivity":
      return vscode.l10n.t("Commit Activity");
    case "punchCard":
      return vscode.l10n.t("Punch Card");
    case "codeFrequency":
      return vscode.l10n.t("Code Frequency");
    case "contributors":
      return vscode.l10n.t("Contributors");
    case "languages":
      return vscode.l10n.t("Languages");
  }
};

export const pageWords = (place: RepoPlace): WordsMessage => ({
  type: "words",
  language: textLanguage(),
  title: panelTitle(place),
  refresh: vscode.l10n.t("Refresh"),
  showTable: vscode.l10n.t("Show as Table"),
  showChart: vscode.l10n.t("Show as Chart"),
  copyCsv: vscode.l10n.t("Copy as CSV"),
  tryAgain: vscode.l10n.t("Try Again"),
  headings: {
    participation: heading("participation"),
    commitActivity: heading("commitActivity"),
    punchCard: heading("punchCard"),
    codeFrequency: heading("codeFrequency"),
    contributors: heading("contributors"),
    languages: heading("languages"),
  },
});

/** Why there is no chart. */
export const stateText = (
  key: ChartKey,
  state: Exclude<ChartState<unknown>, { readonly kind: "ready" }>,
): string => {
  switch (state.kind) {
    case "loading":
      return vscode.l10n.t("Loading…");
    case "computing":
      return vscode.l10n.t("The server is computing this. It is shown when it is ready.");
    case "late":
      return vscode.l10n.t("The server is still computing this. Try again later.");
    case "empty":
      return vscode.l10n.t("This repository is empty: it has no commits yet.");
    case "failed":
      return key === "codeFrequency" && HttpError.is(state.error, "unprocessable")
        ? vscode.l10n.t(
            "The server does not compute this for a repository with so many commits: {0}",
            said(state.error),
          )
        : errorText(state.error);
  }
};

const said = ({ message }: HttpError): string => message;
