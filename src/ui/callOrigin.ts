interface Origin {
  readonly id: string;
  isOver: boolean;
}

/** Carries a value across everything that is awaited, as Node's AsyncLocalStorage does. */
export interface OriginStorage {
  run<T>(origin: Origin, run: () => T): T;
  getStore(): Origin | undefined;
}

let storage: OriginStorage | undefined;

/** Without a storage, as in a browser, origins are unknown. */
export const setOriginStorage = (given: OriginStorage | undefined): void => {
  storage = given;
};

/** Runs a task on behalf of the command or view with this id. What outlives the task, such as a timer, has no origin. */
export const withOrigin = async <T>(id: string, run: () => Promise<T>): Promise<T> => {
  if (!storage) return run();
  const origin = { id, isOver: false };
  try {
    return await storage.run(origin, run);
  } finally {
    origin.isOver = true;
  }
};

/** The id of the command or view for which the calling code runs. */
export const currentOrigin = (): string | undefined => {
  const origin = storage?.getStore();
  return origin === undefined || origin.isOver ? undefined : origin.id;
};
