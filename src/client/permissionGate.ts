import { beforeMade } from "./beforeWrite.ts";
import { HttpError, type MissingPermission } from "./errors.ts";
import { type OperationId, operationOf } from "./operations/table.ts";
import type { MissingGrant } from "./permissions.ts";
import type { Priority } from "./scheduler.ts";

/** A call as the gate sees it. */
export interface GatedCall {
  /** Undefined for a path that the interface has no operation for. */
  readonly operation: OperationId | undefined;
  readonly method: string;
  readonly url: string;
  readonly priority: Priority;
  /** Whether 404 is an expected answer, which says nothing about permissions. */
  readonly mayBeAbsent: boolean;
}

type Headers = Readonly<Record<string, string>>;

/** Knows what the credentials of a client are granted, and asks for more. */
export interface PermissionGate {
  /** The account whose credentials they are, as the caller names it. */
  readonly account: string;
  /** Another number with other credentials: an answer to a call with former ones says nothing of these. */
  readonly generation: number;
  /** What is known to be missing, so that the call need not be sent. */
  missing(call: GatedCall): MissingGrant | undefined;
  /** What a refusal of the service shows to be missing. */
  missingAfter(call: GatedCall, refusal: HttpError): MissingGrant | undefined;
  /** The call was answered with success. */
  noteSuccess(call: GatedCall, headers: Headers): void;
  /** Asks the user for what is missing; true when the call can be sent. Throws CancelledError when the user says no. */
  request(call: GatedCall, missing: MissingGrant): Promise<boolean>;
  /** Asks in any case, also for what the user has declined before. Throws CancelledError. */
  grant(missing: MissingPermission): Promise<boolean>;
}

/** For programs: people get `missingPermissionText`. */
const messages: Readonly<Record<MissingGrant["kind"], string>> = {
  signIn: "This needs an account.",
  scopes: "The token lacks a scope.",
  permissions: "The token lacks a permission.",
  sso: "The token is not authorized for the organization.",
};

/** The error of a call that needs more than the credentials are granted; `refusal` when the service said so. */
const permissionError = (gate: PermissionGate, missing: MissingPermission, refusal?: HttpError): HttpError =>
  new HttpError("permission", refusal?.code ?? 403, messages[missing.kind], {
    missing,
    grant: () => gate.grant(missing),
    ...(refusal
      ? { cause: refusal, headers: refusal.headers, raw: refusal.raw, requestId: refusal.requestId }
      : {}),
  });

/** The same error, with what the credentials lack if the thing exists and is private. */
const hinted = (
  gate: PermissionGate,
  missing: MissingPermission,
  { kind, code, message, text, ...rest }: HttpError,
): HttpError => new HttpError(kind, code, text ?? message, { ...rest, missing, grant: () => gate.grant(missing) });

/**
 * Sends a call when nothing is known to be missing for it, and a second time, without another question, after the user
 * granted what was missing.
 * Throws HttpError `permission`, and what `send` and the gate throw.
 */
export const sendThroughGate = async <T extends { readonly headers: Headers }>(
  gate: PermissionGate | undefined,
  call: GatedCall,
  send: () => Promise<T>,
): Promise<T> => {
  if (!gate) return send();
  const { account } = gate;
  const { operation } = call;
  const isGranted = (asked: MissingGrant): Promise<boolean> => beforeMade(() => gate.request(call, asked));
  const known = gate.missing(call);
  if (known && !(await isGranted(known))) throw permissionError(gate, { ...known, operation, account });
  const { generation } = gate;
  const isCurrent = (): boolean => gate.generation === generation;
  try {
    const answer = await send();
    if (isCurrent()) gate.noteSuccess(call, answer.headers);
    return answer;
  } catch (error) {
    const missing = HttpError.is(error) && isCurrent() ? gate.missingAfter(call, error) : undefined;
    if (!HttpError.is(error) || !missing) throw error;
    const refused = { ...missing, operation, account };
    // What may be public may also just not exist.
    const isOpen = operation !== undefined && operationOf(operation).needs.access === "anyone";
    if (isOpen && HttpError.is(error, "notFound")) throw hinted(gate, refused, error);
    if (known || !(await isGranted(missing))) throw permissionError(gate, refused, error);
  }
  // Only calls of the user are asked about: a second refusal is reported.
  return sendThroughGate(gate, { ...call, priority: "background" }, send);
};
