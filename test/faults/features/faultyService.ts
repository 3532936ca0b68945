import { createServer, type IncomingMessage, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";
import type { Sandbox } from "../../../src/sandbox/createSandbox.ts";
import type { HurriedClock } from "./hurriedClock.ts";

/** What a server does instead of answering; `whole` is the true answer where there is one. */
interface Fault {
  readonly send: (response: ServerResponse, parts: FaultParts) => void;
  /** It says that nothing was done: after the service acted this is not true, and no client can know. */
  readonly isRefusal?: boolean;
}

interface FaultParts {
  readonly clock: HurriedClock;
  readonly elsewhere: string;
  readonly whole: string;
}

const json = (status: number, message: string) => (response: ServerResponse) => {
  response.writeHead(status, { "content-type": "application/json; charset=utf-8" });
  response.end(JSON.stringify({ message }));
};

export const faults: Readonly<Record<string, Fault>> = {
  reset: { send: (response) => void response.socket?.destroy() },
  timeout: { send: (_, { clock }) => clock.expire() },
  status401: { send: json(401, "Bad credentials"), isRefusal: true },
  secondaryLimit: { send: json(403, "You have exceeded a secondary rate limit"), isRefusal: true },
  status409: { send: json(409, "Conflict"), isRefusal: true },
  status422: { send: json(422, "Validation Failed"), isRefusal: true },
  status429: { send: json(429, "Slow down"), isRefusal: true },
  status502: { send: json(502, "Bad Gateway") },
  portal: {
    send: (response) => {
      response.writeHead(200, { "content-type": "text/html" });
      response.end("<title>Sign in to Corporate WiFi</title>");
    },
  },
  redirect: {
    send: (response, { elsewhere }) => {
      response.writeHead(302, { location: `${elsewhere}/there` });
      response.end();
    },
  },
  cutBody: {
    send: (response, { whole }) => {
      const body = whole.length > 1 ? whole : '{"id":1,"message":"whole"}';
      response.writeHead(200, {
        "content-type": "application/json; charset=utf-8",
        "content-length": String(Buffer.byteLength(body)),
      });
      response.write(body.slice(0, body.length / 2), () => response.destroy());
    },
  },
};

export type When = "before" | "after";

/** Which request fails, counted from 1, and how: before the service heard of it, or after it acted. */
export interface Plan {
  readonly fault: string;
  readonly when: When;
  readonly request: number;
}

interface Request {
  readonly method: string;
  readonly url: string;
  readonly headers: IncomingMessage["headers"];
}

/** A real HTTP server in front of a sandbox, which breaks one request of those that come after `arm`. */
export interface FaultyService {
  readonly url: string;
  readonly elsewhere: string;
  /** Since `arm`. */
  readonly requests: readonly Request[];
  /** What came to the other server. */
  readonly strayed: readonly Request[];
  readonly open: number;
  serve(sandbox: Sandbox, clock: HurriedClock): void;
  arm(plan: Plan | undefined): void;
  close(): Promise<void>;
}

const listen = async (answer: (message: IncomingMessage, response: ServerResponse) => void) => {
  const server = createServer(answer);
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  return { server, url: `http://127.0.0.1:${(server.address() as AddressInfo).port}` };
};

const bodyOf = async (message: IncomingMessage): Promise<Buffer> => {
  const chunks: Buffer[] = [];
  for await (const chunk of message) chunks.push(chunk as Buffer);
  return Buffer.concat(chunks);
};

const recorded = ({ method = "", url = "", headers }: IncomingMessage): Request => ({ method, url, headers });

export const startFaultyService = async (): Promise<FaultyService> => {
  let sandbox: Sandbox | undefined;
  let clock: HurriedClock | undefined;
  let plan: Plan | undefined;
  let requests: Request[] = [];
  const strayed: Request[] = [];
  const open = new Set<ServerResponse>();

  const forward = async (message: IncomingMessage, body: Buffer): Promise<Response> => {
    const headers = new Headers();
    for (const [name, values] of Object.entries(message.headersDistinct))
      for (const value of values ?? []) headers.append(name, value);
    const method = message.method ?? "GET";
    const init = method === "GET" ? { method, headers } : { method, headers, body: new Uint8Array(body) };
    return (sandbox as Sandbox).fetch(new Request(`${main.url}${message.url ?? ""}`, init));
  };
  const answer = async (message: IncomingMessage, response: ServerResponse): Promise<void> => {
    open.add(response);
    response.once("close", () => open.delete(response));
    const body = await bodyOf(message);
    requests.push(recorded(message));
    const fault = plan && requests.length === plan.request ? faults[plan.fault] : undefined;
    const isActing = fault === undefined || plan?.when === "after";
    const given = isActing ? await forward(message, body) : undefined;
    const whole = given ? Buffer.from(await given.arrayBuffer()) : Buffer.alloc(0);
    if (fault) {
      fault.send(response, { clock: clock as HurriedClock, elsewhere: other.url, whole: whole.toString("utf8") });
      return;
    }
    response.statusCode = given?.status ?? 500;
    for (const [name, value] of given?.headers ?? []) response.setHeader(name, value);
    response.end(response.statusCode === 204 || response.statusCode === 304 ? undefined : whole);
  };
  const main = await listen((message, response) => {
    answer(message, response).catch(() => response.destroy());
  });
  const other = await listen((message, response) => {
    strayed.push(recorded(message));
    json(404, "Not Found")(response);
  });
  return {
    url: main.url,
    elsewhere: other.url,
    strayed,
    get requests() {
      return requests;
    },
    get open() {
      return open.size;
    },
    serve: (next, time) => {
      sandbox = next;
      clock = time;
      plan = undefined;
    },
    arm: (next) => {
      requests = [];
      plan = next;
    },
    close: async () => {
      for (const { server } of [main, other]) {
        server.closeAllConnections();
        await new Promise<void>((resolve) => server.close(() => resolve()));
      }
    },
  };
};
