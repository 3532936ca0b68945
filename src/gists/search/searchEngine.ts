// Loaded when somebody searches first.
export { TextIndex } from "./textIndex.ts";
