import fetch from "node-fetch";
import type { Transport } from "./transport.ts";

/** Through Node's http and https, which VS Code extends by its proxy settings and the system's certificates. */
export const nodeTransport: Transport = ({ url, method, headers, body, signal }) =>
  fetch(url, { method, headers, signal, redirect: "manual", ...(body === undefined ? {} : { body }) });
