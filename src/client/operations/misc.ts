import { op } from "../operation.ts";
import type { Emojis, RateLimitStatus, ServiceMeta } from "../types/misc.ts";

export const misc = {
  emojis: op<Emojis>()("GET /emojis"),
  meta: op<ServiceMeta>()("GET /meta"),
  rateLimit: op<RateLimitStatus>()("GET /rate_limit"),
};
