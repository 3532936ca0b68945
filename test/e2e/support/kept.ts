import { readdirSync, readFileSync, statSync } from "node:fs";
import { join } from "node:path";
import { userSettingsFile } from "../../support/vscode/server.ts";

/** What VS Code would open if its page was reloaded. */
export interface Kept {
  /** What it has written down of each editor, as JSON. A webview's state is in it once it is kept. */
  readonly editors: readonly string[];
  /** The unsaved texts, each below a line about its document. */
  readonly backups: readonly string[];
}

/** Runs in VS Code's own page, whose database has the editors. */
export const keptEditors = async (): Promise<string[]> => {
  const answered = <T>(request: IDBRequest<T>): Promise<T> =>
    new Promise((resolve, reject) => {
      request.addEventListener("success", () => resolve(request.result));
      request.addEventListener("error", () => reject(request.error));
    });
  const editors: string[] = [];
  for (const { name } of await indexedDB.databases()) {
    if (!name?.startsWith("vscode-web-state-db-")) continue;
    const database = await answered(indexedDB.open(name));
    for (const store of database.objectStoreNames) {
      const kept: unknown = await answered(
        database.transaction(store).objectStore(store).get("memento/workbench.parts.editor"),
      );
      if (typeof kept === "string")
        JSON.parse(kept, (key, value: unknown) => {
          if (key === "editors" && Array.isArray(value)) editors.push(...value.map((each) => String(each.value)));
          return value;
        });
    }
    database.close();
  }
  return editors;
};

/** The server has the unsaved texts. */
export const keptBackups = (serverDataDir: string): string[] => {
  const folder = join(userSettingsFile(serverDataDir), "..", "Backups");
  try {
    return readdirSync(folder, { recursive: true, encoding: "utf8" })
      .map((name) => join(folder, name))
      .filter((path) => statSync(path).isFile())
      .map((path) => readFileSync(path, "utf8"));
  } catch (error) {
    // Nothing is unsaved yet, or what was there a moment ago is saved by now.
    if ((error as NodeJS.ErrnoException).code === "ENOENT") return [];
    throw error;
  }
};
