/** What waits for the server only for a moment: the save of a document, and the rows of a view. */
type HurriedTask = "save" | "rows";

export interface Origin {
  readonly id: string | undefined;
  readonly hurried: HurriedTask | undefined;
  /** That of the task that shows a notification with Cancel. */
  readonly taskSignal?: AbortSignal | undefined;
  isOver: boolean;
}

/** Carries a value across everything that is awaited, as Node's AsyncLocalStorage does. */
export interface OriginStorage {
  run<T>(origin: Origin, run: () => T): T;
  getStore(): Origin | undefined;
}

/**
 * For a browser, which has no AsyncLocalStorage: the task that began last and still runs; a view's rows only where nothing
 * else runs. What runs beside it is taken for its part.
 */
export class RunningOrigins implements OriginStorage {
  readonly #running = new Set<Origin>();

  run<T>(origin: Origin, run: () => T): T {
    this.#running.add(origin);
    return run();
  }

  getStore(): Origin | undefined {
    for (const origin of this.#running) if (origin.isOver) this.#running.delete(origin);
    const running = [...this.#running];
    return running.findLast(({ hurried }) => hurried !== "rows") ?? running.at(-1);
  }
}

let storage: OriginStorage | undefined;

/** Without a storage, origins are unknown. */
export const setOriginStorage = (given: OriginStorage): void => {
  storage = given;
};

const runFrom = async <T>(given: Omit<Origin, "isOver">, run: () => Promise<T>): Promise<T> => {
  if (!storage) return run();
  const origin = { ...given, isOver: false };
  try {
    return await storage.run(origin, run);
  } finally {
    origin.isOver = true;
  }
};

/** Runs a task on behalf of the command with this id. What outlives the task, such as a timer, has no origin. */
export const withOrigin = <T>(id: string, run: () => Promise<T>): Promise<T> =>
  runFrom({ id, hurried: undefined }, run);

/** As `withOrigin`, for the rows of the view with this id. */
export const asRowsOf = <T>(viewId: string, run: () => Promise<T>): Promise<T> =>
  runFrom({ id: viewId, hurried: "rows" }, run);

const current = (): Origin | undefined => {
  const origin = storage?.getStore();
  return origin?.isOver ? undefined : origin;
};

/** Runs what goes on when the rows are there, on behalf of whom the calling code runs for. */
export const withoutHurry = <T>(run: () => Promise<T>): Promise<T> =>
  runFrom({ id: currentOrigin(), hurried: undefined }, run);

/** Runs the save of a document, on behalf of whom the calling code runs for. */
export const asSave = <T>(run: () => Promise<T>): Promise<T> =>
  runFrom({ id: currentOrigin(), hurried: "save", taskSignal: current()?.taskSignal }, run);

/** Runs a task that shows a notification with Cancel, which aborts the signal. */
export const asTask = <T>(taskSignal: AbortSignal, run: () => Promise<T>): Promise<T> =>
  runFrom({ id: currentOrigin(), hurried: current()?.hurried, taskSignal }, run);

/** The signal of the task that the calling code runs in; unknown in a browser, where other code may run beside it. */
export const currentTaskSignal = (): AbortSignal | undefined =>
  storage instanceof RunningOrigins ? undefined : current()?.taskSignal;

/** Whether the calling code runs in something that waits for the server only for a moment. */
export const hurriedTask = (): HurriedTask | undefined => current()?.hurried;

/** The id of the command or view for which the calling code runs. */
export const currentOrigin = (): string | undefined => current()?.id;
