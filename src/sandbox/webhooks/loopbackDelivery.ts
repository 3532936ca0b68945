import type { Deliver } from "./hookPost.ts";

const maxWaitMs = 10_000;

/** Whether an address leads to this machine. Anything but `localhost` must be the number itself: names may lead anywhere. */
export const isLoopback = (url: string): boolean => {
  const { protocol, hostname } = new URL(url);
  if (protocol !== "http:" && protocol !== "https:") return false;
  return hostname === "localhost" || hostname === "[::1]" || /^127(\.\d{1,3}){3}$/.test(hostname);
};

/** Delivers to this machine and nowhere else: a sandbox must not send what people try out into the wide world. */
export const deliverToLoopback: Deliver = async ({ url, headers, body }) => {
  if (!isLoopback(url)) throw new Error("the sandbox delivers to this machine only");
  const address = new URL(url);
  const credentials = `${decodeURIComponent(address.username)}:${decodeURIComponent(address.password)}`;
  address.username = "";
  address.password = "";
  const answer = await fetch(address, {
    method: "POST",
    headers: { ...headers, ...(credentials !== ":" && { authorization: `Basic ${btoa(credentials)}` }) },
    body,
    // As the service; and a redirect may lead away from this machine.
    redirect: "manual",
    signal: AbortSignal.timeout(maxWaitMs),
  });
  const text = await answer.text();
  return {
    status: answer.status,
    message: answer.statusText,
    headers: Object.fromEntries(answer.headers),
    body: text,
  };
};
