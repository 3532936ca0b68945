import { Client as AnyClient } from "./client.ts";
import type { ClientOptions } from "./clientOptions.ts";
import { browserTransport } from "./browserTransport.ts";
import type { Transport } from "./transport.ts";

export { HttpError } from "./errors.ts";
export { hasFirstPage, hasLastPage, hasNextPage, hasPreviousPage } from "./links.ts";

/** What Node needs is loaded with the first request; a page has its own `fetch`. */
const transport: Transport = async (request) =>
  "document" in globalThis || "importScripts" in globalThis
    ? browserTransport(request)
    : (await import("./nodeTransport.ts")).nodeTransport(request);

/** The shared client for plain Node and for pages. Without options: today's GitHub.com. */
export class Client extends AnyClient {
  constructor(options: Partial<ClientOptions> = {}) {
    super({ baseUrl: "https://api.github.com", dialect: "github", transport, ...options });
  }
}
