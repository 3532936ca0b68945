import * as vscode from "vscode";
import type { AccountsModel } from "../accounts/model.ts";
import { accountIn } from "../base/uriPart.ts";
import { gistScheme } from "../ids.ts";
import { emojiPrefix, type Emojis, matchingNames } from "./emoji.ts";

/** Where emoji are completed: in comments, and in the Markdown of gists. */
export const emojiSelector: vscode.DocumentSelector = [
  { scheme: "comment" },
  { scheme: gistScheme, language: "markdown" },
];

/** Offers the service's emoji after a colon. */
export class EmojiCompletion implements vscode.CompletionItemProvider {
  readonly #accounts: AccountsModel;
  readonly #emojis: Emojis;
  readonly #onError: (error: unknown) => void;

  constructor(accounts: AccountsModel, emojis: Emojis, onError: (error: unknown) => void) {
    this.#accounts = accounts;
    this.#emojis = emojis;
    this.#onError = onError;
  }

  async provideCompletionItems(
    document: vscode.TextDocument,
    position: vscode.Position,
  ): Promise<vscode.CompletionList | undefined> {
    const before = document.lineAt(position).text.slice(0, position.character);
    const prefix = emojiPrefix(before);
    const { scheme, authority } = document.uri;
    const accountId = scheme === gistScheme ? accountIn(authority) : this.#accounts.active?.profile.id;
    if (prefix === undefined || accountId === undefined) return undefined;
    try {
      const emojis = await this.#emojis.get(accountId);
      const range = new vscode.Range(position.translate(0, -prefix.length), position);
      const items = matchingNames(emojis, prefix).map((name, index) => {
        const glyph = emojis.get(name);
        const item = new vscode.CompletionItem(
          { label: `:${name}:`, ...(glyph === undefined ? {} : { description: glyph }) },
          vscode.CompletionItemKind.Text,
        );
        item.range = range;
        item.filterText = `${prefix}${name}`;
        item.sortText = String(index).padStart(4, "0");
        return item;
      });
      // Others match when more is typed.
      return new vscode.CompletionList(items, true);
    } catch (error) {
      // Typing is not interrupted by errors.
      this.#onError(error);
      return undefined;
    }
  }
}
