import { encodeName } from "../../base/safeName.ts";

/** A gist's folder: what it is about, for people, and its id. */
export const folderName = (title: string, gistId: string): string => {
  const words = title
    .normalize("NFC")
    .toLowerCase()
    .replace(/[^\p{L}\p{N}]+/gu, "-")
    .replace(/^-+|-+$/g, "");
  const slug = Array.from(words).slice(0, 40).join("").replace(/-+$/, "");
  return encodeName(`${slug === "" ? "gist" : slug}-${gistId}`);
};
