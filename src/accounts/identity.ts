import type { Client } from "../client/client.ts";
import { HttpError } from "../client/errors.ts";

export interface Identity {
  readonly login: string;
  /** Absent when the server does not tell. */
  readonly scopes?: readonly string[];
}

/** Whose token it is, asked at the server itself. Throws HttpError, `unreadable` when it is no such service. */
export const identify = async (client: Client, signal?: AbortSignal): Promise<Identity> => {
  const user = await client.get("/user", { signal, leaveOrigin: false, timeout: 15_000 });
  const login: unknown = typeof user === "object" && user !== null ? Reflect.get(user, "login") : undefined;
  if (typeof login !== "string" || login === "")
    throw new HttpError("unreadable", 500, "The server did not say whose token this is.");
  const { meta } = user as { meta?: Readonly<Record<string, string>> };
  const scopes = meta?.["x-oauth-scopes"]
    ?.split(",")
    .map((scope) => scope.trim())
    .filter((scope) => scope !== "");
  return scopes === undefined ? { login } : { login, scopes };
};
