import * as vscode from "vscode";
import { Emitter } from "../../base/event.ts";
import { askText, pickOne } from "../../ui/prompts.ts";
import { dateOf } from "../dates.ts";
import type { CommitFilter } from "./sections.ts";
import { keyOf, type RepoPlace } from "../types.ts";

type Field = keyof CommitFilter;
const fields: readonly Field[] = ["sha", "path", "author", "since", "until"];

const fieldText = (field: Field): string => {
  switch (field) {
    case "sha":
      return vscode.l10n.t("Branch, tag or commit");
    case "path":
      return vscode.l10n.t("File or folder");
    case "author":
      return vscode.l10n.t("Author");
    case "since":
      return vscode.l10n.t("Since");
    case "until":
      return vscode.l10n.t("Until");
  }
};

const isDate = (field: Field): boolean => field === "since" || field === "until";

/** Which commits of a repository are shown, as long as the window is open. */
export class CommitFilters {
  readonly #filters = new Map<string, CommitFilter>();
  readonly #changed = new Emitter<RepoPlace>();
  readonly onDidChange = this.#changed.event;

  of(place: RepoPlace): CommitFilter {
    return this.#filters.get(keyOf(place)) ?? {};
  }

  set(place: RepoPlace, filter: CommitFilter): void {
    this.#filters.set(keyOf(place), filter);
    this.#changed.fire(place);
  }

  clear(place: RepoPlace): void {
    this.#filters.delete(keyOf(place));
    this.#changed.fire(place);
  }

  /** Asks for one part of the filter after the other, until the user has had enough. Throws CancelledError. */
  async ask(place: RepoPlace): Promise<void> {
    const title = vscode.l10n.t("Commits of {0}/{1}", place.owner, place.repo);
    const filter = this.of(place);
    const rows = fields.map((field) => ({ label: fieldText(field), description: filter[field] ?? "", field }));
    const { field } = await pickOne(rows, { title, placeHolder: vscode.l10n.t("Select a filter") });
    const typed = await askText({
      title: `${title}: ${fieldText(field)}`,
      value: filter[field] ?? "",
      prompt: isDate(field)
        ? vscode.l10n.t("A day such as 2026-01-31, or a time such as 2026-01-31T10:00Z; empty for any.")
        : vscode.l10n.t("Empty for any."),
      validateInput: (text) =>
        isDate(field) && text.trim() !== "" && dateOf(text.trim()) === undefined
          ? vscode.l10n.t("Enter a day such as 2026-01-31.")
          : undefined,
    });
    const value = isDate(field) ? dateOf(typed.trim()) : typed.trim();
    const { [field]: _, ...others } = filter;
    this.set(place, value === undefined || value === "" ? others : { ...others, [field]: value });
  }

  dispose(): void {
    this.#changed.dispose();
  }
}
