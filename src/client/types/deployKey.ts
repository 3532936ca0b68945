export interface DeployKey {
  readonly id: number;
  readonly title: string;
  readonly key: string;
  readonly url: string;
  readonly verified?: boolean;
  readonly read_only?: boolean;
  readonly created_at?: string;
  readonly added_by?: string | null;
  readonly last_used?: string | null;
}
