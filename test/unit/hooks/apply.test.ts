import assert from "node:assert/strict";
import { afterEach, beforeEach, describe, it } from "node:test";
import { runStep, stepOf } from "../../../src/hooks/applyPlan.ts";
import { newDraft } from "../../../src/hooks/hookDocument.ts";
import { HooksModel } from "../../../src/hooks/model.ts";
import type { HookDraft } from "../../../src/hooks/types.ts";
import { openRepoService, type RepoService } from "../repos/repoService.ts";

const url = "https://example.com/hook";
const draft: HookDraft = { ...newDraft, events: ["push", "star"], config: { ...newDraft.config, url } };

describe("One hook for many repositories", () => {
  let service: RepoService;
  let model: HooksModel;
  beforeEach(async () => {
    service = await openRepoService();
    model = new HooksModel({ accounts: service.window.model });
  });
  afterEach(async () => {
    model.dispose();
    await service.close();
  });
  const at = (repo: string, owner = "mia") => ({ accountId: service.accountId, owner, repo });
  const step = (repo: string) => stepOf(model, at(repo), draft);

  it("is made where there is none, changed where it differs, and left alone where it is the same", async () => {
    assert.equal((await step("repo-0")).kind, "create");
    await model.create(at("repo-1"), { ...draft, events: ["push"] }, "s3cret");
    await model.create(at("repo-2"), draft);
    const [first, second, third] = await Promise.all(["repo-0", "repo-1", "repo-2"].map(step));
    assert.ok(first && second && third);
    assert.deepEqual([first.kind, second.kind, third.kind], ["create", "update", "same"]);
    service.requests.length = 0;
    for (const each of [first, second, third]) await runStep(model, each, draft, undefined);
    assert.deepEqual(
      service.sent("POST", "PATCH").map((request) => request.replace(/\d+$/, "n")),
      ["POST /repos/mia/repo-0/hooks", "PATCH /repos/mia/repo-1/hooks/n"],
    );
    const [updated] = await model.all(at("repo-1"));
    assert.deepEqual([updated?.events, updated?.config["secret"]], [["push", "star"], "********"]);
    for (const repo of ["repo-0", "repo-1", "repo-2"]) assert.equal((await step(repo)).kind, "same");
  });

  it("keeps what only the other hook has", async () => {
    await model.create(at("repo-0"), { ...draft, config: { ...draft.config, room: "4" } }, "s3cret");
    assert.equal((await step("repo-0")).kind, "same");
  });

  it("is forbidden where the account is no administrator, and other failures are not taken for that", async () => {
    assert.equal((await step("none")).kind, "forbidden");
    service.before = () => Response.json({ message: "Broken" }, { status: 422 });
    await assert.rejects(step("repo-0"), { kind: "unprocessable" });
  });
});
