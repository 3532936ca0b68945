import type { Proof } from "./operation.ts";
import type { Priority } from "./scheduler.ts";

export interface CallOptions {
  readonly signal?: AbortSignal | undefined;
  /** `user` unless given. */
  readonly priority?: Priority;
  /** Milliseconds for one exchange, in place of the client's. */
  readonly timeout?: number;
  /** For a write: texts that the service has already, such as the former content of a file. They are not sent. */
  readonly known?: readonly string[];
  /**
   * For a write by path: the fields, such as `commit.sha`, of the object that confirms it. Without them any success that
   * is an object, a list, or empty does.
   */
  readonly proof?: Proof;
  /** When false, a redirect to another server is an error even for a read. */
  readonly leaveOrigin?: boolean;
  /**
   * When true, a read's answer may be empty, or a text that is not JSON, whatever the operation (interface 1.1.4): for
   * callers that show what the server said.
   */
  readonly anyText?: boolean;
  /** When true, 404 is an expected answer: it is not taken for a lack of permission. */
  readonly mayBeAbsent?: boolean;
  /** When false, the answer is not kept for a later 304: for reading through much that is read once. */
  readonly keep?: boolean;
  /** When true, the answer of an equal call that began before is not shared: for callers that need the current state. */
  readonly fresh?: boolean;
  /** Called each time that the call's own request is sent: before that it waited, and is as good as one that begins now. */
  readonly onSend?: (() => void) | undefined;
  /** Receives the headers of the answer, in lower case: for what is not part of the result, such as `x-poll-interval`. */
  readonly onHeaders?: (headers: Readonly<Record<string, string>>) => void;
}

export interface PagesOptions extends CallOptions {
  /**
   * For callers that need the whole list: once `Link` contains the number of pages, they are read in parallel, and still
   * given in order.
   */
  readonly ahead?: boolean;
}
