import * as vscode from "vscode";
import type { Account } from "../accounts/model.ts";
import { UserError } from "../base/errors.ts";
import { parseLinks } from "../client/links.ts";
import { operationOf } from "../client/operations/table.ts";
import { withProgress } from "../ui/progress.ts";
import { factsOf, isRecord } from "./parameters.ts";
import type { OperationDeps } from "./deps.ts";
import { isAnswer, metaOf, executeCall, type ExecutedCall } from "./executeCall.ts";
import { titleFor } from "./texts.ts";
import type { OperationCall } from "./types.ts";
import { showInformation } from "../ui/messages.ts";
import { showStatus } from "../ui/showStatus.ts";

const withoutMeta = (result: unknown): unknown => {
  if (!isRecord(result)) return result;
  const { meta: _, ...rest } = result;
  return rest;
};

/** An answer as people read it: the result beside its `meta`, or why there is none. */
export const shownAnswer = (answer: unknown): Readonly<Record<string, unknown>> => {
  if (!isAnswer(answer)) return { meta: metaOf(answer), result: withoutMeta(answer) };
  const { code, status, message, errors, documentationUrl, requestId } = answer;
  return { error: { code, status, message, errors, documentationUrl, requestId } };
};

const showAnswer = async (
  deps: OperationDeps,
  account: Account,
  { call, answer, status }: ExecutedCall,
): Promise<void> => {
  const isNo = isAnswer(answer);
  const name = `${call.operation} ${status}`;
  const answered = { accountId: account.profile.id, call, result: isNo ? undefined : answer };
  if (typeof answer === "string") await deps.texts.show(`${name}.txt`, answer, answered);
  else await deps.texts.show(`${name}.json`, `${JSON.stringify(shownAnswer(answer), undefined, 2)}\n`, answered);
  if (isNo)
    showStatus(
      vscode.l10n.t("{0}: the server responded with {1}, which means “no”.", call.operation, status),
      6000,
    );
  if (operationOf(call.operation).manualRedirect)
    showLocation(metaOf(answer)).catch((error: unknown) => deps.onError(vscode.l10n.t("Open Link"), error));
};

const showLocation = async (meta: unknown): Promise<void> => {
  const location = isRecord(meta) ? meta["location"] : undefined;
  if (typeof location !== "string") return;
  const copy = vscode.l10n.t("Copy Link");
  const message = vscode.l10n.t("The archive is at {0}", location.replace(/\?.*$/s, ""));
  if ((await showInformation(message, copy)) === copy) await vscode.env.clipboard.writeText(location);
};

/** Sends a call and shows the answer, also one that says no. Throws as `executeCall`. */
export const sendCall = async (deps: OperationDeps, account: Account, call: OperationCall): Promise<void> =>
  showAnswer(deps, account, await executeCall(deps, account, call));

/** The call of the page that an answer links to; undefined when there is none, or only its address identifies it. */
const nextCall = (call: OperationCall, link: string, account: Account): OperationCall | undefined => {
  const page = /[?&]page=(\d+)/.exec(link)?.[1];
  const takesPage = factsOf(call.operation, account.profile.dialect).parameters.some(
    ({ name }) => name === "page",
  );
  return page !== undefined && takesPage
    ? { ...call, parameters: { ...call.parameters, page: Number(page) } }
    : undefined;
};

/** Reads the page after an answer. Throws as `sendCall`, and UserError when there is none. */
export const sendNext = async (
  deps: OperationDeps,
  account: Account,
  call: OperationCall,
  result: unknown,
): Promise<void> => {
  const source = typeof result === "object" && result !== null ? result : undefined;
  const { next } = parseLinks(source as { readonly meta?: { readonly link?: string } } | undefined);
  if (source === undefined || next === undefined) throw new UserError(vscode.l10n.t("This is the last page."));
  const following = nextCall(call, next, account);
  if (following) {
    await sendCall(deps, account, following);
    return;
  }
  const page = await withProgress(titleFor(account, call.operation), (signal) =>
    account.client.linkedPage(source, "next", { signal }),
  );
  await showAnswer(deps, account, { call, answer: page, status: 200 });
};
