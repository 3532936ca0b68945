/** Whether the secret storage still has what an earlier session stored; "unknown" in the first session. */
export type SecretRetention = "retained" | "lost" | "unknown";

interface Marker {
  readonly value: string;
  /** The session that stored it. */
  readonly session: string;
}

export interface MarkerStorage {
  readonly session: string;
  readMarker(): Marker | undefined;
  writeMarker(marker: Marker): Promise<void>;
  readSecret(): Promise<string | undefined>;
  writeSecret(value: string): Promise<void>;
}

/**
 * Compares a value that is not a secret with its copy in the secret storage: VS Code in the browser keeps secrets in
 * memory where its server cannot protect them, and reports no failure. Rejects where the secret storage does.
 */
export const checkRetention = async (storage: MarkerStorage): Promise<SecretRetention> => {
  const marker = storage.readMarker();
  if (marker?.session === storage.session) return "unknown";
  if (marker && (await storage.readSecret()) === marker.value) return "retained";
  const value = crypto.randomUUID();
  // The secret first: a marker without one means that it was lost.
  await storage.writeSecret(value);
  await storage.writeMarker({ value, session: storage.session });
  return marker ? "lost" : "unknown";
};
