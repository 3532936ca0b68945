import type { Disposable } from "../../base/disposable.ts";
import type { LocalChanges } from "../../localChanges/model.ts";
import { settings } from "../../ids.ts";
import { ConfigValue } from "../../ui/configValue.ts";
import { documentOf } from "../uri.ts";
import type { FileChange } from "./commitErrors.ts";
import { askMessage, type MessageOptions } from "./commitPrompt.ts";
import { templateOf } from "./commitTemplate.ts";
import { proposedMessage } from "./proposedMessage.ts";

/**
 * Asks for the messages of commits: each begins with the one that was entered before for the same files, whose commit was
 * refused, or with the template of the last one.
 */
export class CommitMessages implements Disposable {
  readonly #setting = new ConfigValue(settings.commitMessage, "Update ${files}");
  readonly #changes: LocalChanges;
  readonly #last: () => string | undefined;
  readonly #keep: (template: string | undefined) => void;

  constructor(
    changes: LocalChanges,
    last: () => string | undefined,
    keep: (template: string | undefined) => void,
  ) {
    this.#changes = changes;
    this.#last = last;
    this.#keep = keep;
    // A template that was set is what counts, until the next message.
    this.#setting.onDidChange(() => keep(undefined));
  }

  dispose(): void {
    this.#setting.dispose();
  }

  /** Throws CancelledError. */
  readonly ask = async (made: readonly FileChange[], options?: MessageOptions): Promise<string> => {
    const proposed = proposedMessage(made, this.#changes, documentOf);
    const given = await askMessage(made, this.#last() ?? this.#setting.value, { ...options, proposed });
    const template = templateOf(given, made);
    if (template !== undefined) this.#keep(template);
    return given;
  };
}
