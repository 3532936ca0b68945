/** Interface 2.6. `payload` depends on `type`. */
export interface ActivityEvent {
  readonly id: string;
  readonly type: string | null;
  readonly public: boolean;
  readonly created_at: string | null;
  readonly actor: { readonly id?: number; readonly login: string; readonly avatar_url?: string };
  readonly repo: { readonly id?: number; readonly name: string; readonly url?: string };
  readonly org?: { readonly id?: number; readonly login: string };
  readonly payload?: Readonly<Record<string, unknown>>;
}
/** Interface 2.7; today's service sends `id` as a number. */
export interface IssueEvent {
  readonly id: string | number;
  readonly event: string;
  readonly created_at: string;
  readonly actor: { readonly login: string } | null;
  readonly commit_id?: string | null;
  readonly issue?: {
    readonly number: number;
    readonly title: string;
    readonly state: string;
    readonly html_url?: string;
  };
}
