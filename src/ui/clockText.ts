import { textLanguage } from "./textLanguage.ts";

/** The time of day, for people. `time` in milliseconds since 1970-01-01T00:00:00Z; one that is none may come from a server. */
export const clockText = (time: number): string =>
  Number.isNaN(new Date(time).getTime())
    ? "?"
    : new Intl.DateTimeFormat(textLanguage(), { timeStyle: "short" }).format(time);
