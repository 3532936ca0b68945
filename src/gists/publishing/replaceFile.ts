import { bytesOf, shownText } from "../../base/bytes.ts";
import { restoreLineEndsIn } from "../../base/lineEnds.ts";
import { textOf } from "../content.ts";
import { EditConflict } from "./editConflict.ts";
import { inspectedText, requireMine } from "./fileChecks.ts";
import type { FilesOptions } from "./filesOptions.ts";
import { fileOf } from "../gistFacts.ts";
import type { FilePlace } from "../types.ts";

/** Publishes a text in place of what the service has. Throws GistProblem, EditConflict, CancelledError, HttpError. */
export const replaceFile = async (
  options: Pick<FilesOptions, "gists" | "publisher" | "inspect" | "maxFileBytes">,
  place: FilePlace,
  bytes: Uint8Array,
): Promise<"published" | "merged" | "unchanged"> => {
  const { gists, publisher, maxFileBytes } = options;
  await requireMine(options, place);
  const known = fileOf(await gists.get(place.accountId, place.gistId), place.fileName);
  const base = known ? shownText(await gists.wholeFile(place, known)) : null;
  const whole = base === null ? bytes : restoreLineEndsIn(bytesOf(base), bytes);
  const text = textOf(place.fileName, whole, maxFileBytes());
  const mine = await inspectedText(options, place, text, base);
  const outcome = await publisher.publishOnce(place, { name: place.fileName, base, mine });
  if (outcome.kind === "conflict") throw new EditConflict(place, outcome);
  return outcome.kind;
};
