import { empty, list, op } from "../../operation.ts";
import { paging } from "../../params.ts";
import { readsPublic, writesRepository } from "../needs.ts";
import type { Download } from "../../types/repository.ts";

export const downloads = {
  getDownloads: list<Download>()("GET /repos/:user/:repo/downloads", {
    needs: readsPublic("contents"),
    query: paging,
    today: { removed: true },
  }),
  getDownload: op<Download>()("GET /repos/:user/:repo/downloads/:id", {
    needs: readsPublic("contents"),
    today: { removed: true },
  }),
  deleteDownload: empty()("DELETE /repos/:user/:repo/downloads/:id", {
    needs: writesRepository("contents"),
    today: { removed: true },
  }),
};
