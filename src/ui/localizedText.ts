import * as vscode from "vscode";
import type { Localizable } from "../base/localizable.ts";
import { pluralText } from "./pluralText.ts";

/** A text of a layer that knows nothing of VS Code, in VS Code's language. */
export const localizedText = ({ template, values, count }: Localizable): string =>
  count === undefined ? vscode.l10n.t(template, ...values) : pluralText(vscode.l10n.t(template), count, ...values);

/** What an error says, in VS Code's language where the text is Forgeside's own. */
export const saidBy = ({
  message,
  text,
}: {
  readonly message: string;
  readonly text?: Localizable | undefined;
}): string => (text ? localizedText(text) : message);
