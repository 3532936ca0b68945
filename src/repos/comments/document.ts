import * as vscode from "vscode";
import type { Commit, CommitComment } from "../../client/types/commit.ts";
import { countText } from "../../comments/countText.ts";
import { toUserError } from "../problemText.ts";
import type { CommitCommentsModel } from "./model.ts";
import { commitViewOf } from "./place.ts";
import { withoutDirections } from "../../ui/plainText.ts";
import { pluralText } from "../../ui/pluralText.ts";
import { textLanguage } from "../../ui/textLanguage.ts";

export const statusText = (status: string): string => {
  switch (status) {
    case "added":
      return vscode.l10n.t("added");
    case "removed":
      return vscode.l10n.t("removed");
    case "renamed":
      return vscode.l10n.t("renamed");
    default:
      return vscode.l10n.t("changed");
  }
};

const textOf = (commit: Commit, comments: readonly CommitComment[]): string => {
  const { author, message } = commit.commit;
  const files = commit.files ?? [];
  const date = author?.date === undefined ? undefined : new Date(author.date);
  const when = date?.toLocaleString(textLanguage(), { dateStyle: "medium", timeStyle: "short" });
  const name = commit.author?.login ?? author?.name ?? vscode.l10n.t("unknown user");
  const lines = [
    message.trimEnd(),
    "",
    when === undefined ? name : vscode.l10n.t("{0}, {1}", name, when),
    commit.sha,
    ...(commit.html_url === undefined ? [] : [commit.html_url]),
    "",
    pluralText(vscode.l10n.t("{count, plural, one {# changed file} other {# changed files}}"), files.length),
    ...files.map((file) => {
      const former = file.previous_filename === undefined ? "" : `${file.previous_filename} → `;
      const count = comments.filter(({ path }) => path === file.filename).length;
      const notes = [
        statusText(file.status),
        `+${file.additions} -${file.deletions}`,
        ...(count === 0 ? [] : [countText(count)]),
      ];
      return `  ${former}${file.filename} (${notes.join(", ")})`;
    }),
    "",
    countText(comments.length),
  ];
  return withoutDirections(lines.join("\n"));
};

/** The read-only document above a commit's conversation. Throws what the service threw. */
export class CommitConversationText implements vscode.TextDocumentContentProvider {
  readonly #comments: CommitCommentsModel;
  readonly #ready: () => Promise<void>;
  readonly #changed = new vscode.EventEmitter<vscode.Uri>();
  readonly onDidChange = this.#changed.event;

  /** `ready` resolves when the accounts are known: editors are restored before that. */
  constructor(comments: CommitCommentsModel, ready: () => Promise<void>) {
    this.#comments = comments;
    this.#ready = ready;
  }

  async provideTextDocumentContent(uri: vscode.Uri): Promise<string> {
    const view = commitViewOf(uri);
    if (!view) return "";
    try {
      await this.#ready();
      const commit = await this.#comments.commit(view.place);
      return textOf(commit, this.#comments.shown(view.place));
    } catch (error) {
      throw toUserError(error);
    }
  }

  refresh(uri: vscode.Uri): void {
    this.#changed.fire(uri);
  }

  dispose(): void {
    this.#changed.dispose();
  }
}
