/** Whether the secret storage still has what an earlier session stored; "unknown" in the first session. */
export type SecretRetention = "retained" | "lost" | "unknown";

interface Marker {
  readonly value: string;
  /** The session that stored it. */
  readonly session: string;
  /** Milliseconds since 1970 when it was stored; NaN where that was not stored. */
  readonly at: number;
}

export interface MarkerStorage {
  readonly session: string;
  /** Milliseconds since 1970 when this session began. */
  readonly startedAt: number;
  readMarker(): Marker | undefined;
  writeMarker(marker: Marker): Promise<void>;
  readSecret(): Promise<string | undefined>;
  writeSecret(value: string): Promise<void>;
}

/**
 * An id of this session. `given` is VS Code's, which is the same placeholder in all sessions where VS Code is built
 * without telemetry, as code-server is: there each start of the extension host is a session.
 */
export const sessionIdOf = (given: string): string => (/^[\da-f-]{36}/.test(given) ? given : crypto.randomUUID());

/**
 * Compares a value that is not a secret with its copy in the secret storage: VS Code in the browser keeps secrets in
 * memory where its server cannot protect them, and reports no failure. Rejects where the secret storage does.
 */
export const checkRetention = async (storage: MarkerStorage): Promise<SecretRetention> => {
  const marker = storage.readMarker();
  if (marker?.session === storage.session) return "unknown";
  if (marker && (await storage.readSecret()) === marker.value) return "retained";
  // A browser reads the secrets once per page: another page that was opened with this one stored this one later.
  if (marker && marker.at >= storage.startedAt) return "unknown";
  const value = crypto.randomUUID();
  // The secret first: a marker without one means that it was lost.
  await storage.writeSecret(value);
  await storage.writeMarker({ value, session: storage.session, at: Date.now() });
  return marker ? "lost" : "unknown";
};
