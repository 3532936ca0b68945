import { sha256 } from "../../base/sha256.ts";
import type { EditContent, Origin } from "./pendingEdit.ts";

/** How many earlier texts and writes of an edit are remembered. */
export const maxEarlier = 20;

/** What a text that takes the place of `before` is based on. */
export const originsOf = async (
  before: Origin | undefined,
  mine: string,
): Promise<Pick<EditContent, "earlier" | "grewFrom" | "unconfirmed">> => {
  if (!before) return {};
  const earlier = before.mine === mine ? [] : [await sha256(before.mine)];
  const all = [...new Set([...(before.earlier ?? []), ...earlier])].slice(-maxEarlier);
  return {
    ...(all.length === 0 ? {} : { earlier: all }),
    ...(before.grewFrom === undefined ? {} : { grewFrom: before.grewFrom }),
    ...(before.unconfirmed === undefined ? {} : { unconfirmed: before.unconfirmed }),
  };
};
