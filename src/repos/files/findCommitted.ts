import { sameBytes } from "../../base/bytes.ts";
import type { ContentPlace } from "../types.ts";
import type { Committer } from "./committer.ts";
import type { Base } from "./fileBases.ts";

/**
 * What the service has, where that is `mine`: its commit was under way when the window was reloaded, or another window made it.
 * `change`: the id of the local change with it.
 */
export const findCommitted = async (
  committer: Pick<Committer, "remote">,
  place: ContentPlace,
  mine: Uint8Array,
  base: Base,
  change: string | undefined,
): Promise<Base | undefined> => {
  if (change === undefined && base.earlier === undefined) return undefined;
  // Where that can't be found out, the commit does.
  const remote = await committer.remote(place).catch(() => undefined);
  const isMine = remote && remote.sha !== null && remote.sha !== base.sha && sameBytes(remote.bytes, mine);
  return isMine ? remote : undefined;
};
