const units: readonly (readonly [Intl.RelativeTimeFormatUnit, number])[] = [
  ["year", 31_536_000],
  ["month", 2_592_000],
  ["week", 604_800],
  ["day", 86_400],
  ["hour", 3600],
  ["minute", 60],
];

/** Such as "3 days ago", and "now" below a minute. `now` in milliseconds since 1970-01-01T00:00:00Z. */
export const relativeTime = (iso: string, now: number, language: string): string => {
  const seconds = (Date.parse(iso) - now) / 1000;
  if (Number.isNaN(seconds)) return "";
  const format = new Intl.RelativeTimeFormat(language, { numeric: "auto", style: "short" });
  const found = units.find(([, length]) => Math.abs(seconds) >= length);
  if (!found) return format.format(0, "second");
  const [unit, size] = found;
  return format.format(Math.trunc(seconds / size), unit);
};

/** In as few characters as the language allows, such as "2d", and "now" below a minute. `now` in milliseconds since 1970-01-01T00:00:00Z. */
export const shortAge = (iso: string, now: number, language: string): string => {
  const seconds = Math.max(0, (now - Date.parse(iso)) / 1000);
  if (Number.isNaN(seconds)) return "";
  const found = units.find(([, length]) => seconds >= length);
  if (!found)
    return new Intl.RelativeTimeFormat(language, { numeric: "auto", style: "narrow" }).format(0, "second");
  const [unit, size] = found;
  const count = Math.trunc(seconds / size);
  // The narrow units of Japanese are English letters, but for the month.
  const unitDisplay = unit === "month" || /^ja\b/.test(language) ? "short" : "narrow";
  const format = new Intl.NumberFormat(language, { style: "unit", unit, unitDisplay });
  // A month and a minute have the same letter. In English, Intl would write a word between the letters of the other rows.
  if (unit === "month" && /^en\b/.test(format.resolvedOptions().locale)) return `${count}mo`;
  return format.format(count);
};
