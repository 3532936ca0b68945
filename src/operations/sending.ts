import * as vscode from "vscode";
import type { Account } from "../accounts/model.ts";
import { hostOf } from "../accounts/profile.ts";
import { bytesOf, decodeBase64, encodeBase64, utf8Text } from "../base/bytes.ts";
import { CancelledError, UserError } from "../base/errors.ts";
import type { Client } from "../client/client.ts";
import type { RequestPreview } from "../client/preview.ts";
import { HttpError } from "../client/errors.ts";
import type { RequestHeaders } from "../client/operation.ts";
import { operationOf } from "../client/operations/table.ts";
import { withProgress } from "../ui/progress.ts";
import { confirm } from "../ui/prompts.ts";
import { factsOf, isRecord, isWrite, wantsPassword } from "./parameters.ts";
import type { OperationParts } from "./parts.ts";
import { isSecretName } from "./secrets.ts";
import type { OperationCall, Parameters } from "./types.ts";

/** The request as it would go; credentials are hidden. Throws HttpError `validation`. */
export const previewOf = ({ client }: Account, { operation, parameters }: OperationCall): RequestPreview => {
  const preview = client.preview(operation, parameters as never);
  if (!wantsPassword(operation)) return preview;
  return { ...preview, headers: { ...preview.headers, authorization: "Basic [hidden]" } };
};

/** Shows the request as it would go in a document. */
export const showPreview = async (parts: OperationParts, account: Account, call: OperationCall): Promise<void> => {
  const preview = previewOf(account, call);
  const { requestText } = await parts.reference();
  await parts.texts.show(`${call.operation} request.http`, requestText(preview));
};

/** Characters of a request that a dialog shows. */
const longestShown = 1500;

/** Writes ask first, with the whole request. Throws CancelledError. */
const askWrite = async (parts: OperationParts, account: Account, call: OperationCall): Promise<void> => {
  const preview = previewOf(account, call);
  const { requestText } = await parts.reference();
  const text = requestText(preview);
  await confirm(
    vscode.l10n.t("Send {0} to {1} as {2}?", call.operation, hostOf(account.profile), account.profile.login),
    text.length > longestShown ? `${text.slice(0, longestShown)}\n…` : text,
    preview.method === "DELETE" ? vscode.l10n.t("Send, and Delete") : vscode.l10n.t("Send"),
  );
};

const withoutSecretFields = (value: unknown): unknown =>
  JSON.parse(JSON.stringify(value), (name, entry: unknown) => (isSecretName(name) ? undefined : entry));

/** Puts what the guard left of `inspected` into what was inspected of `value`; secrets that belong there stay. */
const merged = (value: unknown, inspected: unknown): unknown => {
  if (!isRecord(value) || !isRecord(inspected)) return inspected;
  return Object.fromEntries(
    Object.entries(value).map(([name, entry]) => [
      name,
      name in inspected ? merged(entry, inspected[name]) : entry,
    ]),
  );
};

/** The bytes of a file, as the text that they are. */
const textOfContent = (content: unknown): string | undefined => {
  if (typeof content !== "string") return undefined;
  try {
    return utf8Text(decodeBase64(content));
  } catch {
    return undefined;
  }
};

/** What may leave this machine: the guard looks at it first, but not for what is a secret by its nature. Throws CancelledError. */
const inspected = async (
  { inspect }: OperationParts,
  { profile }: Account,
  { operation, parameters }: OperationCall,
): Promise<Parameters> => {
  const inBody = Object.fromEntries(
    factsOf(operation, profile.dialect)
      .parameters.filter(({ name, place }) => place !== "path" && parameters[name] !== undefined)
      .map(({ name }) => [name, parameters[name]]),
  );
  const { content, ...rest } = inBody;
  const bytes = operationOf(operation).body?.["content"]?.base64 ? textOfContent(content) : undefined;
  const shown = withoutSecretFields(bytes === undefined ? inBody : rest);
  const [inParameters, inFile] = ["parameters.json", "content"];
  const files = {
    [inParameters]: JSON.stringify(shown, undefined, 2),
    ...(bytes === undefined ? {} : { [inFile]: bytes }),
  };
  const left = await inspect({
    what: vscode.l10n.t("the call of {0}", operation),
    files,
    accountId: profile.id,
    isSecret: parameters["public"] !== true && parameters["public"] !== "true",
  });
  let safe: unknown;
  try {
    safe = left[inParameters] === files[inParameters] ? shown : JSON.parse(left[inParameters] ?? "");
  } catch {
    throw new UserError(vscode.l10n.t("Without what was redacted, it is no call any more. Nothing was sent."));
  }
  const text = left[inFile];
  return {
    ...parameters,
    ...(merged(inBody, safe) as Parameters),
    ...(text === undefined || text === bytes ? {} : { content: encodeBase64(bytesOf(text)) }),
  };
};

/** Calls through the account's client, or with a password where no token does. */
const execute = async (
  { basicAuth }: OperationParts,
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

/** What the client told of an answer beside it. */
export const metaOf = (result: unknown): unknown =>
  typeof result === "object" && result !== null ? Reflect.get(result, "meta") : undefined;

const statusOf = (answer: unknown): number => {
  if (isAnswer(answer)) return answer.code;
  const meta = metaOf(answer);
  return Number.parseInt(isRecord(meta) ? String(meta["status"]) : "", 10) || 200;
};

/** A call that was sent, past the guard, and what came of it: a result of the client, or a failure that is an answer. */
export interface Performed {
  readonly call: OperationCall;
  readonly answer: unknown;
  readonly status: number;
}

/**
 * Sends a call, and remembers it without its secrets; writes ask first. Without a signal it shows its progress. Throws
 * HttpError for what cannot be sent or has no answer, CancelledError.
 */
export const performCall = async (
  parts: OperationParts,
  account: Account,
  call: OperationCall,
  signal?: AbortSignal,
): Promise<Performed> => {
  let { parameters } = call;
  // What cannot be sent is said before anything is asked.
  previewOf(account, call);
  if (isWrite(call.operation)) {
    parameters = await inspected(parts, account, call);
    await askWrite(parts, account, { ...call, parameters });
  }
  const accountId = account.profile.id;
  if (parts.accounts.get(accountId)?.client !== account.client) throw new CancelledError();
  const sent = { ...call, parameters };
  let answer: unknown;
  try {
    answer = await execute(parts, account, sent, signal);
  } catch (error) {
    if (!isAnswer(error)) throw error;
    answer = error;
  }
  const status = statusOf(answer);
  parts.operations.remember({ ...sent, accountId, at: parts.clock.now(), status });
  return { call: sent, answer, status };
};
