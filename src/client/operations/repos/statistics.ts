import { op } from "../../operation.ts";
import type { Empty } from "../../types/result.ts";
import type {
  CodeFrequencyWeek,
  ContributorStatistics,
  Participation,
  PunchCardHour,
  WeekActivity,
} from "../../types/statistics.ts";

export const statistics = {
  getStatsContributors: op<ContributorStatistics[] | Empty>()("GET /repos/:user/:repo/stats/contributors"),
  getStatsCommitActivity: op<WeekActivity[] | Empty>()("GET /repos/:user/:repo/stats/commit_activity"),
  getStatsCodeFrequency: op<CodeFrequencyWeek[] | Empty>()("GET /repos/:user/:repo/stats/code_frequency"),
  getStatsParticipation: op<Participation>()("GET /repos/:user/:repo/stats/participation"),
  getStatsPunchCard: op<PunchCardHour[]>()("GET /repos/:user/:repo/stats/punch_card"),
};
