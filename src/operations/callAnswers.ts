import * as vscode from "vscode";
import type { Account } from "../accounts/model.ts";
import { isCancelled, UserError } from "../base/errors.ts";
import { parseLinks } from "../client/links.ts";
import { isWrite, operationOf } from "../client/operations/table.ts";
import { withProgress } from "../ui/progress.ts";
import { factsOf, isRecord } from "./parameters.ts";
import { type ExecuteCall, type ExecutedCall, isAnswer, metaOf } from "./executeCall.ts";
import { type OperationTexts, titleFor } from "./texts.ts";
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

const showLocation = async (meta: unknown): Promise<void> => {
  const location = isRecord(meta) ? meta["location"] : undefined;
  if (typeof location !== "string") return;
  const copy = vscode.l10n.t("Copy Link");
  const message = vscode.l10n.t("The archive is at {0}", location.replace(/\?.*$/s, ""));
  if ((await showInformation(message, copy)) === copy) await vscode.env.clipboard.writeText(location);
};

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

interface AnswersDeps {
  readonly execute: ExecuteCall;
  readonly texts: OperationTexts;
  /** Shows what a message's button threw. */
  readonly onError: (what: string, error: unknown) => void;
}

/** Sends calls, and shows their answers as documents. */
export class CallAnswers {
  readonly #deps: AnswersDeps;

  constructor(deps: AnswersDeps) {
    this.#deps = deps;
  }

  /** Also shows an answer that says no. `showUnsent` shows the call of a write that has no answer. Throws as `executeCall`. */
  async send(account: Account, call: OperationCall, showUnsent?: () => Promise<unknown>): Promise<void> {
    const { execute, onError } = this.#deps;
    const executed = await execute(account, call).catch(async (error: unknown) => {
      if (isWrite(call.operation) && !isCancelled(error))
        await showUnsent?.().catch((failure: unknown) => onError(call.operation, failure));
      throw error;
    });
    await this.#show(account, executed);
  }

  /** Reads the page after an answer. Throws as `send`, and UserError when there is none. */
  async sendNext(account: Account, call: OperationCall, result: unknown): Promise<void> {
    const source = typeof result === "object" && result !== null ? result : undefined;
    const { next } = parseLinks(source as { readonly meta?: { readonly link?: string } } | undefined);
    if (source === undefined || next === undefined) throw new UserError(vscode.l10n.t("This is the last page."));
    const following = nextCall(call, next, account);
    if (following) {
      await this.send(account, following);
      return;
    }
    const page = await withProgress(titleFor(account, call.operation), (signal) =>
      account.client.linkedPage(source, "next", { signal }),
    );
    await this.#show(account, { call, answer: page, status: 200 });
  }

  async #show(account: Account, { call, answer, status }: ExecutedCall): Promise<void> {
    const { texts, onError } = this.#deps;
    const isNo = isAnswer(answer);
    const name = `${call.operation} ${status}`;
    const answered = { accountId: account.profile.id, call, result: isNo ? undefined : answer };
    if (typeof answer === "string") await texts.show(`${name}.txt`, answer, answered);
    else await texts.show(`${name}.json`, `${JSON.stringify(shownAnswer(answer), undefined, 2)}\n`, answered);
    if (isNo)
      showStatus(
        vscode.l10n.t("{0}: the server responded with {1}, which means “no”.", call.operation, status),
        6000,
      );
    if (operationOf(call.operation).manualRedirect)
      showLocation(metaOf(answer)).catch((error: unknown) => onError(vscode.l10n.t("Open Link"), error));
  }
}
