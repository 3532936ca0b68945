import assert from "node:assert/strict";
import { afterEach, beforeEach, describe, it } from "node:test";
import { draftOf, newDraft } from "../../../src/hooks/hookDocument.ts";
import { HooksModel } from "../../../src/hooks/model.ts";
import type { HookDraft, HookPlace } from "../../../src/hooks/types.ts";
import { openWindow, signIn, type Window } from "../accounts/window.ts";
import { openRepoService, type RepoService } from "../repos/repoService.ts";

const url = "http://127.0.0.1:9/hook";
const settings = { url, content_type: "json", insecure_ssl: "0", room: "4" };
const draft: HookDraft = { ...newDraft, config: settings };

describe("Hooks at a server with the routes of 2015", () => {
  let service: RepoService;
  let window: Window;
  let model: HooksModel;
  let place: HookPlace;
  let bodies: unknown[];
  beforeEach(async () => {
    service = await openRepoService();
    window = openWindow();
    const accountId = await signIn(window, service.url, "sandbox_mia", "interface");
    model = new HooksModel({ accounts: window.model });
    bodies = [];
    const repository = { accountId, owner: "mia", repo: "repo-0" };
    const { id } = await model.create(repository, draft, "s3cret");
    place = { ...repository, id };
    service.before = (request) => {
      if (request.method === "PATCH")
        void request
          .clone()
          .json()
          .then((body) => bodies.push(body));
      return undefined;
    };
  });
  afterEach(async () => {
    model.dispose();
    window.model.dispose();
    await service.close();
  });

  it("are switched off and on with all their settings, and with the secret that is given along", async () => {
    const hook = await model.get(place);
    const plan = model.plan(place, hook, { ...draftOf(hook), active: false });
    assert.equal(plan.losesSecret, true);
    await model.apply(place, hook, plan, "s3cret");
    assert.deepEqual(bodies, [{ name: "web", config: { ...settings, secret: "s3cret" }, active: false }]);
    const off = await model.get(place);
    assert.deepEqual([off.active, off.config], [false, { ...hook.config }]);
    await model.apply(place, off, model.plan(place, off, { ...draftOf(off), active: true }));
    const on = await model.get(place);
    assert.deepEqual([on.active, on.config["room"], on.config["secret"]], [true, "4", undefined]);
  });

  it("get another secret, or none, with all their settings", async () => {
    await model.setSecret(place, await model.get(place), "another");
    await model.setSecret(place, await model.get(place), "");
    assert.deepEqual(bodies, [
      { name: "web", config: { ...settings, secret: "another" } },
      { name: "web", config: settings },
    ]);
    const now = await model.get(place);
    assert.deepEqual([now.config["room"], now.config["secret"], now.active], ["4", undefined, true]);
  });

  it("change their events by what is added and removed, the settings as they were", async () => {
    const hook = await model.get(place);
    const next = { ...draftOf(hook), events: ["push", "star"] };
    await model.apply(place, hook, model.plan(place, hook, next), "s3cret");
    const [body] = bodies as readonly { readonly config: Readonly<Record<string, string>> }[];
    assert.equal(body?.config["room"], "4");
    assert.deepEqual((await model.get(place)).events, ["push", "star"]);
  });
});
