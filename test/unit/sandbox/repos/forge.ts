import type { SandboxSeed } from "../../../../src/sandbox/seed.ts";
import { type Service, smallSeed, startService } from "../service.ts";

export const mia = { token: "sandbox_mia" };
/** May do with public repositories what its user may; sees no private ones. */
export const miaPublic = { token: "sandbox_mia_public" };
export const miaReader = { token: "sandbox_mia_reader" };
export const otto = { token: "sandbox_otto_repo" };
export const nora = { token: "sandbox_nora" };

const lines = (count: number): string =>
  Array.from({ length: count }, (_, index) => `line ${index + 1}\n`).join("");

const day = (number: number, hour = 10): string =>
  `2025-0${1 + Math.floor(number / 28)}-${String(1 + (number % 28)).padStart(2, "0")}T${String(hour).padStart(2, "0")}:00:00Z`;

/** Names that need care in addresses. */
export const oddBranch = "feature/x#1";
export const oddFile = "a b%20c#.md";

/** Three people, an organization, and repositories of every kind. */
export const forgeSeed: SandboxSeed = {
  users: [...smallSeed.users, { login: "nora", name: "Nora Sample", email: "nora@example.com" }],
  tokens: [
    ...(smallSeed.tokens ?? []),
    { token: "sandbox_mia_public", login: "mia", scopes: ["public_repo"] },
    { token: "sandbox_mia_all", login: "mia", scopes: ["repo", "delete_repo"] },
    { token: "sandbox_otto_repo", login: "otto", scopes: ["repo", "delete_repo"] },
    { token: "sandbox_nora", login: "nora", scopes: ["repo"] },
  ],
  gists: smallSeed.gists ?? [],
  organizations: [
    {
      login: "acme",
      name: "Acme",
      description: "Makes everything",
      admins: ["otto"],
      members: ["mia"],
      teams: [{ name: "Core Team", permission: "write", members: ["mia"], repositories: ["rocket"] }],
    },
  ],
  repositories: [
    {
      owner: "mia",
      name: "hello",
      formerNames: ["hallo"],
      description: "Says hello",
      topics: ["greeting"],
      collaborators: { nora: "write" },
      commits: [
        {
          message: "First words\n\nWith a body.",
          author: "mia",
          date: day(0),
          tag: "v1.0",
          files: {
            "README.md": "# Hello\n",
            LICENSE: "MIT License\n\nCopyright\n",
            "src/hello.py": 'print("Hello")\n',
            "src/lines.txt": lines(40),
            "src/old.ts": "export const a = 1;\nexport const b = 2;\n",
            "run.sh": { executable: "#!/bin/sh\necho run\n" },
            latest: { link: "src/hello.py" },
            outside: { link: "../../etc/passwd" },
            "data.bin": { base64: "AAECAwQF/w==" },
            ".gitmodules": '[submodule "lib"]\n\tpath = lib\n\turl = https://example.com/lib.git\n',
            lib: { submodule: "1234567890123456789012345678901234567890" },
          },
        },
        {
          message: "Change a line",
          author: "nora",
          date: day(7, 23),
          files: { "src/lines.txt": lines(40).replace("line 20", "LINE 20") },
        },
        {
          message: "By a stranger",
          author: "Ann Onym <ann@example.org>",
          date: day(8),
          files: { "notes/ünïcode.md": "Ü\n" },
        },
        {
          message: "Odd names",
          author: "mia",
          date: day(9),
          branch: oddBranch,
          files: {
            [oddFile]: "odd\n",
            "src/old.ts": null,
            "src/new.ts": "export const a = 1;\nexport const b = 2;\n",
          },
        },
        {
          message: "Left",
          author: "mia",
          date: day(10),
          branch: "left",
          from: "main",
          files: { "src/lines.txt": lines(40).replace("line 20", "LINE 20").replace("line 3\n", "LEFT 3\n") },
        },
        {
          message: "Right",
          author: "nora",
          date: day(11),
          branch: "right",
          from: "main",
          files: { "src/lines.txt": lines(40).replace("line 20", "LINE 20").replace("line 38", "RIGHT 38") },
        },
        {
          message: "Clash",
          author: "nora",
          date: day(12),
          branch: "clash",
          from: "main",
          files: { "src/lines.txt": lines(40).replace("line 20", "LINE 20").replace("line 3\n", "CLASH 3\n") },
        },
        {
          message: "Keep",
          author: "mia",
          date: day(13),
          branch: "stable",
          from: "v1.0",
          files: { stable: "yes\n" },
        },
      ],
      protectedBranches: ["stable"],
      starredBy: ["otto"],
      watchedBy: ["nora"],
      comments: [
        { login: "otto", body: "About it all", commit: "v1.0", createdAt: day(14) },
        { login: "nora", body: "About a line", commit: 1, path: "src/lines.txt", line: 20, createdAt: day(15) },
      ],
      downloads: [
        { name: "hello 1.zip", content: { base64: "UEs=" }, contentType: "application/zip", description: "Built" },
      ],
    },
    {
      owner: "mia",
      name: "secret",
      private: true,
      commits: [{ message: "Hide", author: "mia", date: day(3), files: { "README.md": "hidden\n" } }],
    },
    { owner: "mia", name: "empty" },
    {
      owner: "otto",
      name: "tools",
      commits: [
        { message: "Tools", author: "otto", date: day(5), files: { "a.go": "package a\n", "b.css": "a {}\n" } },
      ],
    },
    {
      owner: "acme",
      name: "rocket",
      private: true,
      commits: [{ message: "Lift", author: "otto", date: day(6), files: { "rocket.rs": "fn main() {}\n" } }],
    },
    {
      owner: "acme",
      name: "anvil",
      commits: [{ message: "Drop", author: "otto", date: day(6), files: { "anvil.c": "int main;\n" } }],
    },
    {
      owner: "nora",
      name: "hello",
      forkOf: "mia/hello",
      createdAt: day(16),
      commits: [{ message: "Mine", author: "nora", date: day(17), files: { "mine.md": "mine\n" } }],
    },
  ],
};

export const startForge = (seed: SandboxSeed = forgeSeed): Promise<Service> => startService({ seed });

export const base64 = (text: string): string => Buffer.from(text).toString("base64");
