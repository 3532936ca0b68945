import * as vscode from "vscode";
import type { Gist } from "../../client/types/gist.ts";
import { countText } from "../../comments/countText.ts";
import { plainLine } from "../../ui/plainText.ts";
import { ownerOf, titleOf } from "../gistFacts.ts";
import type { GistsModel } from "../model.ts";
import { toUserError } from "../problemText.ts";
import type { CommentsModel } from "./model.ts";
import { conversationPlaceOf } from "./place.ts";

const textOf = (gist: Gist, count: number): string =>
  [
    titleOf(gist),
    vscode.l10n.t(
      "{0} by {1}",
      gist.public ? vscode.l10n.t("public") : vscode.l10n.t("secret"),
      ownerOf(gist) ?? vscode.l10n.t("unknown user"),
    ),
    gist.html_url,
    countText(count),
  ]
    .map(plainLine)
    .join("\n");

/** The read-only document above a gist's conversation. Throws what the service threw. */
export class ConversationText implements vscode.TextDocumentContentProvider {
  readonly #gists: GistsModel;
  readonly #comments: CommentsModel;
  readonly #changed = new vscode.EventEmitter<vscode.Uri>();
  readonly onDidChange = this.#changed.event;

  constructor(gists: GistsModel, comments: CommentsModel) {
    this.#gists = gists;
    this.#comments = comments;
  }

  async provideTextDocumentContent(uri: vscode.Uri): Promise<string> {
    const place = conversationPlaceOf(uri);
    if (!place) return "";
    try {
      const gist = await this.#gists.get(place.accountId, place.gistId);
      return textOf(gist, this.#comments.known(place)?.length ?? gist.comments);
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
