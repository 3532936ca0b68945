/** Such as 2026-01-31 or 2026-01-31T10:00:00Z, as the service wants it; undefined for what is no date. */
export const dateOf = (text: string): string | undefined => {
  if (!/^\d{4}-\d{2}-\d{2}(T\d{2}:\d{2}(:\d{2})?Z?)?$/.test(text)) return undefined;
  const time = Date.parse(text.length > 10 && !text.endsWith("Z") ? `${text}Z` : text);
  return Number.isNaN(time) ? undefined : new Date(time).toISOString().replace(/\.\d+Z$/, "Z");
};
