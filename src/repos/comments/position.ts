/** A line of a patch. */
interface PatchLine {
  /** Lines below the first hunk's head, as the service counts them. */
  readonly position: number;
  /** Line in the new file, from 1; of a removed line the one that stands there now. */
  readonly line: number;
  readonly isRemoved: boolean;
}

const linesOf = function* (patch: string): Generator<PatchLine, void, undefined> {
  const texts = patch.split("\n");
  let first: number | undefined;
  let line = 0;
  for (const [index, text] of texts.entries()) {
    const head = /^@@ -\d+(?:,\d+)? \+(\d+)(?:,\d+)? @@/.exec(text);
    if (head) {
      first ??= index;
      line = Number(head[1]);
      continue;
    }
    // "\ No newline at end of file" is no line, and what follows the last line break is none.
    if (first === undefined || text.startsWith("\\") || (text === "" && index === texts.length - 1)) continue;
    const isRemoved = text.startsWith("-");
    yield { position: index - first, line: Math.max(1, line), isRemoved };
    if (!isRemoved) line++;
  }
};

/** Where a line of the new file stands in the patch; undefined when it is not in it. */
export const positionOfLine = (patch: string, line: number): number | undefined => {
  for (const each of linesOf(patch)) if (!each.isRemoved && each.line === line) return each.position;
  return undefined;
};

/** The line of the new file at a position; undefined when the patch has no line there. */
export const lineAtPosition = (
  patch: string,
  position: number,
): { readonly line: number; readonly isRemoved: boolean } | undefined => {
  for (const each of linesOf(patch))
    if (each.position === position) return { line: each.line, isRemoved: each.isRemoved };
  return undefined;
};

/** The lines of the new file that are in the patch, as pairs of first and last. */
export const lineRanges = (patch: string): readonly (readonly [first: number, last: number])[] => {
  const ranges: [number, number][] = [];
  for (const { line, isRemoved } of linesOf(patch)) {
    if (isRemoved) continue;
    const last = ranges.at(-1);
    if (last && line === last[1] + 1) last[1] = line;
    else ranges.push([line, line]);
  }
  return ranges;
};
