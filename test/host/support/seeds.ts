import type { SandboxSeed, SeedGist } from "../../../src/sandbox/seed.ts";

/** Ids of the gists in `smallSeed`. */
export const ids = {
  hello: "a".repeat(32),
  notes: "b".repeat(32),
  starred: "c".repeat(32),
  foreign: "d".repeat(32),
} as const;

export const tokens = {
  mia: "sandbox_token_of_mia",
  /** Another one of the same user, with one scope only. */
  miaAgain: "sandbox_second_token_of_mia",
  otto: "sandbox_token_of_otto",
} as const;

/** So many hours ago and some minutes, so that its age in whole hours or days is the same during a test. */
export const hoursAgo = (hours: number): string =>
  new Date(Date.now() - hours * 3_600_000 - 600_000).toISOString().replace(/\.\d+Z$/, "Z");

export const people: Pick<SandboxSeed, "users" | "tokens"> = {
  users: [{ login: "mia" }, { login: "otto" }],
  tokens: [
    { token: tokens.mia, login: "mia", scopes: ["gist", "repo"] },
    { token: tokens.miaAgain, login: "mia", scopes: ["gist"] },
    { token: tokens.otto, login: "otto", scopes: ["gist"] },
  ],
};

/** Two gists of mia, two of otto; mia has starred one of his. */
export const smallSeed = (more: readonly SeedGist[] = []): SandboxSeed => ({
  ...people,
  gists: [
    {
      id: ids.hello,
      owner: "mia",
      description: "Hello in two languages",
      public: true,
      createdAt: hoursAgo(72),
      files: { "hello.py": 'print("Hello")\n', "hello.rb": 'puts "Hello"\n' },
    },
    { id: ids.notes, owner: "mia", createdAt: hoursAgo(2), files: { "notes.md": "# Notes\n" } },
    {
      id: ids.starred,
      owner: "otto",
      description: "Clean up",
      public: true,
      createdAt: hoursAgo(24 * 14),
      files: { "clean.sh": "rm -rf build\n" },
      starredBy: ["mia"],
    },
    {
      id: ids.foreign,
      owner: "otto",
      description: "Two of otto",
      public: true,
      createdAt: hoursAgo(24 * 21),
      files: { "one.ts": "export const one = 1;\n", "two.ts": "export const two = 2;\n" },
    },
    ...more,
  ],
});
