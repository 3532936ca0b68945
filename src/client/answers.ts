import { type Localizable, localizable } from "../base/localizable.ts";
import { HttpError, type RawResponse, unexpectedAnswer } from "./errors.ts";
import type { Answers, Method, Operation, Proof, Shape } from "./operation.ts";
import type { WithMeta } from "./types/result.ts";

/** What a request expects of its answer. */
export interface Expectation {
  /** Undefined for a path without an operation: any success that is an object, a list, or empty. */
  readonly answers?: Answers | undefined;
  readonly proof?: Proof | undefined;
  readonly isWrite: boolean;
  /** Those of the request, lower case: what it asked for. */
  readonly headers: Readonly<Record<string, string>>;
  /**
   * Interface 1.1.4, for the surface that promises it: what a read answers may be empty, or a text that is not JSON,
   * whatever the operation.
   */
  readonly isLenient?: boolean;
}

const rules: Readonly<Record<Operation["shape"], (method: Method) => Answers>> = {
  object: (method): Answers => (method === "POST" ? { 200: "object", 201: "object" } : { 200: "object" }),
  // 204: a list of nothing, such as the contributors of an empty repository.
  list: () => ({ 200: "list", 204: "empty" }),
  empty: () => ({ 200: "empty", 204: "empty" }),
};

/** The success statuses of a write by path that has a proof. */
export const provingAnswers: Answers = rules.object("POST");

/** The success statuses of an operation, each with what its body is. */
export const answersOf = (row: Operation): Answers =>
  row.answers ?? rules[row.shape](row.route.split(" ", 1)[0] as Method);

const isRecord = (value: unknown): value is Readonly<Record<string, unknown>> =>
  typeof value === "object" && value !== null && !Array.isArray(value);

const isEmpty = (value: unknown): boolean =>
  value === undefined || value === null || (isRecord(value) && Object.keys(value).length === 0);

const isKind: Readonly<Record<Proof[string], (value: unknown) => boolean>> = {
  string: (value) => typeof value === "string" && value !== "",
  text: (value) => typeof value === "string",
  id: (value) => typeof value === "number" || (typeof value === "string" && value !== ""),
  boolean: (value) => typeof value === "boolean",
  object: isRecord,
  list: Array.isArray,
  present: (value) => value !== undefined,
};

const at = (value: unknown, path: string): unknown =>
  path.split(".").reduce<unknown>((record, name) => (isRecord(record) ? record[name] : undefined), value);

const missing = (value: unknown, proof: Proof = {}): string | undefined =>
  Object.keys(proof).find(
    (paths) => !paths.split("|").some((path) => isKind[proof[paths] ?? "object"](at(value, path))),
  );

const fits: Readonly<Record<Shape, (value: unknown, raw: RawResponse) => boolean>> = {
  object: isRecord,
  list: Array.isArray,
  empty: isEmpty,
  message: (value) => isRecord(value) && typeof value["message"] === "string",
  redirect: (_, raw) => raw.headers["location"] !== undefined,
};

/**
 * The answer is none that the operation has; a write may have been done all the same. `message` is for programs, where the
 * interface says another than the text for people.
 */
export const unreadable = (
  text: Localizable,
  raw: RawResponse,
  { isWrite }: Pick<Expectation, "isWrite">,
  message: string | Localizable = text,
): HttpError =>
  new HttpError("unreadable", 500, message, { text, raw, headers: raw.headers, mayHaveSucceeded: isWrite });

export const unexpectedStatus = (status: number): Localizable =>
  localizable("The server responded with the unexpected status {0}.", status);

/** What the body of this status should be; throws HttpError `unreadable` for an unexpected status. */
export const shapesOf = (raw: RawResponse, expected: Expectation): readonly Shape[] => {
  const { status } = raw;
  const { answers, headers, isWrite } = expected;
  const isConditional = "if-none-match" in headers || "if-modified-since" in headers;
  const usual = status >= 200 && status < 300 ? (["object", "list", "empty"] as const) : undefined;
  const found = status === 304 && isConditional && !isWrite ? "empty" : answers ? answers[status] : usual;
  if (found === undefined) throw unreadable(unexpectedStatus(status), raw, expected);
  return typeof found === "string" ? [found] : found;
};

/** For people of any language. */
const shown: Readonly<Record<Shape, string>> = {
  object: "{…}",
  list: "[…]",
  empty: "{}",
  message: '{"message": …}',
  redirect: "Location: …",
};

/** Holds a parsed body against what was expected. Throws HttpError `unreadable`; the text has nothing of the body. */
export const checkShape = (
  value: unknown,
  shapes: readonly Shape[],
  raw: RawResponse,
  expected: Expectation,
): void => {
  if (expected.isLenient && !expected.isWrite && (!value || isEmpty(value))) return;
  if (shapes.includes("empty") && isEmpty(value)) return;
  if (!shapes.some((shape) => fits[shape](value, raw)))
    throw unreadable(
      localizable(
        "The server's response isn't what was expected ({0}).",
        shapes.map((shape) => shown[shape]).join(", "),
      ),
      raw,
      expected,
    );
  // Only an object has fields.
  const lacking = shapes.includes("object") && isRecord(value) ? missing(value, expected.proof) : undefined;
  if (lacking !== undefined)
    throw unreadable(
      localizable("The server's response doesn't contain “{0}”.", lacking.split("|")[0] ?? ""),
      raw,
      expected,
    );
};

/** Throws HttpError `unreadable` for anything but a list. */
export const asList = <T>(result: unknown): WithMeta<readonly T[]> => {
  if (!Array.isArray(result)) throw unexpectedAnswer(shown.list);
  return result as unknown as WithMeta<readonly T[]>;
};
