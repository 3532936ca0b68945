import type { Client } from "./client.ts";

/** The part of the service's limit that is left to what the user asks for. */
const reserve = 0.1;

/** When requests of lowest importance may be sent again, in milliseconds; undefined when they may be sent now. */
export const reservedUntil = ({ quota, blockedUntil }: Client, now: number): number | undefined => {
  if (blockedUntil > 0) return blockedUntil;
  if (!quota || quota.reset * 1000 <= now) return undefined;
  return quota.remaining < quota.limit * reserve ? quota.reset * 1000 : undefined;
};
