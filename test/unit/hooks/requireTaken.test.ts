import assert from "node:assert/strict";
import { afterEach, beforeEach, describe, it } from "node:test";
import type { Hook } from "../../../src/client/types/hook.ts";
import { draftOf, newDraft } from "../../../src/hooks/hookDocument.ts";
import { HooksModel } from "../../../src/hooks/model.ts";
import type { HookDraft, HookPlace } from "../../../src/hooks/types.ts";
import { openRepoService, type RepoService } from "../repos/repoService.ts";

const url = "https://example.com/one";
const draft: HookDraft = { ...newDraft, config: { url, content_type: "json", insecure_ssl: "0" } };
const unconfirmed = { kind: "unreadable", mayHaveSucceeded: true };

for (const age of ["today", undefined] as const)
  describe(`A change of a hook that the answer does not confirm${age ? "" : ", in the routes of 2015"}`, () => {
    let service: RepoService;
    let model: HooksModel;
    let hook: Hook;
    let place: HookPlace;
    beforeEach(async () => {
      service = await openRepoService([], age);
      model = new HooksModel({ accounts: service.window.model });
      const repository = { accountId: service.accountId, owner: "mia", repo: "repo-0" };
      hook = await model.create(repository, draft);
      place = { ...repository, id: hook.id };
    });
    afterEach(async () => {
      model.dispose();
      await service.close();
    });
    const change = (next: Partial<HookDraft>): Promise<void> =>
      model.apply(place, hook, model.plan(place, hook, { ...draftOf(hook), ...next }));
    const toTwo = { config: { ...draft.config, url: "https://example.com/two" } };
    /** What the server answers to changes, which it does not make. */
    const answers: Readonly<Record<string, () => Response>> = {
      nothing: () => new Response(undefined, { status: 200 }),
      "an empty object": () => Response.json({}),
      "an empty list": () => Response.json([]),
      "that it is queued": () => Response.json({ message: "Queued" }, { status: 202 }),
      "no content": () => new Response(undefined, { status: 204 }),
    };
    for (const [name, answer] of Object.entries(answers))
      it(`fails where it is ${name}`, async () => {
        service.before = ({ method }) => (method === "PATCH" ? answer() : undefined);
        await assert.rejects(change(toTwo), unconfirmed);
        await assert.rejects(change({ active: false }), unconfirmed);
        await assert.rejects(change({ events: ["star"] }), unconfirmed);
        if (age) await assert.rejects(model.setSecret(place, hook, "s3cret"), unconfirmed);
      });

    it("fails where it is the hook as it was", async () => {
      service.before = ({ method, url: address }) => {
        if (method !== "PATCH") return undefined;
        return Response.json(address.endsWith("/config") ? hook.config : hook);
      };
      await assert.rejects(change(toTwo), unconfirmed);
      await assert.rejects(change({ active: false }), unconfirmed);
      await assert.rejects(change({ events: ["star"] }), unconfirmed);
      await assert.rejects(change({ events: ["push", "star"] }), unconfirmed);
    });

    it("is made where the server gives the values another form, or hides them", async () => {
      let shown = "https://EXAMPLE.com/two";
      service.after = (answer, { method, url: address }) => {
        if (method !== "PATCH") return answer;
        const config = { content_type: "json", insecure_ssl: 0, url: shown };
        return Response.json(address.endsWith("/config") ? config : { ...hook, config });
      };
      await change(toTwo);
      shown = "https://********@example.com/";
      await change({ config: { ...draft.config, url: "https://three@example.com/" } });
    });

    it("is made where other settings keep their values", async () => {
      await change({ config: { ...draft.config, insecure_ssl: "1" } });
      hook = await model.get(place);
      await change({ config: { ...draft.config, insecure_ssl: "1", url: "https://example.com/four" } });
      hook = await model.get(place);
      await change({ events: ["push", "star"], active: false });
      const { config, events, active } = await model.get(place);
      assert.deepEqual(
        [config["url"], String(config["insecure_ssl"]), events, active],
        ["https://example.com/four", "1", ["push", "star"], false],
      );
    });
  });
