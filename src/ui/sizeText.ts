import { textLanguage } from "./textLanguage.ts";

const units = ["byte", "kilobyte", "megabyte", "gigabyte"] as const;

/** Bytes for people, such as “1.2 MB”. */
export const sizeText = (bytes: number): string => {
  const power = Math.min(units.length - 1, bytes < 1000 ? 0 : Math.floor(Math.log10(bytes) / 3));
  return (bytes / 1000 ** power).toLocaleString(textLanguage(), {
    style: "unit",
    unit: units[power] ?? "byte",
    maximumFractionDigits: power === 0 ? 0 : 1,
  });
};
