import { type Clock, systemClock } from "../../base/clock.ts";
import { fieldsOf } from "../../base/fieldsOf.ts";
import type { SharedState } from "../../base/sharedState.ts";
import type { AccountStorage } from "./storage.ts";

const collection = "accountsStored";

/** What says whether other pages have stored accounts that this one doesn't know. */
export type OtherPages = Pick<AccountStorage, "hasUnknownAccounts" | "noteStored">;

/** Where VS Code reports what other windows do with the secrets. */
export const noOtherPages: OtherPages = {
  hasUnknownAccounts: async () => false,
  noteStored: async () => undefined,
};

/**
 * For browsers, where VS Code reads the secrets once per page and writes all of them: a page that was loaded before
 * another one stored a token would remove that by any write.
 */
export const otherPagesOf = (
  state: Pick<SharedState, "get" | "update" | "refresh">,
  clock: Clock = systemClock,
): OtherPages => {
  const page = crypto.randomUUID();
  const loadedAt = clock.now();
  return {
    hasUnknownAccounts: async () => {
      await state.refresh();
      const { page: writer, at } = fieldsOf(fieldsOf(state.get(collection))["last"]);
      return writer !== page && typeof at === "number" && at >= loadedAt;
    },
    noteStored: () => state.update(collection, { last: { page, at: clock.now() } }),
  };
};
