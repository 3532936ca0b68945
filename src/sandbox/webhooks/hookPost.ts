import type { Clock } from "../../base/clock.ts";
import type { Links } from "../call.ts";
import { findRepositoryById } from "../repositories/repositoryStore.ts";
import type { Happening, Store } from "../store.ts";
import { type HookEvent, hookEventsOf } from "./hookPayloads.ts";
import type { StoredDelivery, StoredHook } from "./hookState.ts";
import { signatureHeaders } from "./signature.ts";

/** Sends one POST request. Fails without an answer. */
export type Deliver = (request: {
  readonly url: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: string;
}) => Promise<{
  readonly status: number;
  /** The reason phrase. */
  readonly message: string;
  readonly headers?: Readonly<Record<string, string>>;
  readonly body?: string;
}>;

/** What brings events to the hooks. Everything is sent after the call that caused it has gone on. */
export interface HookPost {
  /** Where links in payloads lead from now on: the address by which the last caller reached the sandbox. */
  useLinks(links: Links): void;
  happened(happening: Happening): void;
  /** One event to one hook, whatever it subscribes to. */
  send(repositoryId: number, hook: StoredHook, event: HookEvent): void;
  /** Delivers an earlier delivery again, with the hook's current settings. */
  resend(repositoryId: number, hook: StoredHook, delivery: StoredDelivery): void;
}

/** Deliveries that are kept, per hook. */
const maxDeliveries = 30;
const maxBodyLength = 25_000;

const noDelivery: Deliver = () => Promise.reject(new Error("this sandbox delivers nothing"));

const messageOf = (error: unknown): string => {
  const cause = error instanceof Error && error.cause instanceof Error ? error.cause : error;
  return cause instanceof Error && cause.message !== "" ? cause.message : String(cause);
};

/** 504 and 502, as the service has it: also without an answer there is a number. */
const failureOf = (error: unknown) =>
  error instanceof Error && error.name === "TimeoutError"
    ? { status: 504, message: "timed out" }
    : { status: 502, message: `failed to connect to host: ${messageOf(error)}` };

const guidOf = (store: Store): string => [8, 4, 4, 4, 12].map((length) => store.hex(length)).join("-");

interface Parcel extends HookEvent {
  readonly guid: string;
  readonly redelivery: boolean;
}

const requestOf = (repositoryId: number, hook: StoredHook, { guid, event, payload }: Parcel) => {
  const text = JSON.stringify(payload);
  const isJson = hook.config["content_type"] === "json";
  const body = isJson ? text : `payload=${encodeURIComponent(text).replaceAll("%20", "+")}`;
  const secret = String(hook.config["secret"] ?? "");
  const headers = {
    Accept: "*/*",
    "Content-Type": isJson ? "application/json" : "application/x-www-form-urlencoded",
    "User-Agent": "GitHub-Hookshot/sandbox",
    "X-GitHub-Delivery": guid,
    "X-GitHub-Event": event,
    "X-GitHub-Hook-ID": String(hook.id),
    "X-GitHub-Hook-Installation-Target-ID": String(repositoryId),
    "X-GitHub-Hook-Installation-Target-Type": "repository",
    ...(secret !== "" && signatureHeaders(secret, body)),
  };
  return { url: String(hook.config["url"] ?? ""), headers, body };
};

const isGood = (status: number): boolean => status >= 200 && status < 300;

const isWanted = ({ active, events }: StoredHook, event: string): boolean =>
  active && (events.includes("*") || events.includes(event));

export const createHookPost = (store: () => Store, clock: Clock, deliver: Deliver = noDelivery): HookPost => {
  let links: Links = { api: "http://localhost", web: "http://localhost" };
  /** Per hook, so that what happened first arrives first. */
  const queues = new Map<number, Promise<void>>();

  const keep = (repositoryId: number, hookId: number, delivery: StoredDelivery): void => {
    // The hook may be gone by now, and its repository too.
    const hook = findRepositoryById(store(), repositoryId)?.hooks?.find(({ id }) => id === hookId);
    if (hook === undefined) return;
    hook.deliveries = [...hook.deliveries, delivery].slice(-maxDeliveries);
    const good = isGood(delivery.statusCode);
    hook.lastResponse = {
      code: delivery.statusCode,
      status: good ? "active" : "misconfigured",
      message: good ? "OK" : delivery.status,
    };
    store().changed();
  };

  const attempt = async (repositoryId: number, hook: StoredHook, parcel: Parcel): Promise<void> => {
    const request = requestOf(repositoryId, hook, parcel);
    const begin = clock.now();
    const deliveredAt = store().date();
    const answer: Awaited<ReturnType<Deliver>> = await deliver(request).catch(failureOf);
    const { event, action, payload, guid, redelivery } = parcel;
    keep(repositoryId, hook.id, {
      id: store().number(),
      guid,
      deliveredAt,
      redelivery,
      duration: Math.max(0, clock.now() - begin) / 1000,
      status: isGood(answer.status) ? "OK" : answer.message || `Invalid HTTP Response: ${answer.status}`,
      statusCode: answer.status,
      event,
      action,
      url: request.url,
      requestHeaders: request.headers,
      payload,
      responseHeaders: answer.headers ?? {},
      responseBody: answer.body?.slice(0, maxBodyLength) ?? null,
    });
  };

  const enqueue = (repositoryId: number, hook: StoredHook, parcel: Parcel): void => {
    // As of now: who changes the hook afterwards changes nothing that is under way.
    const asOfNow = { ...hook };
    const next = (queues.get(hook.id) ?? Promise.resolve())
      .then(() => attempt(repositoryId, asOfNow, parcel))
      // The call that caused the delivery is over: its failure cannot be reported.
      .catch(() => {});
    queues.set(hook.id, next);
    void next.then(() => {
      if (queues.get(hook.id) === next) queues.delete(hook.id);
    });
  };

  const send: HookPost["send"] = (repositoryId, hook, event) =>
    enqueue(repositoryId, hook, { ...event, guid: guidOf(store()), redelivery: false });

  const eventsOf = (happening: Happening): readonly HookEvent[] => {
    try {
      return hookEventsOf(store(), happening, links);
    } catch {
      // What happened has happened: no payload is worth failing it.
      return [];
    }
  };

  return {
    useLinks: (used) => {
      links = used;
    },
    happened(happening) {
      const { repository } = happening;
      const hooks = (repository.hooks ?? []).filter(({ active }) => active);
      if (hooks.length === 0) return;
      for (const event of eventsOf(happening))
        for (const hook of hooks) if (isWanted(hook, event.event)) send(repository.id, hook, event);
    },
    send,
    resend: (repositoryId, hook, { guid, event, action, payload }) =>
      enqueue(repositoryId, hook, { guid, event, action, payload, redelivery: true }),
  };
};
