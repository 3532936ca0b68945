import type { Links } from "../call.ts";
import type { StoredRepository } from "../repositories/repositoryState.ts";
import type { HookConfig, StoredDelivery, StoredHook } from "../webhooks/hookState.ts";
import { repositoryUrl } from "./repositoryRecord.ts";

const hidden = "********";

/** Settings as any reader may see them: without the secret, and without a password in the address. */
export const configRecord = (config: HookConfig): HookConfig => ({
  ...config,
  ...(typeof config["url"] === "string" && {
    url: config["url"].replace(/^(https?:\/\/[^/@:]*:)[^/@]+@/, `$1${hidden}@`),
  }),
  ...(config["secret"] !== undefined && { secret: hidden }),
});

export const hookRecord = (repository: StoredRepository, hook: StoredHook, links: Links) => {
  const url = `${repositoryUrl(repository, links)}/hooks/${hook.id}`;
  return {
    type: "Repository",
    id: hook.id,
    name: hook.name,
    active: hook.active,
    events: hook.events,
    config: configRecord(hook.config),
    updated_at: hook.updatedAt,
    created_at: hook.createdAt,
    url,
    test_url: `${url}/test`,
    ping_url: `${url}/pings`,
    deliveries_url: `${url}/deliveries`,
    last_response: hook.lastResponse,
  };
};

export const deliveryRecord = (repository: StoredRepository, delivery: StoredDelivery) => ({
  id: delivery.id,
  guid: delivery.guid,
  delivered_at: delivery.deliveredAt,
  redelivery: delivery.redelivery,
  duration: delivery.duration,
  status: delivery.status,
  status_code: delivery.statusCode,
  event: delivery.event,
  action: delivery.action,
  installation_id: null,
  repository_id: repository.id,
  throttled_at: null,
});

export const fullDeliveryRecord = (repository: StoredRepository, delivery: StoredDelivery) => {
  // The schema of the service knows no null here.
  const { throttled_at: _, ...rest } = deliveryRecord(repository, delivery);
  return {
    ...rest,
    url: String(configRecord({ url: delivery.url })["url"]),
    request: { headers: delivery.requestHeaders, payload: delivery.payload },
    response: { headers: delivery.responseHeaders, payload: delivery.responseBody },
  };
};
