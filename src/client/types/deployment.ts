import type { User } from "./user.ts";

export interface Deployment {
  readonly id: number;
  readonly sha: string;
  readonly ref: string;
  readonly task: string;
  readonly payload: unknown;
  readonly environment?: string;
  readonly description: string | null;
  readonly creator: User | null;
  readonly created_at: string;
  readonly updated_at: string;
  readonly statuses_url?: string;
}
export interface DeploymentStatus {
  readonly id: number;
  readonly state: string;
  readonly description: string;
  readonly target_url?: string;
  readonly environment?: string;
  readonly creator: User | null;
  readonly created_at: string;
  readonly updated_at: string;
}
