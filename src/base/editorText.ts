/** A text as editors have it: without a byte order mark and with line feeds only. */
export const editorText = (text: string): string => text.replace(/^\uFEFF/, "").replace(/\r\n?/g, "\n");
