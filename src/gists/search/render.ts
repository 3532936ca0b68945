import { excerpt, lineBreak, type MatchingLine, matchingLines } from "./lines.ts";
import type { Hit } from "./types.ts";

/** Where a line of the document leads. */
export interface Target {
  readonly hit: Hit;
  /** The part of the document's line that leads there. */
  readonly start: number;
  readonly end: number;
  /** Where in the file; from 0. */
  readonly line: number;
  readonly column: number;
}

export interface RenderedHits {
  readonly text: string;
  /** By line of the document, from 0. */
  readonly targets: ReadonlyMap<number, Target>;
  /** What was found: line, begin and end in the document. */
  readonly marks: readonly (readonly [line: number, start: number, end: number])[];
}

export interface RenderTexts {
  readonly head: readonly string[];
  readonly gist: (hit: Hit) => string;
  readonly comment: (hit: Hit) => string;
  readonly moreLines: (count: number) => string;
}

/** Lines of one file or comment, around each of them, and the characters of a line that are shown. */
const limits = { lines: 100, around: 1, length: 300 };

// oxlint-disable-next-line no-control-regex -- they would break the document's lines or hide what is in them
const control = /[\u0000-\u0008\u000a-\u001f\u007f\u0085\u2028\u2029]/g;
const oneLine = (text: string): string => text.replace(control, " ");

/** All hits in the way of a search editor: gist, file, and the lines with what is around them. */
export const renderHits = async (
  hits: readonly Hit[],
  texts: RenderTexts,
  yieldIfBusy: () => Promise<void>,
): Promise<RenderedHits> => {
  const lines: string[] = texts.head.map(oneLine);
  const targets = new Map<number, Target>();
  const marks: [number, number, number][] = [];
  let gist: string | undefined;

  const row = (hit: Hit, content: readonly string[], index: number, found: MatchingLine | undefined): void => {
    const text = oneLine(content[index] ?? "");
    const part = found
      ? excerpt({ ...found, text }, limits.length)
      : { text: text.slice(0, limits.length), at: 0 };
    const prefix = `  ${String(index + 1).padStart(5)}${found ? ":" : " "} `;
    const at = lines.length;
    lines.push(prefix + part.text);
    const [first] = found?.ranges ?? [];
    const end = prefix.length - 2;
    const start = end - String(index + 1).length;
    targets.set(at, { hit, start, end, line: index, column: first?.[0] ?? 0 });
    for (const [from, to] of found?.ranges ?? [])
      if (from >= part.at && to <= part.at + limits.length)
        marks.push([at, prefix.length + from - part.at, prefix.length + to - part.at]);
  };

  for (const hit of hits) {
    const key = `${hit.accountId}/${hit.gist.id}`;
    if (key !== gist) lines.push("", oneLine(texts.gist(hit)));
    gist = key;
    const title = oneLine(hit.comment ? texts.comment(hit) : (hit.file?.name ?? ""));
    targets.set(lines.length, { hit, start: 1, end: 1 + title.length, line: 0, column: 0 });
    lines.push(` ${title}:`);
    const text = hit.comment?.text ?? hit.file?.text ?? "";
    const found = matchingLines(text, hit.words, limits.lines + 1);
    const content = found.length > 0 ? text.split(lineBreak) : [];
    // After the last line's end there is nothing to see.
    if (content.at(-1) === "") content.pop();
    const byLine = new Map(found.slice(0, limits.lines).map((line) => [line.line, line]));
    let last = -1;
    for (const { line } of byLine.values()) {
      const from = Math.max(0, line - limits.around, last + 1);
      if (last >= 0 && from > last + 1) lines.push("");
      for (let index = from; index <= Math.min(content.length - 1, line + limits.around); index++) {
        row(hit, content, index, byLine.get(index));
        last = index;
      }
    }
    if (found.length > limits.lines) lines.push(`  ${texts.moreLines(limits.lines)}`);
    await yieldIfBusy();
  }
  return { text: `${lines.join("\n")}\n`, targets, marks };
};

/** Hits of one gist side by side, the best gist first. */
export const byGist = (hits: readonly Hit[]): readonly Hit[] => {
  const groups = new Map<string, Hit[]>();
  for (const hit of hits) {
    const key = `${hit.accountId}/${hit.gist.id}`;
    const group = groups.get(key);
    if (group) group.push(hit);
    else groups.set(key, [hit]);
  }
  return [...groups.values()].flat();
};
