import type { Client } from "./client.ts";

/** The fraction of the rate limit that background requests leave to the user's own. */
const reserve = 0.1;

/** When requests of lowest importance may be sent again, in milliseconds; undefined when they may be sent now. */
export const reservedUntil = ({ quota, blockedUntil }: Client, now: number): number | undefined => {
  if (blockedUntil > 0) return blockedUntil;
  if (!quota || quota.reset * 1000 <= now) return undefined;
  return quota.remaining < quota.limit * reserve ? quota.reset * 1000 : undefined;
};
