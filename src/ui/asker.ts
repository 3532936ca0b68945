interface Asking {
  readonly id: string;
  isOver: boolean;
}

/** Keeps what is set across everything that is awaited, as Node's AsyncLocalStorage does. */
export interface AskingStorage {
  run<T>(asking: Asking, run: () => T): T;
  getStore(): Asking | undefined;
}

let storage: AskingStorage | undefined;

/** Where it can be known who asks; without, nobody is told. */
export const keepAskersIn = (given: AskingStorage): void => {
  storage = given;
};

/** Runs what the command or the view with this id asked for. What outlives it, such as a timer, is nobody's. */
export const askedBy = async <T>(id: string, run: () => Promise<T>): Promise<T> => {
  if (!storage) return run();
  const asking = { id, isOver: false };
  try {
    return await storage.run(asking, run);
  } finally {
    asking.isOver = true;
  }
};

/** The id of the command or view for which the calling code runs. */
export const asker = (): string | undefined => {
  const asking = storage?.getStore();
  return asking === undefined || asking.isOver ? undefined : asking.id;
};
