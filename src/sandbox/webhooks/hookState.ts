import {
  anything,
  count,
  date,
  filledText,
  flag,
  isObject,
  listOf,
  mapOf,
  objectOf,
  orNull,
  text,
  type Check,
} from "../shape.ts";

/** What the last delivery of a hook came to. */
export interface StoredHookResponse {
  readonly code: number | null;
  readonly status: string | null;
  readonly message: string | null;
}

/** One attempt to deliver an event. */
export interface StoredDelivery {
  readonly id: number;
  /** The same for all attempts to deliver the same event. */
  readonly guid: string;
  readonly deliveredAt: string;
  readonly redelivery: boolean;
  /** Seconds. */
  readonly duration: number;
  readonly status: string;
  readonly statusCode: number;
  readonly event: string;
  readonly action: string | null;
  readonly url: string;
  readonly requestHeaders: Readonly<Record<string, string>>;
  readonly payload: Readonly<Record<string, unknown>>;
  readonly responseHeaders: Readonly<Record<string, string>>;
  readonly responseBody: string | null;
}

export type HookConfig = Readonly<Record<string, string | number>>;

export interface StoredHook {
  readonly id: number;
  name: string;
  active: boolean;
  events: readonly string[];
  /** The secret in plain text: the sandbox signs with it. */
  config: HookConfig;
  readonly createdAt: string;
  updatedAt: string;
  lastResponse: StoredHookResponse;
  /** Oldest first. */
  deliveries: StoredDelivery[];
}

/** Of a hook that never delivered anything. */
export const unusedResponse: StoredHookResponse = { code: null, status: "unused", message: null };

const configShape: Check = (value, place) => {
  if (isObject(value) && Object.values(value).some((one) => typeof one !== "string" && typeof one !== "number"))
    throw new Error(`${place}: expected texts and numbers only.`);
  mapOf(anything)(value, place);
};

export const hookResponseShape = objectOf<StoredHookResponse>({
  code: orNull(count),
  status: orNull(text),
  message: orNull(text),
});

const seconds: Check = (value, place) => {
  if (typeof value !== "number" || !(value >= 0)) throw new Error(`${place}: expected seconds.`);
};

export const hookShape = objectOf<StoredHook>({
  id: count,
  name: filledText,
  active: flag,
  events: listOf(filledText),
  config: configShape,
  createdAt: date,
  updatedAt: date,
  lastResponse: hookResponseShape,
  deliveries: listOf(
    objectOf<StoredDelivery>({
      id: count,
      guid: filledText,
      deliveredAt: date,
      redelivery: flag,
      duration: seconds,
      status: text,
      statusCode: count,
      event: filledText,
      action: orNull(text),
      url: filledText,
      requestHeaders: mapOf(text),
      payload: mapOf(anything),
      responseHeaders: mapOf(text),
      responseBody: orNull(text),
    }),
  ),
});
