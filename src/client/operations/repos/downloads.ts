import { empty, list, op } from "../../operation.ts";
import { paging } from "../../params.ts";
import type { Download } from "../../types/repository.ts";

export const downloads = {
  getDownloads: list<Download>()("GET /repos/:user/:repo/downloads", { query: paging, today: { removed: true } }),
  getDownload: op<Download>()("GET /repos/:user/:repo/downloads/:id", { today: { removed: true } }),
  deleteDownload: empty()("DELETE /repos/:user/:repo/downloads/:id", { today: { removed: true } }),
};
