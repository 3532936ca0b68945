import type { SharedState } from "../../base/sharedState.ts";
import type { ConfigValue } from "../../ui/configValue.ts";
import type { PublishMode } from "./engineOptions.ts";
import type { GistPlace } from "../types.ts";

const key = "publishModes";

/** When edits go to the service: as the setting says, or as was chosen for one gist. */
export class PublishModes {
  readonly #state: SharedState;
  readonly #setting: ConfigValue<PublishMode>;

  constructor(state: SharedState, setting: ConfigValue<PublishMode>) {
    this.#state = state;
    this.#setting = setting;
  }

  of({ accountId, gistId }: GistPlace): PublishMode {
    return this.#chosen[`${accountId}/${gistId}`] ?? this.#setting.value;
  }

  /** Undefined for what the setting says. */
  async set({ accountId, gistId }: GistPlace, mode: PublishMode | undefined): Promise<void> {
    const { [`${accountId}/${gistId}`]: _former, ...others } = this.#chosen;
    await this.#state.update(key, mode === undefined ? others : { ...others, [`${accountId}/${gistId}`]: mode });
  }

  get #chosen(): Readonly<Record<string, PublishMode>> {
    return this.#state.get<Readonly<Record<string, PublishMode>>>(key) ?? {};
  }
}
