import { generatedIds } from "./generatedIds.ts";
import { manifestOf } from "./manifest.ts";
import { tables } from "./tables.ts";

const json = (value: unknown): string => `${JSON.stringify(value, undefined, 2)}\n`;

/** The files that the tables of contributions make, by their paths. Of package.json, `contributes` is replaced. */
export const generatedFiles = (packageJson: object): Readonly<Record<string, string>> => {
  const { contributes, texts } = manifestOf(tables);
  return {
    "package.json": json({ ...packageJson, contributes }),
    "package.nls.json": json(texts),
    "src/generatedIds.ts": generatedIds(tables),
  };
};
