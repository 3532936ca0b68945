import type { Links } from "../call.ts";
import type { StoredUser } from "../state.ts";
import type { Store } from "../store.ts";
import { nodeId } from "./nodeId.ts";

/** A user as other records hold it. */
export const userRecord = (user: Pick<StoredUser, "login" | "id">, { api, web }: Links) => {
  const url = `${api}/users/${user.login}`;
  return {
    login: user.login,
    id: user.id,
    node_id: nodeId("User", user.id),
    avatar_url: `${web}/avatars/u/${user.id}?v=4`,
    gravatar_id: "",
    url,
    html_url: `${web}/${user.login}`,
    followers_url: `${url}/followers`,
    following_url: `${url}/following{/other_user}`,
    gists_url: `${url}/gists{/gist_id}`,
    starred_url: `${url}/starred{/owner}{/repo}`,
    subscriptions_url: `${url}/subscriptions`,
    organizations_url: `${url}/orgs`,
    repos_url: `${url}/repos`,
    events_url: `${url}/events{/privacy}`,
    received_events_url: `${url}/received_events`,
    type: "User",
    user_view_type: "public",
    site_admin: false,
  };
};

const gistCount = ({ state }: Store, { login }: StoredUser, isPublic: boolean): number =>
  state.gists.filter((gist) => gist.owner === login && gist.public === isPublic).length;

const repositoryCount = ({ state }: Store, { login }: StoredUser, isPrivate: boolean): number =>
  state.repositories.filter((one) => one.owner === login && one.private === isPrivate).length;

/** A user's public profile. */
export const profileRecord = (store: Store, user: StoredUser, links: Links) => ({
  ...userRecord(user, links),
  name: user.name,
  company: user.company,
  blog: user.blog ?? "",
  location: user.location,
  email: user.email,
  hireable: null,
  bio: user.bio,
  twitter_username: null,
  public_repos: repositoryCount(store, user, false),
  public_gists: gistCount(store, user, true),
  followers: store.state.users.filter(({ following }) => following?.includes(user.login)).length,
  following: user.following?.length ?? 0,
  created_at: user.createdAt,
  updated_at: user.updatedAt,
});

/** The profile as its own user sees it. */
export const ownProfileRecord = (store: Store, user: StoredUser, links: Links) => ({
  ...profileRecord(store, user, links),
  user_view_type: "private",
  private_gists: gistCount(store, user, false),
  total_private_repos: repositoryCount(store, user, true),
  owned_private_repos: repositoryCount(store, user, true),
  disk_usage: 0,
  collaborators: 0,
  two_factor_authentication: user.oneTimePassword !== null,
  plan: { name: "free", space: 976_562_499, collaborators: 0, private_repos: 10_000 },
});
