import * as vscode from "vscode";
import type { Account } from "../../accounts/model.ts";
import { HttpError } from "../../client/errors.ts";
import type { FormField } from "../../ui/form.ts";
import { plainText } from "../../ui/plainText.ts";
import { askText, pickOne } from "../../ui/prompts.ts";

/** What a form of a repository holds. Empty texts are none. */
export interface RepositoryValues {
  name: string;
  description: string;
  homepage: string;
  private: boolean;
  has_issues: boolean;
  has_wiki: boolean;
  has_downloads: boolean;
}

const namePattern = /^[\w.-]{1,100}$/;

export const nameProblem = (name: string): string | undefined =>
  namePattern.test(name) && name !== "." && name !== ".."
    ? undefined
    : vscode.l10n.t("A name has letters, digits, -, _ and . only, at most 100.");

const homepageProblem = (text: string): string | undefined =>
  text.trim() === "" || /^https?:\/\/\S+$/i.test(text.trim())
    ? undefined
    : vscode.l10n.t("Enter a URL that starts with https:// or http://.");

type KeyOf<V> = {
  readonly [K in keyof RepositoryValues]: RepositoryValues[K] extends V ? K : never;
}[keyof RepositoryValues];

const yesNo = (value: boolean): string => (value ? vscode.l10n.t("yes") : vscode.l10n.t("no"));

const textField = (
  values: RepositoryValues,
  key: KeyOf<string>,
  label: string,
  validateInput?: (text: string) => string | undefined,
): FormField => ({
  label,
  shown: () => values[key],
  change: async () => {
    const text = await askText({
      title: label,
      value: values[key],
      ...(validateInput === undefined ? {} : { validateInput }),
    });
    values[key] = text.trim();
  },
});

const flagField = (values: RepositoryValues, key: KeyOf<boolean>, label: string): FormField => ({
  label,
  shown: () => yesNo(values[key]),
  change: async () => {
    values[key] = !values[key];
  },
});

/** The fields that a new repository and an existing one have in common. */
export const repositoryFields = (values: RepositoryValues): readonly FormField[] => [
  textField(values, "name", vscode.l10n.t("Name"), nameProblem),
  textField(values, "description", vscode.l10n.t("Description")),
  textField(values, "homepage", vscode.l10n.t("Homepage"), homepageProblem),
  {
    label: vscode.l10n.t("Visibility"),
    shown: () => (values.private ? vscode.l10n.t("Private") : vscode.l10n.t("Public")),
    detail: () => (values.private ? vscode.l10n.t("Only you and people you choose") : vscode.l10n.t("Everyone")),
    change: async () => {
      values.private = !values.private;
    },
  },
  flagField(values, "has_issues", vscode.l10n.t("Issues")),
  flagField(values, "has_wiki", vscode.l10n.t("Wiki")),
  flagField(values, "has_downloads", vscode.l10n.t("Downloads")),
];

/** The names of the service's .gitignore templates; undefined when it does not list them. Throws HttpError. */
const templateNames = async ({ client }: Account): Promise<readonly string[] | undefined> => {
  try {
    const names = await client.get("/gitignore/templates");
    return Array.isArray(names) ? names.filter((name) => typeof name === "string") : undefined;
  } catch (error) {
    if (HttpError.is(error, "notFound")) return undefined;
    throw error;
  }
};

/** Empty for none. Throws CancelledError. */
export const askTemplate = async (account: Account, title: string): Promise<string> => {
  const names = await templateNames(account);
  if (!names)
    return (
      await askText({
        title,
        prompt: vscode.l10n.t("Enter a .gitignore template, such as Node or Python (optional)"),
      })
    ).trim();
  const none = { label: `$(circle-slash) ${vscode.l10n.t("None")}`, name: "" };
  const rows = [none, ...names.map((name) => ({ label: plainText(name), name }))];
  return (await pickOne(rows, { title, placeHolder: vscode.l10n.t("Select the files that Git ignores") })).name;
};
