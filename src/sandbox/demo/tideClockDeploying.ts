import type { SeedRepository } from "../repositories/repositorySeed.ts";
import type { DaysAgo } from "./demoRepository.ts";

type Parts = Required<Pick<SeedRepository, "hooks" | "deployKeys" | "commitStatuses" | "deployments">>;

/** How the tide clock comes to its users. The private halves of the keys are nowhere. */
export const tideClockDeploying = (daysAgo: DaysAgo): Parts => ({
  hooks: [
    {
      config: { url: "https://example.com/hooks/tide-clock", content_type: "json", secret: "demo" },
      events: ["push", "deployment", "deployment_status"],
      createdAt: daysAgo(300),
      lastResponse: { code: 200, status: "active", message: "OK" },
    },
    {
      // Port 9 is the discard service: no receiver answers there.
      config: { url: "http://127.0.0.1:9/tide-clock", content_type: "form" },
      events: ["push", "star"],
      createdAt: daysAgo(30),
    },
  ],
  deployKeys: [
    {
      title: "Build machine",
      key: "ssh-ed25519 AAAAC3NzaC1lZDI1NTE5AAAAIKprpAfza60PoY/ufZdiiM7DM60ox0qRlYsmVYuXTpnX",
      createdAt: daysAgo(310),
      lastUsed: daysAgo(1.1),
    },
    {
      title: "Harbour screen",
      key: "ssh-ed25519 AAAAC3NzaC1lZDI1NTE5AAAAIH7AevuCWNbE9q5uRtZL9VLX+WCd8saQc5DJqbW2aem/",
      readOnly: false,
      addedBy: "lin-okafor",
      createdAt: daysAgo(45),
    },
  ],
  commitStatuses: [
    {
      commit: "main",
      context: "ci/build",
      state: "success",
      description: "Built in 41 s",
      createdAt: daysAgo(1.1),
    },
    { commit: "main", context: "ci/test", state: "success", createdAt: daysAgo(1.1) },
    {
      commit: "feature/moon#phases",
      context: "ci/test",
      state: "failure",
      description: "1 test of 14 failed",
      targetUrl: "https://example.com/builds/58",
      createdAt: daysAgo(58.3),
    },
  ],
  deployments: [
    {
      ref: "v0.1.0",
      environment: "staging",
      login: "tomas-berg",
      createdAt: daysAgo(330),
      statuses: [
        { state: "pending", createdAt: daysAgo(330) },
        { state: "success", createdAt: daysAgo(329.99), targetUrl: "https://staging.example.com" },
        { state: "inactive", createdAt: daysAgo(39) },
      ],
    },
    {
      ref: "v1.0.0",
      environment: "staging",
      login: "tomas-berg",
      description: "Try 1.0",
      createdAt: daysAgo(39.1),
      statuses: [
        { state: "pending", createdAt: daysAgo(39.1) },
        { state: "success", createdAt: daysAgo(39), targetUrl: "https://staging.example.com" },
      ],
    },
    {
      ref: "v1.0.0",
      environment: "production",
      description: "1.0 for everybody",
      payload: { region: "north-sea", replicas: 2 },
      createdAt: daysAgo(38.5),
      statuses: [
        { state: "pending", createdAt: daysAgo(38.5) },
        { state: "failure", description: "The disk is full", createdAt: daysAgo(38.49) },
        { state: "pending", createdAt: daysAgo(38.4) },
        { state: "success", createdAt: daysAgo(38.39), targetUrl: "https://tides.example.com" },
      ],
    },
    {
      ref: "feature/moon#phases",
      environment: "staging",
      login: "lin-okafor",
      description: "Show the moon to Tomas",
      createdAt: daysAgo(20),
      statuses: [
        {
          state: "error",
          description: "No machine was free",
          createdAt: daysAgo(19.99),
          targetUrl: "https://example.com/builds/71",
        },
      ],
    },
    {
      ref: "main",
      environment: "production",
      task: "deploy:migrations",
      createdAt: daysAgo(1),
      statuses: [{ state: "pending", description: "Waiting for low water", createdAt: daysAgo(0.99) }],
    },
  ],
});
