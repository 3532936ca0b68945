// Loaded when something is looked through first.
export { scan } from "./scan.ts";
