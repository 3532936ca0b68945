import assert from "node:assert/strict";
import type { SandboxSeed, SeedToken } from "../../src/sandbox/seed.ts";
import { permissionSeed } from "../support/permissionSeed.ts";
import { labelOf, nodesOf } from "./support/rows.ts";
import { candidateFor, useSession } from "./support/session.ts";
import { describeInNewer } from "./support/versions.ts";

const all = ["contents", "deployments", "administration", "repository_hooks", "gists", "starring", "metadata"];
const every = (access: "read" | "write"): Readonly<Record<string, "read" | "write">> =>
  Object.fromEntries(all.map((name) => [name, name === "metadata" ? "read" : access]));

/** Each with a token of these, and the labels of rows that must be in the view of repositories. */
const sets: Readonly<Record<string, { token: Partial<SeedToken>; missing: readonly string[] }>> = {
  none: {
    token: { scopes: [] },
    missing: [
      "Webhooks need more permission",
      "Deploy keys need more permission",
      "Private repositories need more permission",
    ],
  },
  gist: {
    token: { scopes: ["gist"] },
    missing: [
      "Webhooks need more permission",
      "Deploy keys need more permission",
      "Private repositories need more permission",
    ],
  },
  public_repo: { token: { scopes: ["public_repo"] }, missing: ["Private repositories need more permission"] },
  repo: { token: { scopes: ["repo"] }, missing: [] },
  "repo and admin:repo_hook": { token: { scopes: ["repo", "admin:repo_hook"] }, missing: [] },
  "fine-grained, to read": { token: { permissions: every("read") }, missing: [] },
  "fine-grained, to write": { token: { permissions: every("write") }, missing: [] },
};

const token = "token_of_the_walk";
const seedWith = (more: Partial<SeedToken>): SandboxSeed => permissionSeed([{ token, login: "mia", ...more }]);

/** What the service says of a permission: an account that is not granted it learns it by no other status. */
const refusals: ReadonlySet<number> = new Set([401, 403, 404]);

/** Whether a repository is starred or watched: 404 is no. */
const isQuestion = /^\/user\/starred\/.+\/|\/subscription$/;

for (const [name, { token: granted, missing }] of Object.entries(sets))
  describeInNewer(`Every view, with a token that is granted ${name}`, () => {
    const session = useSession({ seed: () => seedWith(granted), signedIn: false });

    it("shows content, or a row that names what is missing, and sends nothing that is known to be refused", async () => {
      const { accounts, trees } = session.parts;
      const refused: string[] = [];
      session.forge.answer = () => undefined;
      const paths: string[] = [];
      session.forge.change = (answer, { method, path }) => {
        if (refusals.has(answer.status) && !isQuestion.test(path))
          refused.push(`${method} ${path} ${answer.status}`);
        paths.push(path);
        return answer;
      };
      const candidate = candidateFor(session.forge);
      await accounts.add(candidate, await accounts.check(candidate, token), token);
      const labels: string[] = [];
      for (const tree of [trees.gists, trees.repos, trees.activity, trees.service])
        for (const { item } of await nodesOf(tree as typeof trees.repos)) labels.push(labelOf(item));
      assert.ok(paths.length > 20, "the views are read");
      for (const label of missing) assert.ok(labels.includes(label), `${label} in\n${labels.join("\n")}`);
      assert.deepEqual(
        labels.filter((label) => /could not|failed|cannot|not found/i.test(label)),
        [],
      );
      // A fine-grained token does not say what it is granted: the first refusal of each kind teaches it.
      const isLearned = granted.permissions !== undefined;
      const repeated = refused.filter((each, index) => refused.indexOf(each) !== index);
      assert.deepEqual(isLearned ? repeated : refused, []);
    });
  });
