import { logCommands } from "../ids.ts";
import type { Welcome, When } from "./types.ts";
import { not, or } from "./when.ts";

/** Also until the feature sets the key: VS Code would show that there is no data provider while the extension is not active. */
export const loadingWelcome = (key: When): Welcome => ({
  when: or(not(key), `${key} == loading`),
  text: "Loading…",
});

/** The welcome text of a view whose feature could not be started; `refresh` is a command of that feature, which starts it. */
export const startWelcome = (key: When, refresh: string): Welcome => ({
  when: `${key} == notStarted`,
  text: `This view couldn't start.\n[Try Again](command:${refresh})\n[Show Log](command:${logCommands.show})`,
});
