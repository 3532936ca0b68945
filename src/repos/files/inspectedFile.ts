import { type Inspect, inspectText } from "../../base/inspect.ts";
import { limitEndOf } from "../../client/errors.ts";
import { decodeText } from "../../base/textBytes.ts";
import type { Base } from "./fileBases.ts";
import type { ReposModel } from "../model.ts";
import type { ContentPlace } from "../types.ts";

/**
 * The content with secrets redacted where the user wants it. Throws CancelledError when nothing may be sent, and HeldBackError
 * where the user has to be asked and may not be.
 */
export const inspectedFile = async (
  { repos, inspect }: { readonly repos: ReposModel; readonly inspect: Inspect },
  place: ContentPlace,
  bytes: Uint8Array,
  base: Base,
  mayAsk = true,
): Promise<Uint8Array> => {
  const { text, encode } = decodeText(bytes);
  // In a pause of the server it is not known: the message can be entered all the same.
  const { private: isPrivate } = await repos.read(place, { priority: "visible" }).catch((error: unknown) => {
    if (limitEndOf(error) === undefined) throw error;
    return { private: undefined };
  });
  const inspected = await inspectText(inspect, {
    what: place.path,
    text,
    accountId: place.accountId,
    isSecret: isPrivate,
    mayAsk,
    known: [decodeText(base.bytes).text],
  });
  return inspected === text ? bytes : encode(inspected);
};
