import { list, op } from "../../operation.ts";
import { readsPublic } from "../needs.ts";
import type { Empty } from "../../types/result.ts";
import type {
  CodeFrequencyWeek,
  ContributorStatistics,
  Participation,
  PunchCardHour,
  WeekActivity,
} from "../../types/statistics.ts";

/** 202: the service is computing them. 204: there is nothing to count. */
const computed = { 200: "list", 202: ["object", "list", "empty"], 204: "empty" } as const;

export const statistics = {
  getStatsContributors: op<ContributorStatistics[] | Empty>()("GET /repos/:user/:repo/stats/contributors", {
    needs: readsPublic("metadata"),
    answers: computed,
  }),
  getStatsCommitActivity: op<WeekActivity[] | Empty>()("GET /repos/:user/:repo/stats/commit_activity", {
    needs: readsPublic("metadata"),
    answers: computed,
  }),
  getStatsCodeFrequency: op<CodeFrequencyWeek[] | Empty>()("GET /repos/:user/:repo/stats/code_frequency", {
    needs: readsPublic("metadata"),
    answers: computed,
  }),
  getStatsParticipation: op<Participation>()("GET /repos/:user/:repo/stats/participation", {
    needs: readsPublic("metadata"),
    answers: { ...computed, 200: "object" },
  }),
  getStatsPunchCard: list<PunchCardHour>()("GET /repos/:user/:repo/stats/punch_card", {
    needs: readsPublic("metadata"),
    answers: computed,
  }),
};
