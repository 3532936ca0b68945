import { HttpError, type RawResponse } from "./errors.ts";
import type { PipelineRequest } from "./pipeline.ts";
import type { Priority } from "./scheduler.ts";

interface AuthorizedCall {
  /** The request with the current credentials. */
  readonly complete: () => PipelineRequest;
  /** Throws HttpError `unauthorized` when the service refuses the credentials, or there are none. */
  readonly send: (request: PipelineRequest) => Promise<RawResponse>;
  /** True when there are new credentials. */
  readonly reauthenticate: ((error: HttpError, priority: Priority) => Promise<boolean>) | undefined;
}

/** Sends a call, and once again when new credentials are given after a refusal. Throws what `send` throws. */
export const sendAuthorized = async ({ complete, send, reauthenticate }: AuthorizedCall): Promise<RawResponse> => {
  const request = complete();
  try {
    return await send(request);
  } catch (error) {
    if (!reauthenticate || !HttpError.is(error, "unauthorized")) throw error;
    // Another call may have brought new credentials while this one was under way with the old ones.
    const isNewest = complete().headers["authorization"] === request.headers["authorization"];
    if (isNewest && !(await reauthenticate(error, request.priority))) throw error;
    return send(complete());
  }
};
