import { bytesOf, encodeBase64 } from "../../base/bytes.ts";

/** The service's opaque id: the kind and the id, as base64. */
export const nodeId = (kind: string, id: string | number): string =>
  encodeBase64(bytesOf(`${String(kind.length).padStart(2, "0")}:${kind}${id}`));
