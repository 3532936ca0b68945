import { op } from "../operation.ts";
import { publicData } from "./needs.ts";
import type { Emojis, RateLimitStatus, ServiceMeta } from "../types/misc.ts";

export const misc = {
  emojis: op<Emojis>()("GET /emojis", { needs: publicData }),
  meta: op<ServiceMeta>()("GET /meta", { needs: publicData }),
  rateLimit: op<RateLimitStatus>()("GET /rate_limit", { needs: publicData }),
};
