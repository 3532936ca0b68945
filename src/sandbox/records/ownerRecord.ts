import type { Links } from "../call.ts";
import type { StoredOrganization } from "../repositories/repositoryState.ts";
import { findOrganization, type Store, userOf } from "../store.ts";
import { nodeId } from "./nodeId.ts";
import { profileRecord, userRecord } from "./userRecord.ts";

/** The owner of repositories in other records: a user, or an organization in a user's shape. */
export const ownerRecord = (store: Store, login: string, links: Links) => {
  const organization = findOrganization(store, login);
  if (organization === undefined) return userRecord(userOf(store, login), links);
  return {
    ...userRecord(organization, links),
    node_id: nodeId("Organization", organization.id),
    type: "Organization",
  };
};

/** An organization as lists hold it. */
export const organizationRecord = ({ login, id, description }: StoredOrganization, { api, web }: Links) => {
  const url = `${api}/orgs/${login}`;
  return {
    login,
    id,
    node_id: nodeId("Organization", id),
    url,
    repos_url: `${url}/repos`,
    events_url: `${url}/events`,
    hooks_url: `${url}/hooks`,
    issues_url: `${url}/issues`,
    members_url: `${url}/members{/member}`,
    public_members_url: `${url}/public_members{/member}`,
    avatar_url: `${web}/avatars/u/${id}?v=4`,
    description,
  };
};

export const fullOrganizationRecord = (store: Store, organization: StoredOrganization, links: Links) => ({
  ...organizationRecord(organization, links),
  name: organization.name ?? organization.login,
  has_organization_projects: false,
  has_repository_projects: false,
  public_repos: store.state.repositories.filter(
    (repository) => repository.owner === organization.login && !repository.private,
  ).length,
  public_gists: 0,
  followers: 0,
  following: 0,
  html_url: `${links.web}/${organization.login}`,
  type: "Organization",
  created_at: organization.createdAt,
  updated_at: organization.createdAt,
  archived_at: null,
});

/** An organization where a user's profile is asked for. */
export const organizationProfile = (store: Store, organization: StoredOrganization, links: Links) => {
  const { id, login, name, description, createdAt } = organization;
  const nothing = {
    email: null,
    company: null,
    location: null,
    blog: null,
    password: null,
    oneTimePassword: null,
  };
  const user = { id, login, name, bio: description, createdAt, updatedAt: createdAt, ...nothing };
  return { ...profileRecord(store, user, links), ...ownerRecord(store, login, links) };
};
