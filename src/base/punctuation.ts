/** What ends a sentence, and quotation marks and brackets that close after it. */
const sentenceEnd = /[.!?…。！？]["'”’»」』)\]]*$/u;
const trailingPunctuation = /[\s.…。!?！？,;:]+$/u;

/** Whether a text has its own full stop, question mark or the like. White space behind it does not count. */
export const endsSentence = (text: string): boolean => sentenceEnd.test(text.trimEnd());

/** A text for a place within a sentence: without the punctuation at its end, unless it has nothing else. */
export const asClause = (text: string): string => text.replace(trailingPunctuation, "") || text.trim();
