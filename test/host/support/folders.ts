import { mkdtempSync, realpathSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";

/** Called in a `describe`: makes folders that are gone after its tests. */
export const useFolders = (): (() => string) => {
  const made: string[] = [];
  after(() => made.splice(0).forEach((folder) => rmSync(folder, { recursive: true, force: true })));
  return () => {
    const folder = realpathSync(mkdtempSync(join(tmpdir(), "forgeside-test-")));
    made.push(folder);
    return folder;
  };
};
