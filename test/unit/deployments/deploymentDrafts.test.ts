import assert from "node:assert/strict";
import { beforeEach, describe, it } from "node:test";
import { SharedState } from "../../../src/base/sharedState.ts";
import { DeploymentDrafts } from "../../../src/deployments/deploymentDrafts.ts";
import { eventually } from "../../support/eventually.ts";
import { MemoryFolder } from "../../support/memoryFolder.ts";

const place = { accountId: "a1", owner: "mia", repo: "tools" };
const written = { task: "deploy", payload: '{"region":"north"}', description: "Try it" };
const form = { ...written, ref: "main", environment: "production", autoMerge: true, requiredContexts: undefined };

describe("What was written for a deployment that is not created", () => {
  let folder: MemoryFolder;
  let errors: unknown[];
  const open = async () => {
    const state = new SharedState(folder, (error) => errors.push(error));
    await state.load();
    return { state, drafts: new DeploymentDrafts(state, (error) => errors.push(error)) };
  };
  const stored = (text: string, isThere = true) =>
    eventually(() => [...folder.files.values()].join().includes(text) === isThere, `${text}: ${isThere}`);
  beforeEach(() => {
    folder = new MemoryFolder();
    errors = [];
  });

  it("outlives the window, by environment, until the deployment is created", async () => {
    const { drafts } = await open();
    void drafts.set(place, form);
    await stored("Try it");
    const { drafts: later } = await open();
    assert.deepEqual(later.get(place, "production"), written);
    assert.equal(later.get(place, "staging"), undefined);
    assert.equal(later.get({ ...place, repo: "other" }, "production"), undefined);
    for (const [name, value] of Object.entries({ task: "check", payload: "{}", description: "Another one" }))
      await later.delete(place, { ...form, [name]: value });
    assert.deepEqual(later.get(place, "production"), written, "another draft was sent");
    await later.delete(place, form);
    assert.equal(later.get(place, "production"), undefined);
    await eventually(async () => (await open()).drafts.get(place, "production") === undefined, "it is gone");
    assert.deepEqual(errors, []);
  });

  it("of another window stays when the own one is created, which has not read it", async () => {
    const { drafts } = await open();
    await drafts.set(place, form);
    await (await open()).drafts.set(place, { ...form, description: "Another one" });
    await drafts.delete(place, form);
    assert.deepEqual((await open()).drafts.get(place, "production"), { ...written, description: "Another one" });
    const at = { ...place, environment: "production" };
    await drafts.replacePayload(at, ["{}"], "");
    assert.equal(drafts.get(place, "production")?.payload, written.payload);
    await drafts.replacePayload(at, [written.payload], "{}");
    assert.equal(drafts.get(place, "production")?.payload, "{}");
  });

  it("is gone once all that was written is removed, or the account is signed out", async () => {
    const { drafts, state } = await open();
    void drafts.set(place, form);
    void drafts.set({ ...place, accountId: "a2" }, form);
    void drafts.set(place, { ...form, payload: "", description: "" });
    assert.equal(drafts.get(place, "production"), undefined);
    await state.forget("a2");
    assert.equal(drafts.get({ ...place, accountId: "a2" }, "production"), undefined);
    await stored("Try it", false);
  });

  it("is not stored of an account that is signed out while another window's is read", async () => {
    const { state } = await open();
    let isSignedIn = true;
    const drafts = new DeploymentDrafts(
      state,
      (error) => errors.push(error),
      () => isSignedIn,
    );
    const at = { ...place, environment: "production" };
    const storing = [drafts.replace(place, undefined, form), drafts.replacePayload(at, [""], written.payload)];
    isSignedIn = false;
    await Promise.all(storing);
    await drafts.setStatus(place, 1, { targetUrl: "", description: written.payload });
    assert.doesNotMatch([...folder.files.values()].join(), /north/);
  });

  it("is reported when it can't be stored, and is there in this window", async () => {
    const { drafts } = await open();
    folder.write = () => Promise.reject(new Error("The disk is full"));
    void drafts.set(place, form);
    await eventually(() => errors.length > 0, "it is reported");
    assert.deepEqual(drafts.get(place, "production"), written);
  });

  it("keeps the texts of the 50 payloads that were stored last", async () => {
    const { drafts } = await open();
    const at = { ...place, environment: "production" };
    for (let id = 0; id < 52; id++) await drafts.setPayloadText(at, `d${id}`, `text ${id}`);
    const { drafts: later } = await open();
    const known = (id: number) => later.payloadText(at, `d${id}`);
    assert.deepEqual([known(0), known(1), known(2), known(51)], [undefined, undefined, "text 2", "text 51"]);
    await later.setPayloadText(at, "d2", undefined);
    assert.equal(later.payloadText(at, "d2"), undefined);
  });

  it("is not taken from a file of another form", async () => {
    const { state, drafts } = await open();
    await state.update("deploymentDrafts", { "a1/mia/tools/production": { ...written, payload: 1 } });
    assert.equal(drafts.get(place, "production"), undefined);
  });
});
