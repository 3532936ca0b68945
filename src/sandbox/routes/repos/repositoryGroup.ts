import type { App } from "../../call.ts";
import type { ArchiveLinks } from "../../repositories/archiveLinks.ts";
import type { Store } from "../../store.ts";
import type { HookPost } from "../../webhooks/hookPost.ts";
import { archiveRoutes, downloadRoutes } from "./archives.ts";
import { branchRoutes } from "./branches.ts";
import { commitCommentRoutes } from "./comments.ts";
import { commitRoutes } from "./commits.ts";
import { contentRoutes } from "./contents.ts";
import { deployKeyRoutes } from "./keys.ts";
import { deploymentRoutes } from "./deployments.ts";
import { fileChangeRoutes } from "./fileChanges.ts";
import { gitDataRoutes } from "./gitData.ts";
import { forkRoutes } from "./forks.ts";
import { hookRoutes } from "./hooks.ts";
import { repositoryListRoutes } from "./lists.ts";
import { repositoryMarkRoutes } from "./marks.ts";
import { peopleRoutes } from "./people.ts";
import { repositoryRoutes } from "./repositories.ts";
import { statisticsRoutes } from "./statistics.ts";
import { commitStatusRoutes } from "./statuses.ts";

/** Everything of the interface's group `repos`. */
export const repositoryGroupRoutes = (
  app: App,
  store: Store,
  archiveLinks: ArchiveLinks,
  post: HookPost,
): void => {
  repositoryListRoutes(app, store);
  repositoryRoutes(app, store);
  contentRoutes(app, store);
  fileChangeRoutes(app, store);
  branchRoutes(app, store);
  commitCommentRoutes(app, store);
  // Before commits, whose path takes any that begins as theirs.
  commitStatusRoutes(app, store);
  commitRoutes(app, store);
  gitDataRoutes(app, store);
  peopleRoutes(app, store);
  forkRoutes(app, store);
  repositoryMarkRoutes(app, store);
  archiveRoutes(app, store, archiveLinks);
  downloadRoutes(app, store);
  statisticsRoutes(app, store);
  hookRoutes(app, store, post);
  deployKeyRoutes(app, store);
  deploymentRoutes(app, store);
};
