import { browserTransport } from "../client/browserTransport.ts";
import { RunningOrigins } from "../ui/callOrigin.ts";
import type { Platform } from "./platform.ts";

/** A browser: VS Code for the Web. It has no disk and no ports. */
export const platform = (): Platform => ({
  transport: browserTransport,
  originStorage: new RunningOrigins(),
  environment: undefined,
  loadArchiver: undefined,
  loadKeyFiles: undefined,
  loadReceiver: undefined,
});
