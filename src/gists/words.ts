const word = /[\p{L}\p{N}]+/gu;
const hump = /(?<=[\p{Ll}\p{N}])(?=\p{Lu})|(?<=\p{Lu})(?=\p{Lu}\p{Ll})/u;
/** Longer ones are data, such as digests and pictures. Characters. */
export const maxWordLength = 40;

/** The words of a text, lower-case and once each; those of camelCase names also on their own. */
export const wordsOf = (text: string): string[] => {
  const found = new Set<string>();
  const seen = new Set<string>();
  for (const each of text.match(word) ?? []) {
    if (seen.has(each)) continue;
    seen.add(each);
    if (each.length > maxWordLength) continue;
    const lower = each.toLowerCase();
    found.add(lower);
    if (lower !== each && hump.test(each)) for (const part of each.split(hump)) found.add(part.toLowerCase());
  }
  return [...found];
};

/** The words of a query. */
export const typedWordsOf = (text: string): string[] =>
  (text.match(word) ?? []).filter(({ length }) => length <= maxWordLength).map((each) => each.toLowerCase());

/** The `#words` of a description, without their signs, lower-case. */
export const tagsOf = (description: string): string[] =>
  [...description.matchAll(/(?<=^|[\s,;(])#([\p{L}\p{N}][\p{L}\p{N}_-]*)/gu)].map(([, tag = ""]) =>
    tag.toLowerCase(),
  );
