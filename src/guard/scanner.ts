// The entry of dist/guard.js, which the extension loads when something is looked through first.
export { scan } from "./scan.ts";
