// Loaded when the user opens the sandbox.
export { createSandbox } from "./createSandbox.ts";
export { deliverToLoopback } from "./webhooks/loopbackDelivery.ts";
export { demoLogin, demoOthers, demoScopes, demoSeed, demoToken } from "./demoSeed.ts";
export { SharedSandbox } from "./sharedSandbox.ts";
