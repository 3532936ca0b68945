import type { User } from "./user.ts";

/** Interface 2.1: an OAuth token grant. `token` is only filled in the answer that creates it. */
export interface Authorization {
  readonly id: number;
  readonly url: string;
  readonly scopes: readonly string[] | null;
  readonly token?: string;
  readonly token_last_eight?: string | null;
  readonly hashed_token?: string | null;
  readonly fingerprint?: string | null;
  readonly note: string | null;
  readonly note_url: string | null;
  readonly app?: { readonly name: string; readonly url: string; readonly client_id: string };
  readonly user?: User | null;
  readonly created_at: string;
  readonly updated_at: string;
}
