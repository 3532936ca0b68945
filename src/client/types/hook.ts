/** Interface 2.3: booleans inside `config` may come as 1 and 0. */
export interface Hook {
  readonly id: number;
  readonly name: string;
  readonly active: boolean;
  readonly events: readonly string[];
  readonly config: Readonly<Record<string, unknown>>;
  readonly url?: string;
  readonly test_url?: string;
  readonly created_at?: string;
  readonly updated_at?: string;
  readonly last_response?: {
    readonly code: number | null;
    readonly status: string | null;
    readonly message: string | null;
  };
}
