import type { Choice } from "../base/errors.ts";
import { actionTitle } from "./actionTitle.ts";

/** A button that runs a command of ours; it has three dots where the command asks for more. */
export const commandChoice = (
  command: `forgeside.${string}`,
  { target, asksMore }: { readonly target?: unknown; readonly asksMore: boolean },
): Choice => ({
  title: `${actionTitle(command) ?? command}${asksMore ? "..." : ""}`,
  run: async () => (await import("./errorButtons.ts")).runCommand(command, target),
});
