import type { App, CallContext } from "../../call.ts";
import { ApiFailure, json, noContent } from "../../http.ts";
import { userRecord } from "../../records/userRecord.ts";
import { repositoryOf } from "../../repositories/access.ts";
import { headOf, isEmpty } from "../../repositories/refs.ts";
import type { StoredRepository } from "../../repositories/repositoryState.ts";
import {
  codeFrequency,
  commitActivity,
  commitCount,
  contributorStatistics,
  participation,
  punchCard,
} from "../../repositories/statistics.ts";
import type { Store } from "../../store.ts";

/** Milliseconds for which statistics are being computed. */
const computingMs = 1000;
/** From this many commits on there is no code frequency. */
const maxCommits = 10_000;

export const statisticsRoutes = (app: App, store: Store): void => {
  /** Since when statistics are computed, per repository, kind and head. */
  const begun = new Map<string, number>();

  const isComputed = (repository: StoredRepository, kind: string): boolean => {
    const key = `${repository.id} ${kind} ${headOf(store, repository) ?? ""}`;
    const since = begun.get(key);
    if (since === undefined) begun.set(key, store.now());
    return since !== undefined && store.now() >= since + computingMs;
  };

  const slow =
    (kind: string, compute: (repository: StoredRepository, c: CallContext) => unknown) =>
    (c: CallContext): Response => {
      const repository = repositoryOf(store, c);
      if (isEmpty(store, repository)) return noContent();
      return isComputed(repository, kind) ? json(200, compute(repository, c)) : json(202, {});
    };

  app.get(
    "/repos/:owner/:repo/stats/contributors",
    slow("contributors", (repository, c) =>
      contributorStatistics(store, repository).map(({ user, total, weeks }) => ({
        author: userRecord(user, c.env.links),
        total,
        weeks,
      })),
    ),
  );

  app.get(
    "/repos/:owner/:repo/stats/commit_activity",
    slow("commit_activity", (repository) => commitActivity(store, repository)),
  );

  app.get(
    "/repos/:owner/:repo/stats/code_frequency",
    slow("code_frequency", (repository) => {
      if (commitCount(store, repository) >= maxCommits)
        throw new ApiFailure(
          422,
          "Code frequency is computed for repositories with fewer than 10000 commits only.",
        );
      return codeFrequency(store, repository);
    }),
  );

  app.get("/repos/:owner/:repo/stats/participation", (c) =>
    json(200, participation(store, repositoryOf(store, c))),
  );

  app.get("/repos/:owner/:repo/stats/punch_card", (c) => {
    const repository = repositoryOf(store, c);
    return isEmpty(store, repository) ? noContent() : json(200, punchCard(store, repository));
  });
};
