import type { Gist } from "../../client/types/gist.ts";
import { tagsOf } from "../words.ts";

/** Gists whose description has this tag are offered. */
const tag = "snippet";

export const isSnippetGist = ({ description }: Pick<Gist, "description">): boolean =>
  tagsOf(description ?? "").includes(tag);
