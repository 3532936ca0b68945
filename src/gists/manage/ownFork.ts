import { fieldsOf } from "../../base/fieldsOf.ts";
import type { Gist } from "../../client/types/gist.ts";
import type { GistsModel } from "../model.ts";

const idOf = (value: unknown): string | undefined => {
  const { id } = fieldsOf(value);
  return typeof id === "string" && id !== "" ? id : undefined;
};

/** The account's fork of a gist, as far as its own gists and those that the gist names show one. */
export const ownForkOf = async (
  gists: Pick<GistsModel, "lists" | "isMine" | "read" | "get">,
  accountId: string,
  gist: Gist,
): Promise<Gist | undefined> => {
  const listed = gists.lists.known(accountId, "own").find(({ fork_of: origin }) => origin?.id === gist.id);
  if (listed) return listed;
  // Another window or computer may have made one since it was read last. Without an answer it is forked all the same.
  const { forks } = fieldsOf(await gists.read(accountId, gist.id).catch(() => gist));
  const own = Array.isArray(forks)
    ? (forks as readonly unknown[]).find((fork) => gists.isMine(accountId, fieldsOf(fork) as unknown as Gist))
    : undefined;
  const id = idOf(own);
  return id === undefined ? undefined : gists.get(accountId, id).catch(() => undefined);
};
