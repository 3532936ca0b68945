import type { Links } from "../call.ts";
import { sha256 } from "../digest.ts";
import type { StoredToken } from "../state.ts";

/** A token's record; only the answer that creates a token shows it (`shown`). */
export const authorizationRecord = async (token: StoredToken, links: Links, shown: boolean) => ({
  id: token.id,
  url: `${links.api}/authorizations/${token.id}`,
  app: {
    name: `${token.note ?? "Token"} (API)`,
    url: token.noteUrl ?? links.web,
    client_id: "00000000000000000000",
  },
  token: shown ? token.token : "",
  hashed_token: await sha256(token.token),
  token_last_eight: token.token.slice(-8),
  note: token.note,
  note_url: token.noteUrl,
  created_at: token.createdAt,
  updated_at: token.updatedAt,
  scopes: token.scopes,
  fingerprint: null,
  expires_at: token.expiresAt,
});
