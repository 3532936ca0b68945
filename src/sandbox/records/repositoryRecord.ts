import type { Caller } from "../auth.ts";
import type { Links } from "../call.ts";
import { isVisible, permissionOf } from "../repositories/access.ts";
import { factsOf } from "../repositories/languages.ts";
import { licenseOf } from "../repositories/licenses.ts";
import type { StoredPermission, StoredRepository } from "../repositories/repositoryState.ts";
import { forksOf, fullName, networkOf, parentOf, sourceOf } from "../repositories/repositoryStore.ts";
import { findOrganization, type Store } from "../store.ts";
import { nodeId } from "./nodeId.ts";
import { ownerRecord } from "./ownerRecord.ts";

/** Address of a repository in the interface. */
export const repositoryUrl = (repository: StoredRepository, { api }: Links): string =>
  `${api}/repos/${fullName(repository)}`;

/** Address of its page for people. */
export const repositoryPage = (repository: StoredRepository, { web }: Links): string =>
  `${web}/${fullName(repository)}`;

/** Parts below a repository whose address is `<name>_url`, with what the service adds to be filled in. */
const parts: readonly (readonly [name: string, path: string])[] = [
  ["archive", "/{archive_format}{/ref}"],
  ["assignees", "/assignees{/user}"],
  ["blobs", "/git/blobs{/sha}"],
  ["branches", "/branches{/branch}"],
  ["collaborators", "/collaborators{/collaborator}"],
  ["comments", "/comments{/number}"],
  ["commits", "/commits{/sha}"],
  ["compare", "/compare/{base}...{head}"],
  ["contents", "/contents/{+path}"],
  ["contributors", "/contributors"],
  ["deployments", "/deployments"],
  ["downloads", "/downloads"],
  ["events", "/events"],
  ["forks", "/forks"],
  ["git_commits", "/git/commits{/sha}"],
  ["git_refs", "/git/refs{/sha}"],
  ["git_tags", "/git/tags{/sha}"],
  ["hooks", "/hooks"],
  ["issue_comment", "/issues/comments{/number}"],
  ["issue_events", "/issues/events{/number}"],
  ["issues", "/issues{/number}"],
  ["keys", "/keys{/key_id}"],
  ["labels", "/labels{/name}"],
  ["languages", "/languages"],
  ["merges", "/merges"],
  ["milestones", "/milestones{/number}"],
  ["notifications", "/notifications{?since,all,participating}"],
  ["pulls", "/pulls{/number}"],
  ["releases", "/releases{/id}"],
  ["stargazers", "/stargazers"],
  ["statuses", "/statuses/{sha}"],
  ["subscribers", "/subscribers"],
  ["subscription", "/subscription"],
  ["tags", "/tags"],
  ["teams", "/teams"],
  ["trees", "/git/trees{/sha}"],
];

export const permissionsRecord = (permission: StoredPermission | null) => ({
  admin: permission === "admin",
  maintain: permission === "admin",
  push: permission === "admin" || permission === "write",
  triage: permission === "admin" || permission === "write",
  pull: permission !== null,
});

const licenseRecord = (store: Store, repository: StoredRepository, { api }: Links) => {
  const license = licenseOf(store, repository);
  if (license === null) return null;
  const { key, name, spdx } = license;
  const url = key === "other" ? null : `${api}/licenses/${key}`;
  return { key, name, spdx_id: spdx, url, node_id: nodeId("License", key) };
};

/** What the answer depends on besides the repository. */
interface Viewer {
  readonly caller: Caller;
  readonly links: Links;
}

/** A repository as lists hold it. */
export const repositoryRecord = (store: Store, repository: StoredRepository, { caller, links }: Viewer) => {
  const url = repositoryUrl(repository, links);
  const page = repositoryPage(repository, links);
  const { languages, bytes } = factsOf(store, repository);
  const forks = forksOf(store, repository).length;
  const stars = repository.stars.length;
  const openIssues = (repository.issues ?? []).filter(({ state }) => state === "open").length;
  return {
    id: repository.id,
    node_id: nodeId("Repository", repository.id),
    name: repository.name,
    full_name: fullName(repository),
    private: repository.private,
    owner: ownerRecord(store, repository.owner, links),
    html_url: page,
    description: repository.description,
    fork: repository.forkOf !== null,
    url,
    ...(Object.fromEntries(parts.map(([name, path]) => [`${name}_url`, url + path])) as Readonly<
      Record<`${string}_url`, string>
    >),
    created_at: repository.createdAt,
    updated_at: repository.updatedAt,
    pushed_at: repository.pushedAt ?? repository.createdAt,
    git_url: `${page.replace(/^https?/, "git")}.git`,
    ssh_url: `git@${new URL(links.web).hostname}:${fullName(repository)}.git`,
    clone_url: `${page}.git`,
    svn_url: page,
    homepage: repository.homepage,
    size: Math.ceil(bytes / 1024),
    stargazers_count: stars,
    watchers_count: stars,
    language: languages[0]?.[0] ?? null,
    has_issues: repository.hasIssues,
    has_projects: false,
    has_downloads: repository.hasDownloads,
    has_wiki: repository.hasWiki,
    has_pages: false,
    has_discussions: false,
    forks_count: forks,
    mirror_url: null,
    archived: repository.archived,
    disabled: false,
    open_issues_count: openIssues,
    license: licenseRecord(store, repository, links),
    allow_forking: true,
    is_template: false,
    topics: repository.topics,
    visibility: repository.private ? "private" : "public",
    forks,
    open_issues: openIssues,
    watchers: stars,
    default_branch: repository.defaultBranch,
    ...(caller.kind !== "anonymous" && {
      permissions: permissionsRecord(permissionOf(store, repository, caller.user.login)),
    }),
  };
};

/** A single repository: with what it was forked from, and its organization. */
export const fullRepositoryRecord = (store: Store, repository: StoredRepository, viewer: Viewer) => {
  const parent = parentOf(store, repository);
  const family =
    parent === undefined || !isVisible(store, parent, viewer.caller)
      ? {}
      : {
          parent: repositoryRecord(store, parent, viewer),
          source: repositoryRecord(store, sourceOf(store, repository), viewer),
        };
  const organization = findOrganization(store, repository.owner);
  return {
    ...repositoryRecord(store, repository, viewer),
    ...family,
    ...(organization !== undefined && { organization: ownerRecord(store, repository.owner, viewer.links) }),
    network_count: networkOf(store, repository).length - 1,
    subscribers_count: repository.watchers.length,
  };
};
