import * as vscode from "vscode";
import type { DirectWrite } from "../accounts/directWrite.ts";
import type { Account, AccountsModel } from "../accounts/model.ts";
import type { BasicAuth } from "../accounts/signIn/basicAuth.ts";
import { hostOf } from "../accounts/profile.ts";
import { systemClock } from "../base/clock.ts";
import { CancelledError, SignedOutError } from "../base/errors.ts";
import type { Emitter } from "../base/event.ts";
import type { Client } from "../client/client.ts";
import type { RequestPreview } from "../client/preview.ts";
import { HttpError } from "../client/errors.ts";
import type { RequestHeaders } from "../client/operation.ts";
import type { InspectWrite } from "../guard/inspectWrite.ts";
import { withProgress } from "../ui/progress.ts";
import { confirm } from "../ui/prompts.ts";
import { isWrite } from "../client/operations/table.ts";
import { factsOf, isRecord, wantsPassword } from "./parameters.ts";
import type { OperationsModel } from "./model.ts";
import type { OperationReference } from "./reference/operationReference.ts";
import type { OperationTexts } from "./texts.ts";
import { requireJson } from "./requireJson.ts";
import type { OperationCall } from "./types.ts";

interface ExecuteDeps {
  readonly accounts: AccountsModel;
  readonly basicAuth: BasicAuth;
  readonly operations: OperationsModel;
  readonly reference: () => Promise<OperationReference>;
  readonly inspectWrite: InspectWrite;
  readonly directWrites: Emitter<DirectWrite>;
}

/** The request as it would go; credentials are hidden. Throws UserError and HttpError `validation`. */
export const previewOf = (
  { client, profile }: Account,
  { operation, parameters }: OperationCall,
): RequestPreview => {
  for (const parameter of factsOf(operation, profile.dialect).parameters)
    requireJson(parameter, parameters[parameter.name]);
  const preview = client.preview(operation, parameters as never);
  if (!wantsPassword(operation)) return preview;
  return { ...preview, headers: { ...preview.headers, authorization: "Basic [hidden]" } };
};

/** Shows the request as it would go in a document. */
export const showPreview = async (
  { reference, texts }: Pick<ExecuteDeps, "reference"> & { readonly texts: OperationTexts },
  account: Account,
  call: OperationCall,
): Promise<void> => {
  const preview = previewOf(account, call);
  const { requestText } = await reference();
  await texts.show(`${call.operation} request.http`, requestText(preview));
};

/** Characters of a request that a dialog shows. */
const maxShownLength = 1500;

/** Writes ask first, with the whole request. Throws CancelledError. */
const askWrite = async (
  { requestText }: OperationReference,
  account: Account,
  call: OperationCall,
): Promise<void> => {
  const preview = previewOf(account, call);
  const text = requestText(preview);
  await confirm(
    vscode.l10n.t("Send {0} to {1} as {2}?", call.operation, hostOf(account.profile), account.profile.login),
    text.length > maxShownLength ? `${text.slice(0, maxShownLength)}\n…` : text,
    preview.method === "DELETE" ? vscode.l10n.t("Send, and Delete") : vscode.l10n.t("Send"),
  );
};

/** Calls through the account's client, or with a password where no token does. */
const sendCall = async (
  basicAuth: BasicAuth,
  { client, profile }: Account,
  { operation, parameters }: OperationCall,
  given?: AbortSignal,
): Promise<unknown> => {
  const title = vscode.l10n.t("Running {0}…", operation);
  const send = (through: Client, headers: RequestHeaders): Promise<unknown> => {
    const own = parameters["headers"];
    const all = { ...(isRecord(own) ? own : {}), ...headers };
    const message = Object.keys(all).length > 0 ? { ...parameters, headers: all } : parameters;
    const begin = (signal: AbortSignal): Promise<unknown> =>
      through.call(operation, message as never, { signal, anyText: true });
    return given ? begin(given) : withProgress(title, begin);
  };
  return wantsPassword(operation) ? basicAuth.run(profile, operation, send) : send(client, {});
};

/** A failure that is the service's answer, and no reason to ask for anything. */
export const isAnswer = (error: unknown): error is HttpError =>
  HttpError.is(error) &&
  error.raw !== undefined &&
  !["unauthorized", "rateLimited", "unreadable"].includes(error.kind);

/** The metadata that the client adds to a result. */
export const metaOf = (result: unknown): unknown =>
  typeof result === "object" && result !== null ? Reflect.get(result, "meta") : undefined;

const statusOf = (answer: unknown): number => {
  if (isAnswer(answer)) return answer.code;
  const meta = metaOf(answer);
  return Number.parseInt(isRecord(meta) ? String(meta["status"]) : "", 10) || 200;
};

/** A call that was sent, past the guard, and what came of it: a result of the client, or a failure that is an answer. */
export interface ExecutedCall {
  readonly call: OperationCall;
  readonly answer: unknown;
  readonly status: number;
}

export type ExecuteCall = (account: Account, call: OperationCall, signal?: AbortSignal) => Promise<ExecutedCall>;

/**
 * Sends a call, and remembers it without its secrets; writes ask first, and fire `directWrites`.
 * Without a signal it shows its progress. Throws HttpError for what cannot be sent or has no answer, CancelledError.
 */
export const executeCall = async (
  { accounts, basicAuth, operations, reference, inspectWrite, directWrites }: ExecuteDeps,
  account: Account,
  call: OperationCall,
  signal?: AbortSignal,
): Promise<ExecutedCall> => {
  let { parameters } = call;
  // What cannot be sent is said before anything is asked.
  previewOf(account, call);
  if (isWrite(call.operation)) {
    // Before the question, which shows what is sent. The client finds that it was inspected.
    parameters = await inspectWrite(account.profile.id, { ...call, known: [] });
    await askWrite(await reference(), account, { ...call, parameters });
  }
  const accountId = account.profile.id;
  if (!accounts.get(accountId)) throw new SignedOutError(accountId);
  if (accounts.get(accountId)?.client !== account.client) throw new CancelledError();
  const sent = { ...call, parameters };
  let answer: unknown;
  try {
    answer = await sendCall(basicAuth, account, sent, signal);
  } catch (error) {
    if (!isAnswer(error)) throw error;
    answer = error;
  }
  const status = statusOf(answer);
  if (isWrite(sent.operation) && !isAnswer(answer)) directWrites.fire({ ...sent, accountId });
  operations.remember({ ...sent, accountId, at: systemClock.now(), status });
  return { call: sent, answer, status };
};
