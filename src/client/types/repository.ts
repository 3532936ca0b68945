import type { User } from "./user.ts";

/** Interface 2.2. */
export interface Repository {
  readonly id: number;
  readonly name: string;
  readonly full_name: string;
  readonly owner: User;
  readonly private: boolean;
  readonly html_url: string;
  readonly description: string | null;
  readonly fork: boolean;
  readonly url: string;
  readonly clone_url?: string;
  readonly ssh_url?: string;
  readonly homepage?: string | null;
  readonly language?: string | null;
  readonly default_branch?: string;
  readonly forks_count?: number;
  readonly stargazers_count?: number;
  readonly watchers_count?: number;
  readonly subscribers_count?: number;
  readonly open_issues_count?: number;
  /** kB. */
  readonly size?: number;
  readonly has_issues?: boolean;
  readonly has_wiki?: boolean;
  readonly has_downloads?: boolean;
  readonly archived?: boolean;
  readonly topics?: readonly string[];
  readonly permissions?: Readonly<Record<string, boolean>>;
  readonly created_at?: string | null;
  readonly updated_at?: string | null;
  readonly pushed_at?: string | null;
  readonly parent?: Repository;
}
/** Language name → bytes of code. */
export type Languages = Readonly<Record<string, number>>;

export interface Team {
  readonly id: number;
  readonly name: string;
  readonly slug?: string;
  readonly description?: string | null;
  readonly permission?: string;
}
/** Anonymous contributors have a name and e-mail in place of a login. */
export interface Contributor {
  readonly login?: string;
  readonly id?: number;
  readonly name?: string;
  readonly email?: string;
  readonly type?: string;
  readonly contributions: number;
}
export interface Invitation {
  readonly id: number;
  readonly invitee?: User | null;
  readonly permissions?: string;
  readonly html_url?: string;
}
export interface Subscription {
  readonly subscribed: boolean;
  readonly ignored: boolean;
  readonly reason?: string | null;
  readonly created_at?: string;
}
export interface Download {
  readonly id: number;
  readonly name: string;
  readonly description?: string | null;
  readonly html_url?: string;
  /** Bytes. */
  readonly size?: number;
  readonly download_count?: number;
  readonly content_type?: string;
}
