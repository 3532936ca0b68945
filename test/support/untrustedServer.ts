import { createServer } from "node:https";
import type { AddressInfo } from "node:net";
import selfSigned from "./selfSigned.json" with { type: "json" };

export interface UntrustedServer {
  readonly url: string;
  /** How many requests got through. */
  readonly requests: number;
  close(): Promise<void>;
}

/** A server on this machine with a self-signed certificate. */
export const startUntrustedServer = async (): Promise<UntrustedServer> => {
  let requests = 0;
  const server = createServer({ cert: selfSigned.certificate, key: selfSigned.key }, (_, response) => {
    requests++;
    response.end();
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  return {
    url: `https://127.0.0.1:${(server.address() as AddressInfo).port}`,
    get requests() {
      return requests;
    },
    close: () => new Promise((resolve) => server.close(() => resolve())),
  };
};
