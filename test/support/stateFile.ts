import { readFile, rename, writeFile } from "node:fs/promises";
import type { Clock } from "../../src/base/clock.ts";
import type { Disposable } from "../../src/base/disposable.ts";
import { messageOf, UserError } from "../../src/base/errors.ts";
import type { Sandbox } from "../../src/sandbox/createSandbox.ts";

/** The JSON in a file; undefined when there is no such file. */
export const readJsonFile = async (file: string): Promise<unknown> => {
  let text: string;
  try {
    text = await readFile(file, "utf8");
  } catch (error) {
    if (error instanceof Error && "code" in error && error.code === "ENOENT") return undefined;
    throw new UserError(`${file} cannot be read: ${messageOf(error)}`);
  }
  try {
    return JSON.parse(text);
  } catch (error) {
    throw new UserError(`${file} is no JSON: ${messageOf(error)}`);
  }
};

export interface StateFile {
  /** Saves a last time, and stops watching. */
  close(): Promise<void>;
}

/** Milliseconds to wait for further changes before one save. */
const patienceMs = 200;

/** Keeps `file` as the sandbox's state is; a reader never sees half a file. */
export const keepStateFile = (
  file: string,
  sandbox: Sandbox,
  clock: Clock,
  onProblem: (message: string) => void,
): StateFile => {
  let pending: Disposable | undefined;
  let saving = Promise.resolve();

  const write = async (): Promise<void> => {
    try {
      await writeFile(`${file}.part`, `${JSON.stringify(sandbox.state(), null, 2)}\n`);
      await rename(`${file}.part`, file);
    } catch (error) {
      onProblem(`${file} could not be saved: ${messageOf(error)}`);
    }
  };

  const save = (): void => {
    pending?.dispose();
    pending = undefined;
    saving = saving.then(write);
  };

  const watch = sandbox.onDidChange(() => {
    pending ??= clock.setTimer(patienceMs, save);
  });

  return {
    async close() {
      watch.dispose();
      save();
      await saving;
    },
  };
};
