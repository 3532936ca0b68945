import type { FilePlace } from "../types.ts";
import { EditConflict } from "./editConflict.ts";
import type { EditEngine } from "./engine.ts";
import type { GistPublisher } from "./gistPublisher.ts";

/** As `GistFiles.publishTo`. */
export const publishTo = async (
  publisher: GistPublisher,
  engine: EditEngine,
  place: FilePlace,
  { base, mine }: { readonly base: string | null; readonly mine: string },
): Promise<EditConflict | undefined> => {
  const outcome = await publisher.publishOnce(place, { name: place.fileName, base, mine });
  if (outcome.kind !== "conflict") return undefined;
  const stored = await engine.keepConflict(new EditConflict(place, outcome));
  return new EditConflict(place, outcome, stored);
};
