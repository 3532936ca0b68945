import * as vscode from "vscode";
import { CancelledError, UserError } from "../base/errors.ts";
import { shownText } from "../base/bytes.ts";
import { encodeName } from "../base/safeName.ts";
import type { RepoPlace } from "../repos/types.ts";
import { errorText } from "../ui/errorText.ts";
import { systemErrorText } from "../ui/systemErrorText.ts";
import { plainText } from "../ui/plainText.ts";
import { offerDownload } from "../ui/download/panel.ts";
import { withProgress } from "../ui/progress.ts";
import { askText, confirm, confirmRisk, pickOne } from "../ui/prompts.ts";
import { sentences } from "../ui/sentences.ts";
import type { isThere, keyFolder, makeKeyFile } from "./keyFile.ts";
import { type KeyType, newKeyPair } from "./openSshKey.ts";
import { toUserError } from "./problemText.ts";
import { isWeak, parsePublicKey, type PublicKey, typeName } from "./publicKey.ts";
import { pluralText } from "../ui/pluralText.ts";

/** No public key is larger. */
const maxFileBytes = 64 * 1024;
const maxTitleLength = 255;

/** The code that writes private keys to the disk. */
export type LoadKeyFiles = () => Promise<{
  readonly isThere: typeof isThere;
  readonly keyFolder: typeof keyFolder;
  readonly makeKeyFile: typeof makeKeyFile;
}>;

/** Where a public key comes from. */
export type KeySource = "generate" | "paste" | "file";

export const pickSource = async (title: string): Promise<KeySource> => {
  const rows: readonly (vscode.QuickPickItem & { readonly source: KeySource })[] = [
    {
      label: `$(sparkle) ${vscode.l10n.t("Generate a Pair")}`,
      detail: vscode.l10n.t("The private key is saved to a file that you choose, and nowhere else."),
      source: "generate",
    },
    {
      label: `$(clippy) ${vscode.l10n.t("Paste a Public Key")}`,
      detail: "ssh-ed25519 AAAA…",
      source: "paste",
    },
    {
      label: `$(file) ${vscode.l10n.t("Public Key from a File")}`,
      detail: vscode.l10n.t("One whose name ends in .pub"),
      source: "file",
    },
  ];
  return (await pickOne(rows, { title, placeHolder: vscode.l10n.t("Select where the key comes from") })).source;
};

const weakText = (): string =>
  vscode.l10n.t("DSA, and RSA below 2048 bits, can be broken, and servers refuse the weakest. Ed25519 is better.");

/** What is wrong with what was typed; a warning for a key that is easily broken, undefined for another public key. */
const problemOf = (text: string): string | vscode.InputBoxValidationMessage | undefined => {
  try {
    const key = parsePublicKey(text);
    if (!isWeak(key)) return undefined;
    const message = sentences(vscode.l10n.t("{0} is weak.", typeName(key)), weakText());
    return { message, severity: vscode.InputBoxValidationSeverity.Warning };
  } catch (error) {
    return errorText(toUserError(error));
  }
};

export const pasteKey = async (title: string, value = ""): Promise<PublicKey> => {
  const text = await askText({
    title,
    value,
    prompt: vscode.l10n.t("Enter the public key, one line such as ssh-ed25519 AAAA…"),
    placeHolder: "ssh-ed25519 AAAA…",
    ignoreFocusOut: true,
    validateInput: (typed) => (typed.trim() === "" ? undefined : problemOf(typed)),
  });
  return parsePublicKey(text);
};

export const keyFromFile = async (title: string): Promise<PublicKey> => {
  const picked = await vscode.window.showOpenDialog({
    title,
    openLabel: vscode.l10n.t("Use This Key"),
    filters: { [vscode.l10n.t("Public keys")]: ["pub"], [vscode.l10n.t("All files")]: ["*"] },
  });
  const uri = picked?.[0];
  if (!uri) throw new CancelledError();
  if ((await vscode.workspace.fs.stat(uri)).size > maxFileBytes)
    throw new UserError(vscode.l10n.t("This file is too large for a public key. Nothing was sent."));
  return parsePublicKey(shownText(await vscode.workspace.fs.readFile(uri)));
};

export const askTitle = async (title: string, value: string): Promise<string> => {
  const text = await askText({
    title,
    value,
    prompt: vscode.l10n.t("Enter a title that says whose key it is, such as the machine's name"),
    ignoreFocusOut: true,
    validateInput: (typed) => {
      if (typed.trim() === "") return vscode.l10n.t("Enter a title.");
      return typed.trim().length > maxTitleLength
        ? pluralText(
            vscode.l10n.t(
              "{count, plural, one {A title has at most # character.} other {A title has at most # characters.}}",
            ),
            maxTitleLength,
          )
        : undefined;
    },
  });
  if (text.trim() === "") throw new UserError(vscode.l10n.t("A key needs a title. Nothing was sent."));
  return text.trim();
};

/** Asks before a key that is easily broken is used: false when the user selects another one. Throws CancelledError. */
export const isStrengthAccepted = async (key: PublicKey): Promise<boolean> =>
  !isWeak(key) ||
  confirmRisk(vscode.l10n.t("{0} is weak. Use it anyway?", typeName(key)), weakText(), {
    safe: vscode.l10n.t("Select Another Key..."),
    action: vscode.l10n.t("Use the Weak Key"),
  });

const askPassphrase = async (title: string): Promise<string> => {
  const first = await askText({
    title,
    password: true,
    ignoreFocusOut: true,
    prompt: vscode.l10n.t(
      "Enter a passphrase for the private key, or leave it empty if a machine uses the key unattended",
    ),
  });
  if (first === "") return "";
  await askText({
    title,
    password: true,
    ignoreFocusOut: true,
    prompt: vscode.l10n.t("Enter the passphrase again."),
    validateInput: (typed) => (typed === first ? undefined : vscode.l10n.t("It differs from the first one.")),
  }).then((second) => {
    if (second !== first) throw new UserError(vscode.l10n.t("The passphrases differ. Nothing was made."));
  });
  return first;
};

const askType = async (title: string): Promise<KeyType> => {
  const rows: readonly (vscode.QuickPickItem & { readonly type: KeyType })[] = [
    { label: "Ed25519", description: vscode.l10n.t("short, fast and strong"), type: "ed25519" },
    { label: "RSA 4096", description: vscode.l10n.t("for legacy machines"), type: "rsa4096" },
  ];
  return (await pickOne(rows, { title, placeHolder: vscode.l10n.t("Select the kind of key") })).type;
};

const keyName = ({ owner, repo }: RepoPlace): string => `deploy_${encodeName(`${owner}_${repo}`)}`;

const askFile = async (
  { isThere, keyFolder }: Awaited<ReturnType<LoadKeyFiles>>,
  place: RepoPlace,
  title: string,
): Promise<{ path: string; replaces: boolean }> => {
  const uri = await vscode.window.showSaveDialog({
    title,
    saveLabel: vscode.l10n.t("Save Private Key"),
    defaultUri: vscode.Uri.joinPath(vscode.Uri.file(await keyFolder()), keyName(place)),
  });
  if (!uri) throw new CancelledError();
  if (uri.scheme !== "file")
    throw new UserError(
      vscode.l10n.t("Select a folder on this computer: a private key is stored on its disk only."),
    );
  if (vscode.workspace.getWorkspaceFolder(uri))
    await confirm(
      vscode.l10n.t("Save the private key inside the workspace?"),
      vscode.l10n.t("A commit could publish it. A folder such as .ssh in your home is safer."),
      vscode.l10n.t("Save in Workspace"),
    );
  const path = uri.fsPath;
  const replaces = await isThere(path);
  if (replaces)
    await confirm(
      vscode.l10n.t("“{0}” already exists. Replace it?", path),
      vscode.l10n.t("If it is a private key that is in use somewhere, no one can log in with it after that."),
      vscode.l10n.t("Replace"),
    );
  return { path, replaces };
};

/** Makes a pair and lets the browser save the private half. Throws CancelledError when the user does not want it. */
const downloadKey = async (type: KeyType, comment: string, passphrase: string, name: string): Promise<string> => {
  const { privateKey, publicLine } = await newKeyPair(type, comment, passphrase);
  await offerDownload({
    title: vscode.l10n.t("Private Key"),
    name,
    content: privateKey,
    hint: vscode.l10n.t(
      "The private key is nowhere but in this page. The public key is added when you have downloaded it; closing this page adds nothing. Keep the file where only you can read it.",
    ),
  });
  return publicLine;
};

/** A new pair, whose private half is on the disk, or was downloaded, when this answers. */
export const generateKey = async (
  loadKeyFiles: LoadKeyFiles | undefined,
  place: RepoPlace,
  title: string,
  comment: string,
): Promise<{ readonly key: PublicKey; readonly path: string }> => {
  const type = await askType(title);
  const passphrase = await askPassphrase(title);
  if (!loadKeyFiles) {
    const name = keyName(place);
    return { key: parsePublicKey(await downloadKey(type, comment, passphrase, name)), path: name };
  }
  const files = await loadKeyFiles();
  const { path, replaces } = await askFile(files, place, title);
  const line = await withProgress(vscode.l10n.t("Creating the key “{0}”", plainText(comment)), () =>
    files.makeKeyFile({ type, comment, passphrase, path, replaces }).catch((error: unknown) => {
      throw new UserError(
        vscode.l10n.t(
          "The private key could not be saved to “{0}”: {1}. Nothing was sent.",
          path,
          systemErrorText(error),
        ),
      );
    }),
  );
  return { key: parsePublicKey(line), path };
};
