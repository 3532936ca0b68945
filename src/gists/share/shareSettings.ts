import { DisposableStore } from "../../base/disposable.ts";
import { settings } from "../../ids.ts";
import { ConfigValue } from "../../ui/configValue.ts";
import type { PermalinkUse } from "./sourceLink.ts";

/** What happens with the link of a new gist. */
export type AfterShare = "copy" | "open" | "ask";

/** The settings about sharing, as they are when they are read. */
export class ShareSettings {
  readonly #store = new DisposableStore();
  readonly #largest = this.#store.add(new ConfigValue(settings.maxFileMegabytes, 10));
  readonly #afterShare = this.#store.add(new ConfigValue<AfterShare>(settings.afterShare, "copy"));
  readonly #visibility = this.#store.add(
    new ConfigValue<"secret" | "public">(settings.defaultVisibility, "secret"),
  );
  readonly #permalinkUse = this.#store.add(new ConfigValue<PermalinkUse>(settings.permalink, "secret"));

  /** Bytes of the largest file that is sent. */
  get maxFileBytes(): number {
    return this.#largest.value * 1_000_000;
  }

  get afterShare(): AfterShare {
    return this.#afterShare.value;
  }

  get isPublic(): boolean {
    return this.#visibility.value === "public";
  }

  /** Whether the workspace decides on visibility: its settings come with the folder, and are not the user's own decision. */
  get isVisibilityFromWorkspace(): boolean {
    return this.#visibility.isFromWorkspace;
  }

  get permalinkUse(): PermalinkUse {
    return this.#permalinkUse.value;
  }

  dispose(): void {
    this.#store.dispose();
  }
}
