import type { FilePlace } from "../types.ts";
import { EditConflict } from "./editConflict.ts";
import type { EngineOptions } from "./engineOptions.ts";
import type { ContentEdit } from "./publishEdits.ts";
import { UnconfirmedError } from "./publishErrors.ts";

/** Sends an edit. Throws EditConflict, UnconfirmedError, HttpError. */
export const sendEdit = async (
  publisher: EngineOptions["publisher"],
  place: FilePlace,
  { base, mine, earlier, grewFrom, unconfirmed, isMerging, willSend }: Omit<ContentEdit, "name">,
): Promise<"published" | "merged" | "unchanged"> => {
  const outcome = await publisher.publish(place, {
    name: place.fileName,
    base,
    mine,
    ...(earlier === undefined ? {} : { earlier }),
    ...(grewFrom === undefined ? {} : { grewFrom }),
    ...(unconfirmed === undefined ? {} : { unconfirmed }),
    ...(isMerging === undefined ? {} : { isMerging }),
    willSend,
  });
  if (outcome.kind === "conflict") throw new EditConflict(publisher.placeOf(place), outcome);
  if (outcome.kind === "unconfirmed") throw new UnconfirmedError(outcome.error, outcome.writes);
  return outcome.kind;
};
