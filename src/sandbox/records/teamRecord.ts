import type { Links } from "../call.ts";
import type { StoredTeam } from "../repositories/repositoryState.ts";
import { nodeId } from "./nodeId.ts";

const names = { read: "pull", write: "push", admin: "admin" } as const;

export const teamRecord = (organization: string, team: StoredTeam, { api, web }: Links) => {
  const url = `${api}/organizations/${organization}/team/${team.id}`;
  return {
    id: team.id,
    node_id: nodeId("Team", team.id),
    name: team.name,
    slug: team.slug,
    description: team.description,
    privacy: "closed",
    notification_setting: "notifications_enabled",
    permission: names[team.permission],
    type: "organization",
    url,
    html_url: `${web}/orgs/${organization}/teams/${team.slug}`,
    members_url: `${url}/members{/member}`,
    repositories_url: `${url}/repos`,
    parent: null,
  };
};
