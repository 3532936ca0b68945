import * as vscode from "vscode";
import { hookCommands } from "../ids.ts";
import { utf8Text } from "../base/bytes.ts";
import { CancelledError, UserError } from "../base/errors.ts";
import { askText, pickOne } from "../ui/prompts.ts";
import { newSecret } from "./secret.ts";
import { showInformation } from "../ui/messages.ts";
import { showStatus } from "../ui/showStatus.ts";

/** A secret as the user chose it. */
export interface ChosenSecret {
  /** Empty for none. */
  readonly secret: string;
  /** It was generated here and is not stored anywhere else yet. */
  readonly isNew: boolean;
}

const maxSecretLength = 10_000;

const typed = async (title: string): Promise<string> =>
  askText({
    title,
    prompt: vscode.l10n.t("Enter the secret that the receiver knows. It isn't shown again."),
    password: true,
    ignoreFocusOut: true,
    validateInput: (value) =>
      value === "" ? vscode.l10n.t("Enter the secret, or press Escape to cancel.") : undefined,
  });

const fromFile = async (title: string): Promise<string> => {
  const [uri] = (await vscode.window.showOpenDialog({ title, openLabel: vscode.l10n.t("Use as Secret") })) ?? [];
  if (!uri) throw new CancelledError();
  const { size } = await vscode.workspace.fs.stat(uri);
  const text = size > maxSecretLength ? undefined : utf8Text(await vscode.workspace.fs.readFile(uri));
  // An editor ends a file with a line break that is none of the secret.
  const secret = text?.replace(/\r?\n$/, "");
  if (secret === undefined || secret === "" || /[\r\n]/.test(secret))
    throw new UserError(vscode.l10n.t("The file has no secret: it must have one line of text, and nothing else."));
  return secret;
};

/** Asks where the secret comes from. Throws CancelledError, and UserError for a file without one. */
export const askSecret = async (title: string, none: string): Promise<ChosenSecret> => {
  const { from } = await pickOne(
    [
      {
        label: vscode.l10n.t("Generate a Secret"),
        detail: vscode.l10n.t("32 random bytes; you may copy it once."),
        from: "generate",
      },
      {
        label: vscode.l10n.t("Enter a Secret"),
        detail: vscode.l10n.t("It is hidden while you type."),
        from: "type",
      },
      { label: vscode.l10n.t("Secret from a File"), detail: vscode.l10n.t("Its only line."), from: "file" },
      { label: none, detail: vscode.l10n.t("The receiver can't verify deliveries."), from: "none" },
    ] as const,
    { title, placeHolder: vscode.l10n.t("Select how deliveries are signed"), ignoreFocusOut: true },
  );
  switch (from) {
    case "generate":
      return { secret: newSecret(), isNew: true };
    case "type":
      return { secret: await typed(title), isNew: false };
    case "file":
      return { secret: await fromFile(title), isNew: false };
    case "none":
      return { secret: "", isNew: false };
  }
};

/** Says that it is done; a secret that was made here can be copied, this once. */
export const showWithSecret = (
  text: string,
  { secret, isNew }: ChosenSecret,
  onError: (what: string, error: unknown) => void,
): void => {
  if (!isNew) {
    showStatus(text, 6000);
    return;
  }
  const copy = vscode.l10n.t("Copy Secret");
  showInformation(vscode.l10n.t("{0} Copy the new secret now: it is never shown again.", text), copy)
    .then((answer) => (answer === copy ? vscode.env.clipboard.writeText(secret) : undefined))
    .then(undefined, (error: unknown) => onError(hookCommands.rotateSecret, error));
};
