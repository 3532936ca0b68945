import type { Priority } from "./scheduler.ts";

export interface CallOptions {
  readonly signal?: AbortSignal | undefined;
  /** `user` unless given. */
  readonly priority?: Priority;
  /** Milliseconds for one exchange, in place of the client's. */
  readonly timeout?: number;
  /** When false, a redirect to another server is an error even for a read. */
  readonly leaveOrigin?: boolean;
  /** When false, the answer is not kept for a later 304: for reading through much that is read once. */
  readonly keep?: boolean;
}
