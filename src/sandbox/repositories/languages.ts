import { fileKind } from "../fileKind.ts";
import { leavesOf } from "../git/trees.ts";
import type { Store } from "../store.ts";
import { headOf } from "./refs.ts";
import type { StoredRepository } from "./repositoryState.ts";

/** Prose and data: the service does not count them as code. */
const notCode = [
  "CSV",
  "Diff",
  "EditorConfig",
  "Git Config",
  "GraphQL",
  "INI",
  "Ignore List",
  "JSON",
  "JSON with Comments",
  "Markdown",
  "SQL",
  "SVG",
  "TOML",
  "Text",
  "XML",
  "YAML",
];

interface TreeFacts {
  /** Bytes of code, the largest first. */
  readonly languages: readonly (readonly [language: string, bytes: number])[];
  readonly bytes: number;
}

/** What is in the default branch. */
export const factsOf = (store: Store, repository: StoredRepository): TreeFacts => {
  const head = headOf(store, repository);
  if (head === undefined) return { languages: [], bytes: 0 };
  const { git } = store;
  const { tree } = git.commit(head);
  return git.memo("facts", tree, () => {
    const languages = new Map<string, number>();
    let bytes = 0;
    for (const [path, { mode, id }] of leavesOf(git, tree)) {
      if (mode === "160000" || mode === "120000") continue;
      const size = git.blobSize(id);
      bytes += size;
      const { language } = fileKind(path.split("/").at(-1) ?? "");
      if (language !== null && !notCode.includes(language) && size > 0)
        languages.set(language, (languages.get(language) ?? 0) + size);
    }
    return { languages: [...languages].toSorted((left, right) => right[1] - left[1]), bytes };
  });
};
