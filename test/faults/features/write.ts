import type { Stage } from "./stage.ts";

/** One write path of the extension, as its command runs it. */
export interface Write {
  readonly name: string;
  /** What has to be there before, and what the editor has read. */
  readonly setUp?: (stage: Stage) => Promise<unknown>;
  readonly act: (stage: Stage, given: never) => Promise<unknown>;
  /** How often the service has it done. */
  readonly done: (stage: Stage, given: never) => Promise<number>;
  /** For what a person typed: whether it is still here, for the next try. */
  readonly isHeld?: (stage: Stage) => boolean;
  /** A save: when it fails, the text is unsaved in the editor. */
  readonly isEditor?: boolean;
  /** The result of a write that waits here. */
  readonly isQueued?: (result: unknown) => boolean;
  /** Instead of acting again. */
  readonly again?: (stage: Stage, given: never) => Promise<unknown>;
  /** The error says that a part was done. */
  readonly isPartial?: (error: unknown) => boolean;
  /** Writes that may be sent once the service was seen to be without them; those of a run without faults otherwise. */
  readonly maxWrites?: number;
}

export const write = <T>(row: {
  readonly name: string;
  readonly setUp?: (stage: Stage) => Promise<T>;
  readonly act: (stage: Stage, given: T) => Promise<unknown>;
  readonly done: (stage: Stage, given: T) => Promise<number>;
  readonly isHeld?: Write["isHeld"];
  readonly isEditor?: boolean;
  readonly isQueued?: Write["isQueued"];
  readonly again?: (stage: Stage, given: T) => Promise<unknown>;
  readonly isPartial?: Write["isPartial"];
  readonly maxWrites?: number;
}): Write => row as unknown as Write;
