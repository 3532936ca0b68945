import assert from "node:assert/strict";
import type { TreeItem } from "vscode";
import type { RepoTreeNode } from "../../../src/repos/nodeTypes.ts";
import type { SandboxSeed } from "../../../src/sandbox/seed.ts";
import { answering } from "./answers.ts";
import { labelOf } from "./rows.ts";
import { people, smallSeed } from "./seeds.ts";
import type { Session } from "./session.ts";

const day = (number: number): string => `2026-01-0${number}T00:00:00Z`;

/** Repositories of mia with branches, links and a download; an organization that she is in. */
export const toolsSeed = (): SandboxSeed => ({
  ...smallSeed(),
  users: [...people.users, { login: "nora" }],
  tokens: (people.tokens ?? []).map((each) => ({ ...each, scopes: ["gist", "repo", "delete_repo"] })),
  organizations: [{ login: "acme", members: ["mia"], teams: [{ name: "Core", members: ["mia"] }] }],
  repositories: [
    {
      owner: "mia",
      name: "tools",
      description: "What I need",
      protectedBranches: ["release/1"],
      commits: [
        {
          author: "mia",
          date: day(1),
          message: "Begin",
          files: { "README.md": "# Tools\n", "src/a b%20c#.md": "odd\n" },
        },
        {
          author: "mia",
          date: day(2),
          message: "Fix",
          branch: "feature/x#1",
          from: "main",
          files: { "x.txt": "x\n" },
        },
        {
          author: "mia",
          date: day(3),
          message: "Release",
          branch: "release/1",
          from: "main",
          files: { "v.txt": "1\n" },
        },
        {
          author: "mia",
          date: day(4),
          message: "Links",
          branch: "main",
          files: {
            "docs/readme": { link: "../README.md" },
            "docs/out": { link: "../../../etc/passwd" },
            "vendor/lib": { submodule: "1".repeat(40) },
          },
        },
      ],
      downloads: [{ name: "tools 1.0.txt", content: "the download\n" }],
    },
    { owner: "mia", name: "empty" },
  ],
});

/** A row below one's own repositories. */
export const ownRepository = async ({ parts }: Session, ...labels: readonly string[]): Promise<RepoTreeNode> => {
  const tree = parts.trees.repos;
  let found: unknown;
  for (const label of ["Your Repositories", ...labels]) {
    const children = await tree.getChildren(found as never);
    const names = children.map((each) => labelOf(tree.getTreeItem(each) as TreeItem));
    found = children[names.indexOf(label)];
    assert.ok(found, `${label} in ${names.join()}`);
  }
  return found as RepoTreeNode;
};

/** Answers boxes of one line in turn; undefined leaves. */
export const typing = <T>(texts: readonly (string | undefined)[], act: () => PromiseLike<T>): Promise<T> => {
  const rest = [...texts];
  return answering({ showInputBox: () => rest.shift() }, act);
};
