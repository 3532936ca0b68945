import { ChoiceError } from "../base/errors.ts";
import { commandChoice } from "./commandChoice.ts";

/** There is nothing to select from: its button runs the command that fills the list, with three dots as it asks for more. */
export const emptyListError = (text: string, command: `forgeside.${string}`, target?: unknown): ChoiceError =>
  new ChoiceError(text, [commandChoice(command, { target, asksMore: true })]);
