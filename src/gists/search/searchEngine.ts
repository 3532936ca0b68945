// The entry of dist/search.js, which the extension loads when somebody searches first.
export { TextIndex } from "./textIndex.ts";
