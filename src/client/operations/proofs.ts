import type { Proof } from "../operation.ts";

/**
 * By what the answers of writes show that they were done: at least two fields that all versions of the service send, and
 * that nothing else between it and us has, such as a proxy that answers `{"id":1}`. One is enough where it is a list.
 */
export const proofs = {
  /** What an edit is merged and shown from. */
  gist: { id: "string", files: "object" },
  /** The body has other names where another representation was asked for. */
  comment: { id: "id", "body|body_html|body_text": "text" },
  hook: { id: "id", config: "object" },
  hookConfig: { url: "string", "content_type|insecure_ssl": "present" },
  key: { id: "id", key: "string" },
  /** Both may be null. */
  authorization: { id: "id", "scopes|note": "present" },
  repository: { name: "string", "full_name|owner": "present" },
  invitation: { id: "id", "repository|invitee|permissions": "present" },
  subscription: { subscribed: "boolean", "ignored|repository_url|url": "present" },
  merge: { sha: "string", "commit|parents": "present" },
  reference: { ref: "string", "object.sha": "string" },
  /** A commit with the content that the file has since. */
  commit: { "commit.sha": "string", "content.sha": "string" },
  /** The content is null. */
  deletion: { "commit.sha": "string", "content|commit.message|commit.tree|commit.parents": "present" },
  deployment: { id: "id", sha: "string" },
  deploymentStatus: { id: "id", state: "string" },
} as const satisfies Readonly<Record<string, Proof>>;
