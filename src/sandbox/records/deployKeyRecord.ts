import type { Links } from "../call.ts";
import type { StoredDeployKey } from "../repositories/deployKeyState.ts";
import type { StoredRepository } from "../repositories/repositoryState.ts";
import { repositoryUrl } from "./repositoryRecord.ts";

export const deployKeyRecord = (repository: StoredRepository, key: StoredDeployKey, links: Links) => ({
  id: key.id,
  key: key.key,
  url: `${repositoryUrl(repository, links)}/keys/${key.id}`,
  title: key.title,
  verified: true,
  created_at: key.createdAt,
  read_only: key.readOnly,
  added_by: key.addedBy,
  last_used: key.lastUsed,
  enabled: true,
});
