import type { Links } from "../call.ts";
import type { StoredComment, StoredGist } from "../state.ts";
import { type Store, userOf } from "../store.ts";
import { nodeId } from "./nodeId.ts";
import { userRecord } from "./userRecord.ts";

export const commentRecord = (store: Store, gist: StoredGist, comment: StoredComment, links: Links) => ({
  id: comment.id,
  node_id: nodeId("GistComment", comment.id),
  url: `${links.api}/gists/${gist.id}/comments/${comment.id}`,
  body: comment.body,
  user: userRecord(userOf(store, comment.login), links),
  author_association: comment.login === gist.owner ? "OWNER" : "NONE",
  created_at: comment.createdAt,
  updated_at: comment.updatedAt,
});
