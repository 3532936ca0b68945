interface Origin {
  readonly id: string;
  isOver: boolean;
}

/** Carries a value across everything that is awaited, as Node's AsyncLocalStorage does. */
export interface OriginStorage {
  run<T>(origin: Origin, run: () => T): T;
  getStore(): Origin | undefined;
}

/**
 * For a browser, which has no AsyncLocalStorage: the task that began last and still runs. What runs beside it is taken for
 * its part.
 */
export class RunningOrigins implements OriginStorage {
  readonly #running = new Set<Origin>();

  run<T>(origin: Origin, run: () => T): T {
    this.#running.add(origin);
    return run();
  }

  getStore(): Origin | undefined {
    for (const origin of this.#running) if (origin.isOver) this.#running.delete(origin);
    return [...this.#running].at(-1);
  }
}

let storage: OriginStorage | undefined;

/** Without a storage, origins are unknown. */
export const setOriginStorage = (given: OriginStorage): void => {
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
