import type { Page } from "playwright-core";

/** Whether VS Code for the Web has a copy of the text for the case that the page ends: it makes one a second after the last change. */
export const isBackedUp = (page: Page, text: string): Promise<boolean> =>
  page.evaluate(
    (searched) =>
      new Promise<boolean>((resolve, reject) => {
        const opening = indexedDB.open("vscode-web-db");
        opening.onerror = () => reject(opening.error);
        opening.onsuccess = () => {
          const reading = opening.result
            .transaction("vscode-userdata-store")
            .objectStore("vscode-userdata-store")
            .openCursor();
          reading.onerror = () => reject(reading.error);
          reading.onsuccess = () => {
            const cursor = reading.result;
            const value: unknown = cursor?.value;
            const content =
              value instanceof Uint8Array ? new TextDecoder().decode(value) : JSON.stringify(value ?? "");
            const isFound =
              (JSON.stringify(cursor?.key) ?? "").includes("/Backups/") && content.includes(searched);
            if (cursor && !isFound) cursor.continue();
            else {
              opening.result.close();
              resolve(isFound);
            }
          };
        };
      }),
    text,
  );
