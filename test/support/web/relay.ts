import type { IncomingMessage, ServerResponse } from "node:http";
import { exposedHeaders, preflightAnswer } from "../../../src/sandbox/envelope.ts";
import { type SandboxServer, serveSandbox } from "../../../src/sandbox/server.ts";

type HeaderPairs = readonly (readonly [string, string])[];

/** A request to a sandbox that runs in the page's worker. Bodies are base64. */
export interface RelayedRequest {
  readonly server: string;
  readonly id: string;
  readonly method: string;
  readonly url: string;
  readonly headers: HeaderPairs;
  readonly body: string;
}

export interface RelayedAnswer {
  readonly id: string;
  readonly status: number;
  readonly headers: HeaderPairs;
  readonly body: string;
}

const readable = {
  "access-control-allow-origin": "*",
  "access-control-expose-headers": exposedHeaders,
};

/** Milliseconds after which a worker that waits for requests is answered that there is none. */
const maxWait = 20_000;

const textOf = async (message: IncomingMessage): Promise<string> => {
  const pieces: Buffer[] = [];
  for await (const piece of message as AsyncIterable<Buffer>) pieces.push(piece);
  return Buffer.concat(pieces).toString();
};

/** Opens ports for sandboxes that run in a browser's worker, which has none, and hands their requests on. */
export class Relay {
  readonly #servers = new Map<string, SandboxServer>();
  readonly #answers = new Map<string, (answer: Response) => void>();
  #waiting: RelayedRequest[] = [];
  #wake: () => void = () => undefined;
  #next = 1;

  /** Whether the request was one of the worker's. */
  async handle(path: string, message: IncomingMessage, response: ServerResponse): Promise<boolean> {
    if (!path.startsWith("/relay/")) return false;
    const body: unknown = JSON.parse(await textOf(message));
    response.setHeader("Content-Type", "application/json");
    response.end(JSON.stringify(await this.#answer(path.slice("/relay/".length), body)));
    return true;
  }

  async dispose(): Promise<void> {
    this.#wake();
    await Promise.all([...this.#servers.values()].map((server) => server.close()));
  }

  async #answer(command: string, body: unknown): Promise<unknown> {
    switch (command) {
      case "open":
        return this.#open();
      case "close":
        return this.#close((body as { readonly id: string }).id);
      case "next":
        return this.#takeWaiting();
      case "answer":
        return this.#take(body as RelayedAnswer);
      default:
        throw new Error(`The relay has no ${command}.`);
    }
  }

  async #open(): Promise<unknown> {
    const id = String(this.#next++);
    const server = await serveSandbox(
      { fetch: (request: Request) => this.#relay(id, request) } as Parameters<typeof serveSandbox>[0],
      // As the service, which any page may use with a token.
      { allowCors: true },
    );
    this.#servers.set(id, server);
    return { id, url: server.url };
  }

  async #close(id: string): Promise<unknown> {
    await this.#servers.get(id)?.close();
    this.#servers.delete(id);
    return {};
  }

  async #relay(server: string, request: Request): Promise<Response> {
    // Browsers ask it, not the extension: tests that stand in for the service don't answer it.
    if (request.method === "OPTIONS") return preflightAnswer();
    const id = String(this.#next++);
    const body = Buffer.from(await request.arrayBuffer()).toString("base64");
    const answered = new Promise<Response>((resolve) => this.#answers.set(id, resolve));
    const { method, url, headers } = request;
    this.#waiting.push({ server, id, method, url, headers: [...headers], body });
    this.#wake();
    return answered;
  }

  async #takeWaiting(): Promise<readonly RelayedRequest[]> {
    if (this.#waiting.length === 0)
      await new Promise<void>((resolve) => {
        const timer = setTimeout(resolve, maxWait);
        this.#wake = () => {
          clearTimeout(timer);
          resolve();
        };
      });
    return this.#waiting.splice(0);
  }

  #take({ id, status, headers, body }: RelayedAnswer): unknown {
    const isEmpty = status === 204 || status === 304;
    const answer = new Response(isEmpty ? null : Buffer.from(body, "base64"), {
      status,
      headers: headers.map(([name, value]): [string, string] => [name, value]),
    });
    // The service lets pages read every answer; those that tests make up say nothing about it.
    if (!answer.headers.has("access-control-allow-origin"))
      for (const [name, value] of Object.entries(readable)) answer.headers.set(name, value);
    this.#answers.get(id)?.(answer);
    this.#answers.delete(id);
    return {};
  }
}
