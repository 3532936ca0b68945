import { op } from "../../operation.ts";
import { paging } from "../../params.ts";
import type { Download } from "../../types/repository.ts";
import type { Empty } from "../../types/result.ts";

export const downloads = {
  getDownloads: op<Download[]>()("GET /repos/:user/:repo/downloads", { query: paging, today: { removed: true } }),
  getDownload: op<Download>()("GET /repos/:user/:repo/downloads/:id", { today: { removed: true } }),
  deleteDownload: op<Empty>()("DELETE /repos/:user/:repo/downloads/:id", { today: { removed: true } }),
};
