import { readdirSync, readFileSync } from "node:fs";
import { dirname, join } from "node:path";

const filesBelow = (folder: string): readonly string[] =>
  readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => join(entry.parentPath, entry.name));

const read = (file: string): Buffer | undefined => {
  try {
    return readFileSync(file);
  } catch {
    // VS Code removed it in between.
    return undefined;
  }
};

/** The files of this run (settings, state, logs, workspace) that have this text in them. */
export const filesWith = (text: string): readonly string[] => {
  const events = process.env["FORGESIDE_TEST_EVENTS"];
  if (events === undefined)
    throw new Error("FORGESIDE_TEST_EVENTS says where the run's files are; it is not set.");
  return filesBelow(dirname(events)).filter((file) => read(file)?.includes(text) === true);
};
