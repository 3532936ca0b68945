import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { projectRoot } from "./projectPaths.ts";

const ending = ".test.ts";

export interface Selection {
  /** Paths below test/<kind> without `.test.ts`, such as `gists/edits/engine`. */
  readonly files: readonly string[];
  /** Parts of the names of tests; all tests of the files when there is none. */
  readonly names: readonly string[];
}

/** The test files of a kind by their paths, with their texts. */
const read = (kind: string): ReadonlyMap<string, string> => {
  const folder = join(projectRoot, "test", kind);
  const files = readdirSync(folder, { recursive: true })
    .map((file) => String(file).replaceAll("\\", "/"))
    .filter((file) => file.endsWith(ending))
    .toSorted();
  return new Map(
    files.map((file) => [file.slice(0, -ending.length), readFileSync(join(folder, file), "utf8")] as const),
  );
};

/** `test/host/hooks.test.ts`, `host/hooks` and `hooks` mean the same. */
const pathPart = (kind: string, wanted: string): string =>
  wanted
    .replaceAll("\\", "/")
    .replace(/\.test\.ts$/, "")
    .replace(new RegExp(`^(\\./)?(test/)?${kind}/`), "");

/** Whether the parts of a name such as `Signing out › leaves nothing` are in the text, in this order. */
const hasName = (text: string, name: string): boolean => {
  let end = 0;
  return name.split(" › ").every((part) => {
    const start = text.indexOf(part, end);
    end = start + part.length;
    return start >= 0;
  });
};

/**
 * The tests that are wanted: each a part of a file's path or of a test's name. Names are looked for in the files, if any
 * are wanted. Throws for what nothing has; a name that the code puts together is not found.
 */
export const selectIn = (
  kind: string,
  texts: ReadonlyMap<string, string>,
  wanted: readonly string[],
): Selection => {
  const all = [...texts.keys()];
  const filesOf = (each: string): readonly string[] => all.filter((file) => file.includes(pathPart(kind, each)));
  const names = wanted.filter((each) => filesOf(each).length === 0);
  const named = new Set(wanted.flatMap(filesOf));
  const files = named.size > 0 ? all.filter((file) => named.has(file)) : all;
  const having = (name: string): readonly string[] => files.filter((file) => hasName(texts.get(file) ?? "", name));
  for (const name of names)
    if (having(name).length === 0) throw new Error(`No test of ${kind} has “${name}” in its path or its name.`);
  return {
    files: names.length === 0 ? files : files.filter((file) => names.some((name) => having(name).includes(file))),
    names,
  };
};

const orExit = <T>(select: () => T): T => {
  try {
    return select();
  } catch (error) {
    console.error(error instanceof Error ? error.message : String(error));
    process.exit(1);
  }
};

/** Selects as the command line says; with nothing that matches it says so and ends the process. */
export const selectOrExit = (kind: string, wanted: readonly string[]): Selection =>
  orExit(() => selectIn(kind, read(kind), wanted));

/** Selects without the files that `--without` names, joined by commas. One that doesn't exist ends the process. */
export const selectWithoutOrExit = (
  kind: string,
  wanted: readonly string[],
  without: string | undefined,
): Selection =>
  orExit(() => {
    const texts = read(kind);
    const left = without?.split(",") ?? [];
    const unknown = left.filter((file) => !texts.has(file));
    if (unknown.length > 0) throw new Error(`There is no ${kind} test ${unknown.join(", ")} to leave out.`);
    const selected = selectIn(kind, texts, wanted);
    return { ...selected, files: selected.files.filter((file) => !left.includes(file)) };
  });
