/** An account as it appears inside other records. */
export interface User {
  readonly login: string;
  readonly id: number;
  readonly name?: string | null;
  readonly avatar_url?: string;
  readonly html_url?: string;
  readonly type?: string;
  readonly site_admin?: boolean;
}
