import { createRequire } from "node:module";

interface Zip {
  /** Of what is in it, by lowercase names. */
  readonly readZip: (path: string, filter: (name: string) => boolean) => Promise<ReadonlyMap<string, Buffer>>;
}

/** The README as vsce wrote it into a package. */
export const packedReadme = async (vsix: string): Promise<string> => {
  // vsce has no types for it.
  const { readZip } = createRequire(import.meta.url)("@vscode/vsce/out/zip.js") as Zip;
  const name = "extension/readme.md";
  const readme = (await readZip(vsix, (each) => each === name)).get(name);
  if (!readme) throw new Error(`${vsix} has no ${name}.`);
  return readme.toString("utf8");
};

/** The targets of pictures and links of a page that only work beside the page's repository, or without encryption. */
export const targetsWithoutHttps = (markdown: string): readonly string[] =>
  [...markdown.matchAll(/\]\(\s*<?([^)\s>]+)|<img[^>]*\ssrc="([^"]*)"/g)]
    .map(([, target, source]) => target ?? source ?? "")
    .filter((target) => !target.startsWith("https://") && !target.startsWith("#"));
