/** Interface 1.1.4: response headers that are surfaced, each present when the answer had it; `status` always. */
export interface Meta {
  readonly "x-ratelimit-limit"?: string;
  readonly "x-ratelimit-remaining"?: string;
  readonly "x-ratelimit-reset"?: string;
  readonly "x-oauth-scopes"?: string;
  readonly link?: string;
  readonly location?: string;
  readonly "last-modified"?: string;
  readonly etag?: string;
  /** Such as `200 OK`. */
  readonly status?: string;
}
/** Interface 1.1.4: the result of an operation whose answer has no body. */
export type Empty = Readonly<Record<never, never>>;
/** A result as the client hands it out. */
export type WithMeta<T> = T & { readonly meta: Meta };
