import { keyLength, SortedTexts } from "./sortedTexts.ts";

/** With no more texts to look for, one search for each of them is quicker. */
const maxPlain = 30;

/** Those of the wanted texts that one of the texts has in it. Each text is read once, however many are wanted. */
export const containedTexts = (wanted: Iterable<string>, texts: readonly string[]): ReadonlySet<string> => {
  const all = [...new Set(wanted)];
  // Those that are too short are looked for one by one, too.
  const isPlain = (each: string): boolean => all.length <= maxPlain || each.length < keyLength;
  const found = new Set(all.filter((each) => isPlain(each) && texts.some((text) => text.includes(each))));
  const sorted = new SortedTexts(all.filter((each) => !isPlain(each)));
  const isFound = new Uint8Array(sorted.texts.length);
  let left = isFound.length;
  const note = (index: number): void => {
    if (isFound[index] === 1) return;
    isFound[index] = 1;
    left--;
  };
  for (const text of texts)
    for (let at = 0; left > 0 && at + keyLength <= text.length; at++) sorted.visitAt(text, at, note);
  for (const [index, each] of sorted.texts.entries()) if (isFound[index] === 1) found.add(each);
  return found;
};
