import { systemClock } from "../../../src/base/clock.ts";
import { Client } from "../../../src/client/client.ts";
import { inProcessTransport } from "../../../src/client/inProcessTransport.ts";
import { createSandbox } from "../../../src/sandbox/createSandbox.ts";
import { deliverToLoopback } from "../../../src/sandbox/webhooks/loopbackDelivery.ts";
import type { SandboxSeed } from "../../../src/sandbox/seed.ts";
import { serveSandbox } from "../../../src/sandbox/server.ts";

interface ForgeRequest {
  readonly method: string;
  /** With its query. */
  readonly path: string;
  readonly authorization: string | null;
  readonly body: string;
}
type Answer = Response | undefined | Promise<Response | undefined>;

/** A service on a port of its own, for the extension to sign in to. */
export interface Forge {
  /** Without a slash at the end. */
  readonly url: string;
  /** Address and port. */
  readonly host: string;
  /** What came over the wire, in order. */
  readonly requests: ForgeRequest[];
  /** Asked before the service: what it answers goes out instead. */
  answer: (request: Request) => Answer;
  /** Gets what the service answered, and to which request; what it answers goes out instead. */
  change: (answer: Response, request: Pick<ForgeRequest, "method" | "path">) => Response | Promise<Response>;
  /** The requests of these methods, such as `PATCH /gists/1`. */
  sent(...methods: readonly string[]): readonly string[];
  /** Another user, directly at the service: nothing of it is recorded. */
  client(token: string): Client;
  /** Name → content of a gist as the service has it now; undefined when it has no such gist. */
  files(gistId: string): Readonly<Record<string, string>> | undefined;
  /** How many gists the service has. */
  readonly size: number;
  /** The server no longer answers; may be called again. */
  stop(): Promise<void>;
}

export const startForge = async (seed: SandboxSeed): Promise<Forge> => {
  const sandbox = createSandbox({ seed, clock: systemClock, deliver: deliverToLoopback });
  const requests: ForgeRequest[] = [];
  const server = await serveSandbox({
    ...sandbox,
    fetch: async (request) => {
      const { pathname, search } = new URL(request.url);
      const body = await request.clone().text();
      const authorization = request.headers.get("authorization");
      const recorded = { method: request.method, path: pathname + search, authorization, body };
      requests.push(recorded);
      return forge.change((await forge.answer(request)) ?? (await sandbox.fetch(request)), recorded);
    },
  });
  let running = true;
  const forge: Forge = {
    url: server.url,
    host: new URL(server.url).host,
    requests,
    answer: () => undefined,
    change: (answer) => answer,
    sent: (...methods) =>
      requests.filter(({ method }) => methods.includes(method)).map(({ method, path }) => `${method} ${path}`),
    client: (token) => {
      const transport = inProcessTransport((request) => sandbox.fetch(request));
      const client = new Client({ baseUrl: server.url, dialect: "github", transport });
      client.authenticate({ type: "token", token });
      return client;
    },
    files: (gistId) => {
      const gist = sandbox.state().gists.find(({ id }) => id === gistId);
      const files = gist?.versions.at(-1)?.files.map(({ name, content }) => [name, content] as const);
      return files && Object.fromEntries(files);
    },
    get size() {
      return sandbox.state().gists.length;
    },
    stop: async () => {
      if (running) await server.close();
      running = false;
    },
  };
  return forge;
};
