import { AsyncLocalStorage } from "node:async_hooks";
import { nodeTransport } from "../client/nodeTransport.ts";
import type { Platform } from "./platform.ts";

/** A machine with Node: VS Code on the desktop, and servers. */
export const platform = (): Platform => ({
  transport: nodeTransport,
  originStorage: new AsyncLocalStorage(),
  environment: process.env,
  loadArchiver: () => import("../repos/downloads/archiver.ts"),
  loadKeyFiles: () => import("../keys/keyFile.ts"),
  loadReceiver: () => import("../hooks/listen/receiver.ts"),
});
