import type { Links } from "../call.ts";
import { blobBytes } from "../git/bytes.ts";
import type { StoredDownload, StoredRepository } from "../repositories/repositoryState.ts";
import { repositoryUrl } from "./repositoryRecord.ts";

export const downloadRecord = (repository: StoredRepository, download: StoredDownload, links: Links) => ({
  url: `${repositoryUrl(repository, links)}/downloads/${download.id}`,
  html_url: `${links.web}/downloads/${repository.owner}/${repository.name}/${encodeURIComponent(download.name)}`,
  id: download.id,
  name: download.name,
  description: download.description,
  size: blobBytes(download.content).length,
  download_count: download.count,
  content_type: download.contentType,
  created_at: download.createdAt,
});
