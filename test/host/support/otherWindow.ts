import { systemClock } from "../../../src/base/clock.ts";
import { type LocalChange, LocalChanges, type NewChange } from "../../../src/localChanges/model.ts";
import { sharedFolder } from "../../../src/storage/folders.ts";
import { storageFolder } from "../../../src/storage/storageFolder.ts";
import type { Session } from "./session.ts";

/** Another window stores local changes in the folder that all share; this one sees them, as when it gets the focus. */
export const inOtherWindow = async <T>(
  { parts }: Session,
  act: (changes: LocalChanges) => Promise<T>,
): Promise<T> => {
  const changes = new LocalChanges(storageFolder(sharedFolder(parts.context, "localChanges")), systemClock);
  try {
    await changes.load();
    return await act(changes);
  } finally {
    changes.dispose();
    await parts.localChanges.refresh();
  }
};

/** Stores a text in another window, beside what this one has stored. */
export const storeInOtherWindow = (
  session: Session,
  change: Omit<NewChange, "content" | "description">,
  text: string,
): Promise<LocalChange> =>
  inOtherWindow(session, (changes) =>
    changes.store(
      { ...change, content: Buffer.from(text).toString("base64"), description: "mia/tools" },
      undefined,
    ),
  );
