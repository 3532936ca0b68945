/** The service's opaque id: the kind and the id, as base64. */
export const nodeId = (kind: string, id: string | number): string =>
  btoa(`${String(kind.length).padStart(2, "0")}:${kind}${id}`);
