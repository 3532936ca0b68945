import * as vscode from "vscode";
import type { AccountsModel } from "../accounts/model.ts";
import { systemClock } from "../base/clock.ts";
import { type Disposable, DisposableStore } from "../base/disposable.ts";
import { registerCommands } from "../commands/registry.ts";
import { commentsController } from "../ids.ts";
import type { Shell } from "../shell/shell.ts";
import type { Log } from "../ui/log.ts";
import { threadHandlers } from "./commands.ts";
import { EmojiCompletion, emojiSelector } from "./completion.ts";
import { Emojis } from "./emoji.ts";
import { type CommentBackend, CommentRenderer } from "./commentView.ts";

/** Where conversations of all kinds are shown. */
export interface CommentRegistry extends Disposable {
  readonly controller: vscode.CommentController;
  readonly renderer: CommentRenderer;
  /** A command is answered by the one that knows what it is about; the one that was added last is asked first. */
  add(backend: CommentBackend): Disposable;
  /**
   * Whether documents are asked where threads may begin. Only while one is open that has such lines: VS Code asks every
   * document then, and so brings back an untitled one that was just closed.
   */
  offerRanges(isWanted: boolean): void;
}

/** Builds and registers what comments of gists and of commits share. Makes no request. */
export const registerComments = (shell: Shell, accounts: AccountsModel, log: Log): CommentRegistry => {
  const store = new DisposableStore();
  const backends: CommentBackend[] = [];
  const controller = store.add(
    vscode.comments.createCommentController(commentsController, vscode.l10n.t("Forgeside Comments")),
  );
  controller.options = {
    prompt: vscode.l10n.t("Reply..."),
    placeHolder: vscode.l10n.t("Write a comment; Markdown and :emoji: are understood"),
  };
  const ranges: vscode.CommentingRangeProvider = {
    provideCommentingRanges: async (document) => {
      for (const backend of backends) {
        const ranges = await backend.ranges?.(document);
        if (ranges && ranges.length > 0) return ranges;
      }
      return undefined;
    },
  };
  const emojis = store.add(new Emojis(accounts));
  store.add(
    vscode.languages.registerCompletionItemProvider(
      emojiSelector,
      new EmojiCompletion(accounts, emojis, (error) => log.error("emoji", error)),
      ":",
    ),
  );
  store.add(registerCommands(shell, threadHandlers(backends), log));
  return {
    controller,
    renderer: new CommentRenderer(accounts, emojis, systemClock),
    offerRanges: (isWanted) => {
      if (isWanted === (controller.commentingRangeProvider !== undefined)) return;
      // VS Code takes undefined, though its type does not say so.
      Object.assign(controller, { commentingRangeProvider: isWanted ? ranges : undefined });
    },
    add: (backend) => {
      backends.unshift(backend);
      return {
        dispose: () => {
          const index = backends.indexOf(backend);
          if (index >= 0) backends.splice(index, 1);
        },
      };
    },
    dispose: () => store.dispose(),
  };
};
