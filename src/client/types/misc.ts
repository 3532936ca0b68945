/** Emoji name → image URL. */
export type Emojis = Readonly<Record<string, string>>;

/** Interface 2.9: address ranges in CIDR form, per purpose. */
export interface ServiceMeta {
  readonly hooks?: readonly string[];
  readonly git?: readonly string[];
  readonly installed_version?: string;
  readonly [purpose: string]: unknown;
}

interface RateLimitBucket {
  readonly limit: number;
  readonly remaining: number;
  /** Seconds since 1970-01-01T00:00:00Z. */
  readonly reset: number;
}
/** Interface 2.8. */
export interface RateLimitStatus {
  readonly resources: { readonly core: RateLimitBucket; readonly search: RateLimitBucket };
  readonly rate?: RateLimitBucket;
}
