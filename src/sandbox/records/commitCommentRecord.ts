import type { Links } from "../call.ts";
import { permissionOf } from "../repositories/access.ts";
import type { StoredCommitComment, StoredRepository } from "../repositories/repositoryState.ts";
import { findOrganization, type Store, userOf } from "../store.ts";
import { nodeId } from "./nodeId.ts";
import { repositoryPage, repositoryUrl } from "./repositoryRecord.ts";
import { userRecord } from "./userRecord.ts";

export const association = (store: Store, repository: StoredRepository, login: string): string => {
  if (repository.owner === login) return "OWNER";
  if (findOrganization(store, repository.owner)?.members.some((member) => member.login === login)) return "MEMBER";
  const permission = permissionOf(store, repository, login);
  return permission === "write" || permission === "admin" ? "COLLABORATOR" : "NONE";
};

export const commitCommentRecord = (
  store: Store,
  repository: StoredRepository,
  comment: StoredCommitComment,
  links: Links,
) => ({
  url: `${repositoryUrl(repository, links)}/comments/${comment.id}`,
  html_url: `${repositoryPage(repository, links)}/commit/${comment.commit}#commitcomment-${comment.id}`,
  id: comment.id,
  node_id: nodeId("CommitComment", comment.id),
  user: userRecord(userOf(store, comment.login), links),
  position: comment.position,
  line: comment.line,
  path: comment.path,
  commit_id: comment.commit,
  created_at: comment.createdAt,
  updated_at: comment.updatedAt,
  author_association: association(store, repository, comment.login),
  body: comment.body,
});
