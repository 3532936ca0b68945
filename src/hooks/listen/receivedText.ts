import type { Received } from "./receiver.ts";

const parsed = (text: string): unknown => {
  try {
    return JSON.parse(text);
  } catch {
    return text;
  }
};

/** The payload, also out of a form. */
const payloadOf = ({ headers, body }: Received): unknown => {
  const isForm = (headers["content-type"] ?? "").startsWith("application/x-www-form-urlencoded");
  return parsed(isForm ? (new URLSearchParams(body).get("payload") ?? body) : body);
};

/** A delivery as JSON text. */
export const receivedText = (received: Received): string => {
  const { at, headers, isVerified } = received;
  const facts = { received_at: new Date(at).toISOString(), verified: isVerified, headers };
  return `${JSON.stringify(isVerified ? { ...facts, payload: payloadOf(received) } : facts, undefined, 2)}\n`;
};

export const eventOf = ({ headers }: Received): string => headers["x-github-event"] ?? "delivery";
