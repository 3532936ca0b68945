/** A gist of the demo account; `days` count back from the moment at which the sandbox is made. */
export interface DemoGist {
  readonly description: string;
  /** The main user's when absent. */
  readonly owner?: string;
  /** Where others refer to it. */
  readonly id?: string;
  readonly forkOf?: string;
  readonly secret?: true;
  readonly days: number;
  readonly edited?: number;
  readonly files: Readonly<Record<string, string>>;
  readonly earlier?: readonly { readonly days: number; readonly files: Readonly<Record<string, string>> }[];
  readonly comments?: readonly (readonly [login: string, days: number, body: string])[];
  readonly starredBy?: readonly string[];
}
