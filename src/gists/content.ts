import { utf8Text } from "../base/bytes.ts";
import { GistProblem } from "./problem.ts";

/** The text of a file that is to be sent. Throws GistProblem for what the service does not keep. */
export const textOf = (name: string, bytes: Uint8Array, limit: number): string => {
  if (bytes.length > limit) throw new GistProblem("tooLarge", name, limit);
  const text = utf8Text(bytes);
  if (text === undefined || text.includes("\0")) throw new GistProblem("binary", name);
  if (text === "") throw new GistProblem("emptyContent", name);
  return text;
};
