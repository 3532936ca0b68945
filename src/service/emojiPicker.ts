import * as vscode from "vscode";
import type { Account } from "../accounts/model.ts";
import { glyphOf } from "../comments/emoji.ts";
import { plainText } from "../ui/plainText.ts";
import { pickOne } from "../ui/prompts.ts";
import { showStatus } from "../ui/showStatus.ts";

interface EmojiRow extends vscode.QuickPickItem {
  readonly name: string;
  readonly glyph: string | undefined;
}

/** Only pictures of the web are loaded, and without a token. */
const pictureOf = (url: string): vscode.Uri | undefined =>
  /^https:\/\//i.test(url) ? vscode.Uri.parse(url) : undefined;

const emojisOf = async ({ client }: Account): Promise<readonly EmojiRow[]> => {
  const answer: Readonly<Record<string, unknown>> = await client.call("misc.emojis", {});
  // The answer's headers are among its entries.
  return Object.entries(answer).flatMap(([name, url]): EmojiRow[] => {
    if (typeof url !== "string") return [];
    const glyph = glyphOf(url);
    const picture = glyph === undefined ? pictureOf(url) : undefined;
    return [
      {
        label: glyph === undefined ? `:${plainText(name)}:` : `${glyph} :${plainText(name)}:`,
        ...(picture ? { iconPath: picture } : {}),
        name,
        glyph,
      },
    ];
  });
};

/** Finds an emoji of the service, and inserts or copies it. Throws CancelledError, HttpError. */
export const pickEmoji = async (account: Account): Promise<void> => {
  const title = vscode.l10n.t("Emoji");
  const editor = vscode.window.activeTextEditor;
  const { name, glyph } = await pickOne(emojisOf(account), {
    title,
    placeHolder: vscode.l10n.t("Enter a part of its name"),
  });
  const texts = [...(glyph === undefined ? [] : [glyph]), `:${name}:`];
  const copy = async (text: string): Promise<void> => {
    await vscode.env.clipboard.writeText(text);
    showStatus(vscode.l10n.t("{0} copied to clipboard.", text), 4000);
  };
  const insert = async (text: string): Promise<void> => {
    if (!editor || !(await editor.edit((edit) => editor.selections.forEach((at) => edit.replace(at, text)))))
      await copy(text);
  };
  const rows = [
    ...(editor
      ? texts.map((text) => ({ label: `$(edit) ${vscode.l10n.t("Insert {0}", text)}`, run: () => insert(text) }))
      : []),
    ...texts.map((text) => ({ label: `$(copy) ${vscode.l10n.t("Copy {0}", text)}`, run: () => copy(text) })),
  ];
  const { run } = await pickOne(rows, { title, placeHolder: vscode.l10n.t("Select what to do with {0}", name) });
  await run();
};
