import type { CallOptions } from "../../client/callOptions.ts";
import type { Client } from "../../client/client.ts";
import { PagedList } from "../../client/pagedList.ts";
import type { Branch, Commit, CommitComment, Tag } from "../../client/types/commit.ts";
import type { Contributor, Download, Repository, Team } from "../../client/types/repository.ts";
import type { WithMeta } from "../../client/types/result.ts";
import type { User } from "../../client/types/user.ts";
import type { RepoPlace } from "../types.ts";

/** A part of the code by language. */
interface LanguageShare {
  readonly name: string;
  readonly bytes: number;
  /** Of all the code, from 0 to 1. */
  readonly share: number;
}

/** What narrows a list of commits. */
export interface CommitFilter {
  /** A branch, a tag or a commit. */
  readonly sha?: string;
  readonly path?: string;
  readonly author?: string;
  /** Such as 2026-01-31T00:00:00Z. */
  readonly since?: string;
  readonly until?: string;
}

/** What the parts of a repository have in them. */
export interface SectionItems {
  readonly branches: Branch;
  readonly tags: Tag;
  readonly commits: Commit;
  readonly contributors: Contributor;
  readonly languages: LanguageShare;
  readonly collaborators: User;
  readonly teams: Team;
  readonly forks: Repository;
  readonly stargazers: User;
  readonly watchers: User;
  readonly downloads: Download;
  readonly comments: CommitComment;
}
export type SectionKey = keyof SectionItems;
export const sectionKeys = [
  "branches",
  "tags",
  "commits",
  "contributors",
  "languages",
  "collaborators",
  "teams",
  "forks",
  "stargazers",
  "watchers",
  "downloads",
  "comments",
] as const satisfies readonly SectionKey[];

const pageSize = 100;

const nameOf = ({ name }: { readonly name: string }): string => name;
const loginOf = ({ login }: User): string => login;
const idOf = ({ id }: { readonly id: number }): number => id;

const languages = async function* (
  client: Client,
  { user, repo }: { readonly user: string; readonly repo: string },
  options: CallOptions,
): AsyncGenerator<WithMeta<readonly LanguageShare[]>, void, undefined> {
  const { meta, ...bytes } = (await client.call("repos.getLanguages", { user, repo }, options)) as WithMeta<
    Readonly<Record<string, number>>
  >;
  const all = Object.values(bytes).reduce((sum, each) => sum + each, 0);
  const shares = Object.entries(bytes)
    .map(([name, count]) => ({ name, bytes: count, share: all === 0 ? 0 : count / all }))
    .toSorted((left, right) => right.bytes - left.bytes);
  yield Object.assign(shares, { meta });
};

interface Asked {
  readonly user: string;
  readonly repo: string;
  readonly per_page: number;
}

/** Every part of a repository; a missing one does not compile. */
const lists: { readonly [K in SectionKey]: (asked: Asked, filter: CommitFilter) => PagedList<SectionItems[K]> } = {
  branches: (asked) =>
    new PagedList((client, options) => client.pages("repos.getBranches", asked, options), nameOf),
  tags: (asked) => new PagedList((client, options) => client.pages("repos.getTags", asked, options), nameOf),
  commits: (asked, filter) =>
    new PagedList(
      (client, options) => client.pages("repos.getCommits", { ...asked, ...filter }, options),
      ({ sha }) => sha,
    ),
  contributors: (asked) =>
    new PagedList(
      (client, options) => client.pages("repos.getContributors", { ...asked, anon: true }, options),
      ({ login, name, email }) => login ?? `${name ?? ""} <${email ?? ""}>`,
    ),
  languages: (asked) => new PagedList((client, options) => languages(client, asked, options), nameOf),
  collaborators: (asked) =>
    new PagedList((client, options) => client.pages("repos.getCollaborators", asked, options), loginOf),
  teams: (asked) => new PagedList((client, options) => client.pages("repos.getTeams", asked, options), idOf),
  forks: (asked) =>
    new PagedList(
      (client, options) => client.pages("repos.getForks", { ...asked, sort: "newest" }, options),
      idOf,
    ),
  stargazers: (asked) =>
    new PagedList((client, options) => client.pages("repos.getStargazers", asked, options), loginOf),
  watchers: (asked) =>
    new PagedList((client, options) => client.pages("repos.getWatchers", asked, options), loginOf),
  downloads: (asked) =>
    new PagedList((client, options) => client.pages("repos.getDownloads", asked, options), idOf),
  comments: (asked) =>
    new PagedList((client, options) => client.pages("repos.getAllCommitComments", asked, options), idOf),
};

/** The list of a part of a repository, read on demand. */
export const sectionList = <K extends SectionKey>(
  { owner, repo }: RepoPlace,
  section: K,
  filter: CommitFilter,
): PagedList<SectionItems[K]> => lists[section]({ user: owner, repo, per_page: pageSize }, filter);
