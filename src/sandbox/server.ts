import { createServer, type IncomingMessage, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";
import { Readable } from "node:stream";
import { pipeline } from "node:stream/promises";
import type { Sandbox } from "./createSandbox.ts";

export interface SandboxServer {
  /** Without a slash at the end. */
  readonly url: string;
  /** Ends open connections too. */
  close(): Promise<void>;
}

export interface ServerOptions {
  /** 0, the default: any free one. */
  readonly port?: number;
  /** The sandbox holds passwords in plain text: it is reachable from this machine only. */
  readonly host?: "127.0.0.1";
  /** Whether pages of other origins may use it. Without it any web page could, in the name of who opened the page. */
  readonly allowCors?: boolean;
}

/** The names under which this machine is reached; another one came from a page whose name leads here. */
const ownNames = ["127.0.0.1", "localhost", "[::1]"];

const forbidden = (text: string): Response => Response.json({ message: text }, { status: 403 });

/** Undefined for a request that may be answered. */
const refusalOf = (request: Request, allowCors: boolean): Response | undefined => {
  const { hostname, origin } = new URL(request.url);
  if (!ownNames.includes(hostname)) return forbidden(`The sandbox is not ${hostname}`);
  const caller = request.headers.get("origin");
  return allowCors || caller === null || caller === origin
    ? undefined
    : forbidden("Pages of other origins may not use the sandbox: start it with --cors");
};

const isCorsHeader = (name: string): boolean => name.startsWith("access-control-");

/** The address as the caller wrote it, so that links lead back to where they came from. */
const originOf = (message: IncomingMessage): string | undefined => {
  const { host = "" } = message.headers;
  return /^[\w.[\]:-]+$/.test(host) && URL.canParse(`http://${host}`) ? `http://${host}` : undefined;
};

const requestOf = (message: IncomingMessage): Request | undefined => {
  const origin = originOf(message);
  const path = message.url ?? "";
  if (origin === undefined || !path.startsWith("/") || !URL.canParse(origin + path)) return undefined;
  const method = message.method ?? "GET";
  const headers = new Headers();
  for (const [name, values] of Object.entries(message.headersDistinct)) {
    for (const value of values ?? []) headers.append(name, value);
  }
  if (method === "GET" || method === "HEAD") return new Request(origin + path, { method, headers });
  const body = Readable.toWeb(message) as ReadableStream<Uint8Array>;
  const init: RequestInit & { readonly duplex: "half" } = { method, headers, body, duplex: "half" };
  return new Request(origin + path, init);
};

const answerTo = async (
  sandbox: Sandbox,
  allowCors: boolean,
  message: IncomingMessage,
  response: ServerResponse,
): Promise<void> => {
  let request: Request | undefined;
  try {
    request = requestOf(message);
  } catch {
    // A method that no Request may have, such as TRACE.
  }
  if (request === undefined) {
    response.writeHead(400, { connection: "close" }).end();
    return;
  }
  const answer = refusalOf(request, allowCors) ?? (await sandbox.fetch(request));
  response.statusCode = answer.status;
  for (const [name, value] of answer.headers)
    if (allowCors || !isCorsHeader(name)) response.setHeader(name, value);
  const body = message.method === "HEAD" ? new Uint8Array() : new Uint8Array(await answer.arrayBuffer());
  if (answer.status !== 204 && answer.status !== 304 && message.method !== "HEAD") {
    response.setHeader("content-length", body.byteLength);
  }
  // An unread rest, as of a body that is too large, would be taken for the next request.
  if (!message.complete && message.method !== "GET") response.setHeader("connection", "close");
  await pipeline(Readable.from([body]), response);
};

/** Serves a sandbox over HTTP on this machine. Fails when the port is taken. */
export const serveSandbox = async (sandbox: Sandbox, options: ServerOptions = {}): Promise<SandboxServer> => {
  const server = createServer((message, response) => {
    answerTo(sandbox, options.allowCors ?? false, message, response).catch(() => response.destroy());
  });
  // With Node's five seconds, a connection that a busy client uses again may be closed at the same time. Milliseconds.
  server.keepAliveTimeout = 60_000;
  await new Promise<void>((resolve, reject) => {
    server.once("error", reject);
    server.listen(options.port ?? 0, options.host ?? "127.0.0.1", resolve);
  });
  const { port } = server.address() as AddressInfo;
  return {
    url: `http://127.0.0.1:${port}`,
    close: () =>
      new Promise((resolve) => {
        server.close(() => resolve());
        server.closeAllConnections();
      }),
  };
};
