import type { SandboxSeed, SeedGist } from "../../../../src/sandbox/seed.ts";

export const gistId = "a".repeat(32);
export const forkId = "f".repeat(32);

/** Three revisions: a file was changed, then another one was added, then a third one was deleted. */
const gist: SeedGist = {
  id: gistId,
  owner: "mia",
  description: "Notes",
  public: true,
  createdAt: "2025-05-01T10:00:00Z",
  updatedAt: "2025-05-03T09:30:00Z",
  files: { "a.md": "one\ntwo\nthree\n", "b.md": "added\n" },
  earlier: [
    { committedAt: "2025-05-01T10:00:00Z", files: { "a.md": "one\n", "old.md": "old\n" } },
    { committedAt: "2025-05-02T10:00:00Z", files: { "a.md": "one\ntwo\n", "old.md": "old\n" } },
  ],
};

export const historySeed = (more: Partial<SeedGist> = {}): SandboxSeed => ({
  users: [{ login: "mia" }, { login: "otto" }],
  tokens: [
    { token: "sandbox_mia", login: "mia", scopes: ["gist"] },
    { token: "sandbox_otto", login: "otto", scopes: ["gist"] },
  ],
  gists: [
    { ...gist, ...more },
    {
      id: forkId,
      owner: "otto",
      description: "Notes of otto\nand more",
      public: true,
      createdAt: "2025-06-01T10:00:00Z",
      forkOf: gistId,
      files: { "a.md": "one\ntwo\nthree\nfour\n" },
    },
  ],
});
