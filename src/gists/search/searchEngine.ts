// Loaded with the first search.
export { TextIndex } from "./textIndex.ts";
