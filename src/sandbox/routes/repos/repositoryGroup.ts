import type { App } from "../../call.ts";
import type { ArchiveLinks } from "../../repositories/archiveLinks.ts";
import type { Store } from "../../store.ts";
import { archiveRoutes, downloadRoutes } from "./archives.ts";
import { branchRoutes } from "./branches.ts";
import { commitCommentRoutes } from "./comments.ts";
import { commitRoutes } from "./commits.ts";
import { contentRoutes } from "./contents.ts";
import { fileChangeRoutes } from "./fileChanges.ts";
import { gitDataRoutes } from "./gitData.ts";
import { forkRoutes } from "./forks.ts";
import { repositoryListRoutes } from "./lists.ts";
import { repositoryMarkRoutes } from "./marks.ts";
import { peopleRoutes } from "./people.ts";
import { repositoryRoutes } from "./repositories.ts";
import { statisticsRoutes } from "./statistics.ts";

/** Everything of the interface's group `repos`. */
export const repositoryGroupRoutes = (app: App, store: Store, archiveLinks: ArchiveLinks): void => {
  repositoryListRoutes(app, store);
  repositoryRoutes(app, store);
  contentRoutes(app, store);
  fileChangeRoutes(app, store);
  branchRoutes(app, store);
  commitCommentRoutes(app, store);
  commitRoutes(app, store);
  gitDataRoutes(app, store);
  peopleRoutes(app, store);
  forkRoutes(app, store);
  repositoryMarkRoutes(app, store);
  archiveRoutes(app, store, archiveLinks);
  downloadRoutes(app, store);
  statisticsRoutes(app, store);
};
