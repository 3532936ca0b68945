import * as vscode from "vscode";
import { bytesOf, encodeBase64 } from "../base/bytes.ts";
import { CancelledError, UserError } from "../base/errors.ts";
import { errorText } from "../ui/errorText.ts";
import { askText, pickOne } from "../ui/prompts.ts";
import { textOfValue, valueOfText } from "./parameters.ts";
import { requireJson } from "./requireJson.ts";
import type { Parameter } from "./types.ts";

export interface Question {
  readonly title: string;
  /** What the parameter means. */
  readonly text: string;
  readonly parameter: Parameter;
  readonly value: unknown;
}

/** The largest file whose bytes are sent, in bytes. */
const maxFileBytes = 50_000_000;

const hintOf = ({ rule }: Parameter): string => {
  switch (rule.type) {
    case "Json":
      return vscode.l10n.t("As JSON.");
    case "Array":
      return vscode.l10n.t("Separated by commas, or as JSON.");
    case "Date":
      return vscode.l10n.t("As a date.");
    case "Number":
      return vscode.l10n.t("A number.");
    case "String":
    case "Boolean":
      return "";
  }
};

const leftOut = "\u0000";

const pickValue = async ({ title, text, parameter, value }: Question): Promise<unknown> => {
  const { rule } = parameter;
  const values: readonly unknown[] = rule.type === "Boolean" ? [false, true] : (rule.allowed ?? []);
  const rows = [
    ...values.map((each) => ({ label: String(each), each })),
    ...(rule.required ? [] : [{ label: vscode.l10n.t("(leave out)"), each: leftOut }]),
  ];
  // What holds now comes first: Enter leaves it. Of a value that is asked for, no: a gist is not made public by Enter.
  const now = value ?? leftOut;
  const sorted = rows.toSorted((left, right) => Number(right.each === now) - Number(left.each === now));
  const { each } = await pickOne(sorted, { title, placeHolder: text, ignoreFocusOut: true });
  return each === leftOut ? undefined : each;
};

const typeValue = async ({ title, text, parameter, value }: Question): Promise<unknown> => {
  const typed = await askText({
    title,
    prompt: [text, hintOf(parameter), parameter.rule.required ? "" : vscode.l10n.t("Empty leaves it out.")]
      .filter((part) => part !== "")
      .join(" "),
    value: textOfValue(value),
    ignoreFocusOut: true,
    validateInput: (each) => {
      try {
        if (each !== "") requireJson(parameter, each);
        valueOfText(parameter, each);
        return undefined;
      } catch (error) {
        return errorText(error);
      }
    },
  });
  return valueOfText(parameter, typed);
};

const fileBytes = async (title: string): Promise<Uint8Array> => {
  const [uri] = (await vscode.window.showOpenDialog({ title, openLabel: vscode.l10n.t("Send") })) ?? [];
  if (!uri) throw new CancelledError();
  const { size } = await vscode.workspace.fs.stat(uri);
  if (size > maxFileBytes)
    throw new UserError(vscode.l10n.t("The file is larger than the server accepts. Nothing was sent."));
  return vscode.workspace.fs.readFile(uri);
};

/** Bytes are seldom typed as Base64. */
const askBytes = async (question: Question): Promise<unknown> => {
  const { title, text } = question;
  const { from } = await pickOne(
    [
      {
        label: vscode.l10n.t("Enter a Text"),
        detail: vscode.l10n.t("One line; it is encoded for you."),
        from: "text",
      },
      { label: vscode.l10n.t("From a File"), detail: vscode.l10n.t("Its bytes, encoded for you."), from: "file" },
      { label: vscode.l10n.t("Enter Base64"), detail: vscode.l10n.t("As it is sent."), from: "base64" },
    ] as const,
    { title, placeHolder: text, ignoreFocusOut: true },
  );
  switch (from) {
    case "text":
      return encodeBase64(bytesOf(await askText({ title, prompt: text, ignoreFocusOut: true })));
    case "base64":
      return typeValue(question);
    case "file":
      return encodeBase64(await fileBytes(title));
  }
};

/** Asks for a value, checked while it is typed; undefined leaves the parameter out. Throws CancelledError. */
export const askParameter = (question: Question): Promise<unknown> => {
  const { rule } = question.parameter;
  if (rule.type === "Boolean" || rule.allowed) return pickValue(question);
  return rule.base64 ? askBytes(question) : typeValue(question);
};
