import { logCommands } from "../ids.ts";
import type { Welcome, When } from "./types.ts";

/** The view's feature could not be started. */
export const isNotStarted = (key: When): When => `${key} == notStarted`;

/** The welcome text of a view whose feature could not be started; `refresh` is a command of that feature, which starts it. */
export const startWelcome = (key: When, refresh: string): Welcome => ({
  when: isNotStarted(key),
  text: `This view couldn't start.\n[Try Again](command:${refresh})\n[Show Log](command:${logCommands.show})`,
});
