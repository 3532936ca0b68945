import { browserTransport } from "../client/browserTransport.ts";
import type { Platform } from "./platform.ts";

/** A browser: VS Code for the Web. It has no disk, no ports, and nothing that follows what is awaited. */
export const platform = (): Platform => ({
  transport: browserTransport,
  originStorage: undefined,
  environment: {},
  loadArchiver: undefined,
  loadKeyFiles: undefined,
  loadReceiver: undefined,
});
