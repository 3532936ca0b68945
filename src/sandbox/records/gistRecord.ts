import type { Links } from "../call.ts";
import { currentVersion, forksOf, originOf } from "../gistStore.ts";
import { fileKind } from "../fileKind.ts";
import type { StoredFile, StoredGist, StoredVersion } from "../state.ts";
import { type Store, userOf } from "../store.ts";
import { nodeId } from "./nodeId.ts";
import { profileRecord, userRecord } from "./userRecord.ts";

/** Most files that a record holds; the rest is reached through `git_pull_url` only. */
const fileLimit = 300;
/** Most bytes of one file that a record holds; the whole is behind `raw_url`. */
const contentLimit = 1_048_576;

const rawUrl = (gist: StoredGist, sha: string, name: string, { web }: Links): string =>
  `${web}/raw/${gist.owner}/${gist.id}/${sha}/${encodeURIComponent(name)}`;

const fileRecord = (gist: StoredGist, sha: string, file: StoredFile, links: Links) => ({
  filename: file.name,
  ...fileKind(file.name),
  raw_url: rawUrl(gist, sha, file.name, links),
  size: new TextEncoder().encode(file.content).length,
});

const contentRecord = (content: string) => {
  const bytes = new TextEncoder().encode(content);
  if (bytes.length <= contentLimit) return { truncated: false, content, encoding: "utf-8" };
  let end = contentLimit;
  // Bytes 10xxxxxx continue a character: the cut must not be before one.
  while (((bytes[end] ?? 0) & 0xc0) === 0x80) end -= 1;
  return { truncated: true, content: new TextDecoder().decode(bytes.subarray(0, end)), encoding: "utf-8" };
};

/** A gist as lists hold it: without contents. */
export const gistRecord = (store: Store, gist: StoredGist, links: Links, version = currentVersion(gist)) => {
  const url = `${links.api}/gists/${gist.id}`;
  const git = `${links.web}/gist/${gist.id}.git`;
  const owner = userRecord(userOf(store, gist.owner), links);
  const files = version.files.slice(0, fileLimit);
  return {
    url,
    forks_url: `${url}/forks`,
    commits_url: `${url}/commits`,
    id: gist.id,
    node_id: nodeId("Gist", gist.id),
    git_pull_url: git,
    git_push_url: git,
    html_url: `${links.web}/gist/${gist.owner}/${gist.id}`,
    files: Object.fromEntries(files.map((file) => [file.name, fileRecord(gist, version.sha, file, links)])),
    public: gist.public,
    created_at: gist.createdAt,
    updated_at: gist.updatedAt,
    description: gist.description,
    comments: gist.comments.length,
    comments_enabled: true,
    // Both names: the interface document reads `user`, today's service sends `owner`.
    user: owner,
    owner,
    comments_url: `${url}/comments`,
    truncated: version.files.length > fileLimit,
  };
};

/** One entry of a gist's history. */
export const versionRecord = (store: Store, gist: StoredGist, version: StoredVersion, links: Links) => ({
  user: userRecord(userOf(store, version.login), links),
  version: version.sha,
  committed_at: version.committedAt,
  change_status: {
    total: version.additions + version.deletions,
    additions: version.additions,
    deletions: version.deletions,
  },
  url: `${links.api}/gists/${gist.id}/${version.sha}`,
});

const forkRecord = (store: Store, fork: StoredGist, links: Links) => ({
  id: fork.id,
  url: `${links.api}/gists/${fork.id}`,
  user: profileRecord(store, userOf(store, fork.owner), links),
  created_at: fork.createdAt,
  updated_at: fork.updatedAt,
});

/** A single gist: with contents, history (newest first) and forks, as of `version`. */
export const fullGistRecord = (store: Store, gist: StoredGist, links: Links, version = currentVersion(gist)) => {
  const record = gistRecord(store, gist, links, version);
  const origin = originOf(store, gist);
  const files = version.files.slice(0, fileLimit);
  const history = gist.versions.slice(0, gist.versions.indexOf(version) + 1).toReversed();
  return {
    ...record,
    files: Object.fromEntries(
      files.map((file) => [
        file.name,
        { ...fileRecord(gist, version.sha, file, links), ...contentRecord(file.content) },
      ]),
    ),
    forks: forksOf(store, gist).map((fork) => forkRecord(store, fork, links)),
    history: history.map((entry) => versionRecord(store, gist, entry, links)),
    fork_of: origin === undefined ? null : gistRecord(store, origin, links),
  };
};
