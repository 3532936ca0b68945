import type { EditEngine } from "../../../src/gists/publishing/engine.ts";
import type { PendingEdit } from "../../../src/gists/publishing/pendingEdit.ts";
import { eventually } from "../../support/eventually.ts";

/** Begins `act`, which calls `method` for the edit; runs `change` once it waits for its turn, and lets it go on to its end. */
export const whileInLine = async (
  engine: EditEngine,
  { place }: PendingEdit,
  method: "publish" | "discard",
  act: () => Thenable<unknown>,
  change: () => Promise<void>,
): Promise<void> => {
  const given = engine[method];
  let isInLine = false;
  engine[method] = (...args: never) => {
    isInLine = true;
    return (given as (...all: never) => never).apply(engine, args);
  };
  try {
    let acting: Thenable<unknown> = Promise.resolve();
    await engine.inTurn(place, async () => {
      acting = act();
      await eventually(() => isInLine, "it waits for its turn");
      await change();
    });
    await acting;
  } finally {
    engine[method] = given as never;
  }
};
