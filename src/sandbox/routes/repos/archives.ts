import type { App, CallContext } from "../../call.ts";
import { json, noContent, notFound } from "../../http.ts";
import { pageAnswer } from "../../paging.ts";
import { downloadRecord } from "../../records/downloadRecord.ts";
import { repositoryOf, writer } from "../../repositories/access.ts";
import type { ArchiveLinks } from "../../repositories/archiveLinks.ts";
import { resolveRef } from "../../repositories/refs.ts";
import type { StoredDownload, StoredRepository } from "../../repositories/repositoryState.ts";
import type { Store } from "../../store.ts";

/** Links to archives; the archives themselves are pages. */
export const archiveRoutes = (app: App, store: Store, links: ArchiveLinks): void => {
  for (const format of ["tarball", "zipball"] as const) {
    const answer = (c: CallContext): Response => {
      const repository = repositoryOf(store, c);
      const commit = resolveRef(store, repository, c.req.param("ref") ?? "");
      if (commit === undefined) throw notFound();
      const token = links.add({ repository: repository.id, commit, format });
      const kind = format === "tarball" ? "legacy.tar.gz" : "legacy.zip";
      const path = `codeload/${repository.owner}/${repository.name}/${kind}/${commit}`;
      return new Response(null, {
        status: 302,
        headers: { location: `${c.env.links.web}/${path}?token=${token}`, "cache-control": "must-revalidate" },
      });
    };
    app.get(`/repos/:owner/:repo/${format}`, answer);
    app.get(`/repos/:owner/:repo/${format}/:ref{.+}`, answer);
  }
};

const downloadOf = (c: CallContext, repository: StoredRepository): StoredDownload => {
  const download = repository.downloads.find(({ id }) => String(id) === c.req.param("id"));
  if (download === undefined) throw notFound();
  return download;
};

/** Files beside a repository: the interface document has them, today's service no longer. */
export const downloadRoutes = (app: App, store: Store): void => {
  app.get("/repos/:owner/:repo/downloads", (c) => {
    const repository = repositoryOf(store, c);
    return pageAnswer(c, repository.downloads.toReversed(), (download) =>
      downloadRecord(repository, download, c.env.links),
    );
  });

  app.get("/repos/:owner/:repo/downloads/:id", (c) => {
    const repository = repositoryOf(store, c);
    return json(200, downloadRecord(repository, downloadOf(c, repository), c.env.links));
  });

  app.delete("/repos/:owner/:repo/downloads/:id", (c) => {
    const { repository } = writer(store, c);
    const download = downloadOf(c, repository);
    repository.downloads = repository.downloads.filter((other) => other !== download);
    store.changed();
    return noContent();
  });
};
