import type { Links } from "../call.ts";
import { commitChanges, commitCounts, type FileChange, lineChanges } from "../git/diff.ts";
import { utf8 } from "../git/bytes.ts";
import { objectId } from "../git/hash.ts";
import type { Signature } from "../git/objects.ts";
import { userByEmail } from "../repositories/commits.ts";
import type { StoredRepository } from "../repositories/repositoryState.ts";
import type { Store } from "../store.ts";
import { nodeId } from "./nodeId.ts";
import { repositoryPage, repositoryUrl } from "./repositoryRecord.ts";
import { userRecord } from "./userRecord.ts";

const encodePath = (path: string): string => path.split("/").map(encodeURIComponent).join("/");

/** What the addresses of a private repository's files end with, so that they need no other credentials. */
export const rawToken = ({ id, createdAt }: StoredRepository): string =>
  objectId("blob", utf8(`raw ${id} ${createdAt}`))
    .slice(0, 29)
    .toUpperCase();

/** Where a file's bytes are, as of a commit or branch. */
export const rawUrl = (repository: StoredRepository, ref: string, path: string, { web }: Links): string => {
  const place = `${repository.owner}/${repository.name}/${encodeURIComponent(ref)}/${encodePath(path)}`;
  return `${web}/raw-file/${place}${repository.private ? `?token=${rawToken(repository)}` : ""}`;
};

export const contentsUrl = (repository: StoredRepository, ref: string, path: string, links: Links): string =>
  `${repositoryUrl(repository, links)}/contents/${encodePath(path)}?ref=${encodeURIComponent(ref)}`;

export const blobPage = (repository: StoredRepository, ref: string, path: string, links: Links): string =>
  `${repositoryPage(repository, links)}/blob/${encodePath(ref)}/${encodePath(path)}`;

const userOfSignature = (store: Store, { email }: Signature, links: Links) => {
  const user = userByEmail(store, email);
  return user === undefined ? null : userRecord(user, links);
};

export const commitRecord = (store: Store, repository: StoredRepository, sha: string, links: Links) => {
  const { tree, parents, author, committer, message } = store.git.commit(sha);
  const url = repositoryUrl(repository, links);
  const page = repositoryPage(repository, links);
  return {
    sha,
    node_id: nodeId("Commit", sha),
    commit: {
      author,
      committer,
      message,
      tree: { sha: tree, url: `${url}/git/trees/${tree}` },
      url: `${url}/git/commits/${sha}`,
      comment_count: repository.comments.filter(({ commit }) => commit === sha).length,
      verification: { verified: false, reason: "unsigned", signature: null, payload: null, verified_at: null },
    },
    url: `${url}/commits/${sha}`,
    html_url: `${page}/commit/${sha}`,
    comments_url: `${url}/commits/${sha}/comments`,
    author: userOfSignature(store, author, links),
    committer: userOfSignature(store, committer, links),
    parents: parents.map((parent) => ({
      sha: parent,
      url: `${url}/commits/${parent}`,
      html_url: `${page}/commit/${parent}`,
    })),
  };
};

/** One file of a commit or comparison that ends at `sha`. */
export const changeRecord = (
  store: Store,
  repository: StoredRepository,
  sha: string,
  change: FileChange,
  links: Links,
) => {
  const { additions, deletions, patch } = lineChanges(store.git, change);
  const { path, previousPath, status, before, after } = change;
  const page = blobPage(repository, sha, path, links);
  return {
    sha: after?.id ?? before?.id ?? null,
    filename: path,
    status,
    additions,
    deletions,
    changes: additions + deletions,
    blob_url: page,
    raw_url: rawUrl(repository, sha, path, links),
    contents_url: contentsUrl(repository, sha, path, links),
    ...(patch !== undefined && { patch }),
    ...(previousPath !== undefined && { previous_filename: previousPath }),
  };
};

/** A commit with its counts, without its files. */
const countedCommitRecord = (store: Store, repository: StoredRepository, sha: string, links: Links) => {
  const { additions, deletions } = commitCounts(store.git, sha);
  return {
    ...commitRecord(store, repository, sha, links),
    stats: { total: additions + deletions, additions, deletions },
  };
};

export const fullCommitRecord = (
  store: Store,
  repository: StoredRepository,
  sha: string,
  links: Links,
  files: { readonly from: number; readonly to: number },
) => ({
  ...countedCommitRecord(store, repository, sha, links),
  files: commitChanges(store.git, sha)
    .slice(files.from, files.to)
    .map((change) => changeRecord(store, repository, sha, change, links)),
});
