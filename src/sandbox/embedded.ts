// The entry of dist/sandbox.js, which the extension loads when somebody tries the sandbox.
export { createSandbox } from "./createSandbox.ts";
export { demoLogin, demoSeed, demoToken } from "./demoSeed.ts";
