import type { SandboxSeed, SeedToken } from "../../src/sandbox/seed.ts";
import type { CallOptions } from "../unit/sandbox/service.ts";

const date = "2025-03-01T10:00:00Z";
const commits = [{ message: "First", author: "mia", date, files: { "README.md": "# Hello\n" } }];
const parts = {
  commits,
  hooks: [{ config: { url: "https://example.com/hook" } }],
  deployments: [{ ref: "main", statuses: [] }],
  starredBy: ["mia"],
  watchedBy: ["mia"],
};

export const secretGist = "c".repeat(32);
export const publicRepository = "/repos/mia/hello";
export const privateRepository = "/repos/mia/plans";
export const otherRepository = "/repos/mia/diary";

/** One user with public and private repositories, and an organization, which may have single sign-on. */
export const permissionSeed = (tokens: readonly SeedToken[], sso = false): SandboxSeed => ({
  users: [{ login: "mia", password: "secret-of-mia" }, { login: "otto" }],
  tokens,
  gists: [
    { id: "a".repeat(32), owner: "mia", public: true, createdAt: date, files: { "a.md": "A\n" } },
    { id: secretGist, owner: "mia", createdAt: date, files: { "b.md": "B\n" } },
  ],
  organizations: [
    { login: "acme", admins: ["mia"], members: ["otto"], ...(sso && { sso: true }) },
    { login: "bolt", admins: ["mia"] },
  ],
  repositories: [
    { owner: "mia", name: "hello", ...parts },
    { owner: "mia", name: "plans", private: true, ...parts },
    { owner: "mia", name: "diary", private: true, commits },
    { owner: "acme", name: "anvil", commits, starredBy: ["mia"] },
    { owner: "acme", name: "rocket", private: true, commits },
    { owner: "bolt", name: "nut", commits },
  ],
  events: ["acme/anvil", "acme/rocket", "mia/plans"].map((repository) => ({
    type: "MemberEvent",
    login: "mia",
    createdAt: "2025-12-31T10:00:00Z",
    repository,
  })),
});

export const classic = (...scopes: readonly string[]): SeedToken => ({ token: "t", login: "mia", scopes });

export const fineGrained = (
  permissions: NonNullable<SeedToken["permissions"]>,
  more: Partial<SeedToken> = {},
): SeedToken => ({ token: "t", login: "mia", permissions, ...more });

export const asToken: CallOptions = { token: "t" };
