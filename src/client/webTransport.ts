import type { Transport } from "./transport.ts";

/** Headers that a browser sets itself, or that make the server's preflight answer refuse the request. */
const notInBrowsers = ["cookie", "user-agent", "x-github-api-version"];

/** Through the platform's own `fetch`; `request` is given where it is not the network that answers. */
export const webTransport =
  (request: (request: Request) => Promise<Response> = (given) => fetch(given)): Transport =>
  ({ url, method, headers, body, signal }) =>
    request(
      new Request(url, {
        method,
        headers: Object.entries(headers).filter(([name]) => !notInBrowsers.includes(name)),
        signal,
        redirect: "manual",
        ...(body === undefined ? {} : { body }),
      }),
    );
