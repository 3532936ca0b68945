import type { BeforeWrite } from "./beforeWrite.ts";
import type { Clock, Random } from "../base/clock.ts";
import { isLoopback } from "./baseUrl.ts";
import type { HttpError } from "./errors.ts";
import type { PermissionGate } from "./permissionGate.ts";
import type { RequestHeaders } from "./operation.ts";
import type { OnSlow } from "./pipeline.ts";
import type { Dialect } from "./request.ts";
import type { RetryPolicy } from "./retry.ts";
import type { Priority } from "./scheduler.ts";
import type { Transport } from "./transport.ts";

export interface ClientOptions {
  /** Interface 9: the only version there is. */
  readonly version?: "3.0.0";
  readonly baseUrl: string;
  readonly dialect: Dialect;
  readonly transport: Transport;
  /** Sent with every call; a call's own headers win. */
  readonly headers?: RequestHeaders;
  /** Milliseconds for one exchange; 30,000 unless given; 0 for no limit. */
  readonly timeout?: number;
  readonly clock?: Clock;
  readonly random?: Random;
  readonly retry?: Partial<RetryPolicy>;
  /**
   * Milliseconds between two writes. A second unless given where the dialect is `github`, as the service asks of its
   * clients; none on this machine.
   */
  readonly writeGap?: number;
  /** Bytes of an answer, unpacked; 64 MiB unless given. A larger one is not read to its end. */
  readonly maxAnswerBytes?: number;
  /** The name under which `X-Service-OTP` is sent. */
  readonly otpHeader?: string;
  readonly onSlow?: OnSlow;
  /** For whom the calling code runs, as the surroundings know it: shown as the origin of a call in `usage` and `waiting`. */
  readonly callOrigin?: () => string | undefined;
  /** That of the task which the calling code runs in, as the surroundings know it: it ends no call, `waiting` has it. */
  readonly taskSignal?: () => AbortSignal | undefined;
  /** Milliseconds that the service's limit may hold back a call of the calling code, as the surroundings know it; 30,000 unless given. */
  readonly longestWait?: () => number | undefined;
  /** Called with what a write would send, before it is sent. */
  readonly beforeWrite?: BeforeWrite;
  /** Whether calls without credentials are refused here, as one that nothing was sent for. */
  readonly requiresToken?: boolean;
  /** Knows what the credentials are granted; asked before each call and after each refusal. */
  readonly permissions?: PermissionGate;
  /** Asked after a 401, and before a call that was refused for want of credentials; true when there are new credentials, and then the call is sent again. */
  readonly reauthenticate?: (error: HttpError, priority: Priority) => Promise<boolean>;
}

export const defaultHeaders: Readonly<Record<Dialect, Readonly<Record<string, string>>>> = {
  interface: { accept: "application/json", "user-agent": "forgeside" },
  github: {
    accept: "application/vnd.github+json",
    "user-agent": "forgeside",
    "x-github-api-version": "2022-11-28",
  },
};

export const defaultMaxBytes = 64 * 1024 * 1024;

export const writeGapOf = ({ writeGap, dialect }: ClientOptions, baseUrl: string): number =>
  writeGap ?? (dialect === "github" && !isLoopback(new URL(baseUrl)) ? 1000 : 0);

/** In lower case. */
export const otpHeaderOf = ({ otpHeader, dialect }: ClientOptions): string =>
  otpHeader?.toLowerCase() ?? (dialect === "github" ? "x-github-otp" : "x-service-otp");
