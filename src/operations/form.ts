import * as vscode from "vscode";
import type { Account } from "../accounts/model.ts";
import { CancelledError, isCancelled } from "../base/errors.ts";
import type { OperationId } from "../client/operations/table.ts";
import { errorText } from "../ui/errorText.ts";
import { pickAt } from "../ui/pickAt.ts";
import { plainText } from "../ui/plainText.ts";
import { askParameter } from "./askParameter.ts";
import { factsOf, textOfValue } from "./parameters.ts";
import { previewOf, showPreview } from "./executeCall.ts";
import type { OperationReference } from "./reference/operationReference.ts";
import { type OperationTexts, titleFor } from "./texts.ts";
import type { Parameter, Parameters } from "./types.ts";

/** What the user wants to do with a filled form. */
export interface Filled {
  readonly action: "send" | "document";
  readonly parameters: Parameters;
}

interface FormDeps {
  readonly reference: () => Promise<OperationReference>;
  readonly texts: OperationTexts;
}

interface Row extends vscode.QuickPickItem {
  readonly does?: Filled["action"] | "preview";
  readonly parameter?: Parameter;
}

const with1 = (parameters: Parameters, name: string, value: unknown): Parameters => {
  const { [name]: _, ...rest } = parameters;
  return value === undefined ? rest : { ...rest, [name]: value };
};

const shown = (value: unknown): string => {
  const text = textOfValue(value);
  return text.length > 80 ? `${text.slice(0, 79)}…` : text;
};

/**
 * Asks for what is missing, and then shows all parameters until the user sends them. Throws CancelledError: nothing was
 * done.
 */
export const fillForm = async (
  deps: FormDeps,
  account: Account,
  operation: OperationId,
  known: Parameters,
): Promise<Filled> => {
  const { parameterText } = await deps.reference();
  const { parameters: all } = factsOf(operation, account.profile.dialect);
  const title = titleFor(account, operation);
  let values = known;
  const ask = async (parameter: Parameter, position = ""): Promise<void> => {
    const { name } = parameter;
    const text = parameterText(operation, name);
    const value = await askParameter({
      title: `${operation}: ${name}${position}`,
      text: text === "" ? name : text,
      parameter,
      value: values[name],
    });
    values = with1(values, name, value);
  };
  const missing = all.filter(
    ({ name, rule }) => rule.required && rule.fill === undefined && values[name] === undefined,
  );
  for (const [index, parameter] of missing.entries())
    await ask(parameter, missing.length > 1 ? ` (${index + 1}/${missing.length})` : "");

  let active = 0;
  for (;;) {
    const send = sendRow(account, operation, values);
    const preview: Row = { label: `$(open-preview) ${vscode.l10n.t("Show Request")}`, does: "preview" };
    const rows: readonly Row[] = [
      send,
      ...(send.does ? [preview] : []),
      { label: `$(json) ${vscode.l10n.t("Write as JSON")}`, does: "document" },
      ...(all.length > 0
        ? [{ label: vscode.l10n.t("Parameters"), kind: vscode.QuickPickItemKind.Separator }]
        : []),
      ...all.map((parameter): Row => {
        const { name, rule } = parameter;
        const value = values[name];
        const text = parameterText(operation, name);
        return {
          label: name,
          description:
            value === undefined
              ? rule.fill === undefined
                ? vscode.l10n.t("(left out)")
                : plainText(rule.fill)
              : plainText(shown(value)),
          ...(text === "" ? {} : { detail: text }),
          parameter,
        };
      }),
    ];
    const placeholder = vscode.l10n.t("Select a row to edit it, or the first one to send the request");
    const row = await pickAt(title, placeholder, rows, active);
    if (!row) throw new CancelledError();
    active = rows.indexOf(row);
    if (row.does === "preview") {
      await showPreview(deps, account, { operation, parameters: values });
      continue;
    }
    if (row.does) return { action: row.does, parameters: values };
    if (!row.parameter) continue;
    try {
      await ask(row.parameter);
    } catch (error) {
      if (!isCancelled(error)) throw error;
    }
  }
};

/** The request as it would go; what keeps it from going is shown in its place, and cannot be sent. */
const sendRow = (account: Account, operation: OperationId, parameters: Parameters): Row => {
  try {
    const { method, url } = previewOf(account, { operation, parameters });
    return {
      label: `$(play) ${vscode.l10n.t("Send")}`,
      description: plainText(`${method} ${decoded(url)}`),
      does: "send",
    };
  } catch (error) {
    return { label: `$(warning) ${plainText(errorText(error))}` };
  }
};

const decoded = (url: string): string => url.replace(/^https?:\/\/[^/]+/, "");
