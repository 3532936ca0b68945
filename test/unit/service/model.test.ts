import assert from "node:assert/strict";
import { afterEach, beforeEach, describe, it } from "node:test";
import { HttpError } from "../../../src/client/errors.ts";
import { ServiceModel } from "../../../src/service/model.ts";
import { type OpenService, openService } from "../gists/openService.ts";
import { smallSeed } from "../sandbox/service.ts";

const limited = (): Response =>
  Response.json(
    { message: "API rate limit exceeded" },
    { status: 403, headers: { "x-ratelimit-remaining": "0", "x-ratelimit-reset": "99999999999" } },
  );

describe("What a service says of itself", () => {
  let service: OpenService;
  let model: ServiceModel;
  beforeEach(async () => {
    service = await openService(smallSeed);
    model = new ServiceModel({ accounts: service.window.model, clock: service.window.clock });
  });
  afterEach(async () => {
    model.dispose();
    await service.close();
  });

  it("is read once, and again after a refresh", async () => {
    const { accountId, requests } = service;
    const { value, staleness } = await model.facts(accountId);
    assert.ok(value.length > 0);
    assert.equal(staleness, undefined);
    await model.facts(accountId);
    assert.deepEqual(requests, ["GET /meta"]);
    model.refresh(accountId);
    await model.facts(accountId);
    assert.equal(requests.length, 2);
  });

  it("stays with its age while the rate limit is exceeded, and is read afterwards", async () => {
    const { accountId, requests } = service;
    const { value: facts } = await model.facts(accountId);
    service.hooks.before = ({ url }) => (url.endsWith("/rate_limit") ? undefined : limited());
    for (let time = 0; time < 2; time++) {
      model.refresh(accountId);
      const known = await model.facts(accountId);
      assert.equal(known.value, facts);
      assert.ok(HttpError.is(known.staleness?.error, "rateLimited"));
      assert.ok(known.staleness.readAt <= Date.now());
    }
    service.hooks.before = () => undefined;
    // It may be asked at any time, and says that requests are allowed again.
    requests.length = 0;
    assert.equal((await model.buckets(accountId)).staleness, undefined);
    assert.deepEqual(requests, ["GET /rate_limit"]);
    const now = await model.facts(accountId);
    assert.equal(now.staleness, undefined);
    assert.deepEqual(requests, ["GET /rate_limit", "GET /meta"]);
  });

  it("has the limits that were read last where the server fails, and none where it no longer has them", async () => {
    const { accountId } = service;
    await model.buckets(accountId);
    service.hooks.before = () => Response.json({ message: "Not Found" }, { status: 404 });
    await assert.rejects(model.buckets(accountId), (error) => HttpError.is(error, "notFound"));
    service.hooks.before = () => undefined;
    const { value: buckets } = await model.buckets(accountId);
    assert.equal(buckets[0]?.name, "core");
    service.hooks.before = () => new Response("<html>", { headers: { "content-type": "text/html" } });
    const known = await model.buckets(accountId);
    assert.deepEqual(known.value, buckets);
    assert.ok(HttpError.is(known.staleness?.error, "unreadable"));
  });
});
