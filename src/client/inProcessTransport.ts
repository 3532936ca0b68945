import type { Transport } from "./transport.ts";

/** Headers that no Request may have in a browser. */
const notInRequests = ["cookie", "user-agent"];

/** Where it is not the network that answers, but a service in this process. */
export const inProcessTransport =
  (request: (request: Request) => Promise<Response>): Transport =>
  ({ url, method, headers, body, signal }) =>
    request(
      new Request(url, {
        method,
        headers: Object.entries(headers).filter(([name]) => !notInRequests.includes(name)),
        signal,
        redirect: "manual",
        ...(body === undefined ? {} : { body }),
      }),
    );
