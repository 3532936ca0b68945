import { Client as AnyClient } from "./client.ts";
import type { ClientOptions } from "./clientOptions.ts";
import { nodeTransport } from "./nodeTransport.ts";

export { HttpError } from "./errors.ts";
export { hasFirstPage, hasLastPage, hasNextPage, hasPreviousPage } from "./links.ts";

/** The shared client for plain Node. Without options: today's GitHub.com. */
export class Client extends AnyClient {
  constructor(options: Partial<ClientOptions> = {}) {
    super({ baseUrl: "https://api.github.com", dialect: "github", transport: nodeTransport, ...options });
  }
}
