import type { App, CallContext } from "../../call.ts";
import { ApiFailure, json, notFound } from "../../http.ts";
import { pageOf } from "../../paging.ts";
import { deliveryRecord, fullDeliveryRecord } from "../../records/hookRecord.ts";
import type { Store } from "../../store.ts";
import { hookOf } from "../../webhooks/hookAccess.ts";
import type { HookPost } from "../../webhooks/hookPost.ts";
import type { StoredDelivery, StoredHook } from "../../webhooks/hookState.ts";

const deliveryOf = (c: CallContext, { deliveries }: StoredHook): StoredDelivery => {
  const delivery = deliveries.find(({ id }) => String(id) === c.req.param("delivery"));
  if (delivery === undefined) throw notFound();
  return delivery;
};

const isSuccess = ({ statusCode }: StoredDelivery): boolean => statusCode >= 200 && statusCode < 300;

/** The newest first; from the delivery that `cursor` names when it is given. */
const wantedOf = (c: CallContext, { deliveries }: StoredHook): readonly StoredDelivery[] => {
  const status = c.req.query("status");
  if (status !== undefined && status !== "success" && status !== "failure")
    throw new ApiFailure(400, "status is success or failure");
  const found = deliveries
    .toReversed()
    .filter((one) => status === undefined || isSuccess(one) === (status === "success"));
  const cursor = c.req.query("cursor");
  if (cursor === undefined) return found;
  const at = found.findIndex(({ id }) => `v1_${id}` === cursor);
  if (at < 0) throw new ApiFailure(400, "cursor is of no delivery");
  return found.slice(at);
};

/** Deliveries of hooks, as in today's service: the interface document has no such routes. */
export const deliveryRoutes = (app: App, store: Store, post: HookPost): void => {
  const path = "/repos/:owner/:repo/hooks/:id/deliveries";

  app.get(path, (c) => {
    const { repository, hook } = hookOf(store, c);
    const { size } = pageOf(c);
    const found = wantedOf(c, hook);
    const next = found[size];
    const query = new URLSearchParams(new URL(c.req.url).searchParams);
    query.set("cursor", `v1_${next?.id ?? ""}`);
    const link = `<${c.env.links.api}${c.req.path}?${query.toString()}>; rel="next"`;
    const records = found.slice(0, size).map((delivery) => deliveryRecord(repository, delivery));
    return json(200, records, next === undefined ? {} : { link });
  });

  app.get(`${path}/:delivery`, (c) => {
    const { repository, hook } = hookOf(store, c);
    return json(200, fullDeliveryRecord(repository, deliveryOf(c, hook)));
  });

  app.post(`${path}/:delivery/attempts`, (c) => {
    const { repository, hook } = hookOf(store, c);
    post.resend(repository.id, hook, deliveryOf(c, hook));
    return json(202, {});
  });
};
