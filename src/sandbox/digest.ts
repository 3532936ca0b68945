/** The SHA-256 of a text or of bytes, as hexadecimal digits. */
export const sha256 = async (data: string | Uint8Array<ArrayBuffer>): Promise<string> => {
  const content = typeof data === "string" ? new TextEncoder().encode(data) : data;
  const bytes = new Uint8Array(await crypto.subtle.digest("SHA-256", content));
  return Array.from(bytes, (byte) => byte.toString(16).padStart(2, "0")).join("");
};
