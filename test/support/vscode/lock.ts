import { readFileSync, rmSync, writeFileSync } from "node:fs";
import { cleanups } from "../run/cleanups.ts";
import { poll } from "../run/poll.ts";

const isAlive = (pid: number): boolean => {
  try {
    process.kill(pid, 0);
    return true;
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === "EPERM";
  }
};

/** A dead owner may have had the number that this process has now. */
const heldHere = new Set<string>();

const isStale = (file: string, owner: number): boolean =>
  owner === process.pid ? !heldHere.has(file) : !isAlive(owner);

const tryTake = (file: string): boolean => {
  try {
    writeFileSync(file, String(process.pid), { flag: "wx" });
    heldHere.add(file);
    return true;
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== "EEXIST") throw error;
  }
  let owner = "";
  try {
    owner = readFileSync(file, "utf8");
  } catch {
    // Given back in between: the next look takes it.
  }
  // An empty file is one that its owner is writing right now.
  if (owner !== "" && isStale(file, Number(owner))) rmSync(file, { force: true });
  return false;
};

/** One process at a time runs `action`; a lock whose owner has died counts as free. */
export const withLock = async (file: string, action: () => Promise<void>): Promise<void> => {
  await poll(() => tryTake(file), { timeout: 20 * 60_000, interval: 200, what: `the lock ${file}` });
  const release = (): void => {
    heldHere.delete(file);
    rmSync(file, { force: true });
  };
  const forget = cleanups.add(release);
  try {
    await action();
  } finally {
    forget();
    release();
  }
};
