import { ChoiceError } from "../base/errors.ts";
import { actionTitle } from "./actionTitle.ts";

/** There is nothing to select from yet: its button runs the command that creates one, with three dots as it asks for more. */
export const emptyListError = (text: string, create: `forgeside.${string}`, target?: unknown): ChoiceError => {
  const run = async () => (await import("./errorButtons.ts")).runCommand(create, target);
  return new ChoiceError(text, [{ title: `${actionTitle(create) ?? create}...`, run }]);
};
