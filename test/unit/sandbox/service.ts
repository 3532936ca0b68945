import assert from "node:assert/strict";
import type { Random } from "../../../src/base/clock.ts";
import { createSandbox, type Sandbox, type SandboxOptions } from "../../../src/sandbox/createSandbox.ts";
import type { SandboxSeed } from "../../../src/sandbox/seed.ts";
import { serveSandbox } from "../../../src/sandbox/server.ts";
import { deliverToLoopback } from "../../../src/sandbox/webhooks/loopbackDelivery.ts";
import { ManualClock } from "../../support/manualClock.ts";

export const publicId = "a".repeat(32);
export const secretId = "b".repeat(32);

export const smallSeed: SandboxSeed = {
  users: [
    { login: "mia", name: "Mia Example", password: "secret-of-mia", createdAt: "2024-01-01T00:00:00Z" },
    { login: "otto", password: "secret:of:otto", oneTimePassword: "135790" },
  ],
  tokens: [
    { token: "sandbox_mia", login: "mia", scopes: ["gist", "repo"] },
    { token: "sandbox_mia_reader", login: "mia", scopes: ["read:user"] },
    { token: "sandbox_mia_old", login: "mia", scopes: ["gist"], expiresAt: "2025-12-31T23:59:59Z" },
    { token: "sandbox_otto", login: "otto", scopes: ["gist"] },
  ],
  gists: [
    {
      id: publicId,
      owner: "mia",
      description: "Hello in two languages",
      public: true,
      createdAt: "2025-05-01T10:00:00Z",
      updatedAt: "2025-05-03T09:30:00Z",
      files: { "hello.py": 'print("Hello")\n', "hello.rb": 'puts "Hello"\n' },
      earlier: [{ committedAt: "2025-05-01T10:00:00Z", files: { "hello.py": "print('Hi')\n" } }],
      comments: [{ login: "otto", body: "Nice.", createdAt: "2025-05-04T12:00:00Z" }],
      starredBy: ["otto"],
    },
    { id: secretId, owner: "mia", createdAt: "2025-06-01T10:00:00Z", files: { "notes.md": "# Notes\n" } },
  ],
};

/** A stream of numbers that is the same in every run (linear congruential, Numerical Recipes). */
export const repeatable = (): Random => {
  let seed = 1;
  return () => {
    seed = (Math.imul(seed, 1_664_525) + 1_013_904_223) >>> 0;
    return seed / 2 ** 32;
  };
};

// Answers are read as loosely as JSON is: every assertion says what it expects.
type Loose = ReturnType<typeof JSON.parse>;

export interface Answer {
  readonly status: number;
  readonly headers: Headers;
  readonly text: string;
  readonly body: Loose;
}

export interface CallOptions {
  readonly token?: string;
  readonly headers?: Readonly<Record<string, string>>;
  /** Sent as JSON, or as it is when a text. */
  readonly body?: unknown;
}

export interface Service {
  readonly url: string;
  readonly sandbox: Sandbox;
  readonly clock: ManualClock;
  call(method: string, path: string, options?: CallOptions): Promise<Answer>;
  close(): Promise<void>;
}

const isJson = (headers: Headers): boolean => (headers.get("content-type") ?? "").includes("application/json");

/** A sandbox on a port of its own, and what calls it over HTTP. */
export const startService = async (options: Partial<Omit<SandboxOptions, "clock">> = {}): Promise<Service> => {
  const clock = new ManualClock();
  const sandbox = createSandbox({
    seed: smallSeed,
    random: repeatable(),
    deliver: deliverToLoopback,
    ...options,
    clock,
  });
  const server = await serveSandbox(sandbox, { allowCors: true });
  return {
    url: server.url,
    sandbox,
    clock,
    async call(method, path, { token, headers = {}, body } = {}) {
      const answer = await fetch(path.startsWith("http") ? path : server.url + path, {
        method,
        redirect: "manual",
        headers: { ...(token !== undefined && { authorization: `Bearer ${token}` }), ...headers },
        ...(body !== undefined && { body: typeof body === "string" ? body : JSON.stringify(body) }),
      });
      const text = await answer.text();
      const data: Loose = text !== "" && isJson(answer.headers) ? JSON.parse(text) : undefined;
      return { status: answer.status, headers: answer.headers, text, body: data };
    },
    close: () => server.close(),
  };
};

/** The path of an address that an answer gave, for calling it. */
export const pathOf = (address: string): string => {
  const { pathname, search } = new URL(address);
  return pathname + search;
};

export const basic = (login: string, password: string): Readonly<Record<string, string>> => ({
  authorization: `Basic ${btoa(`${login}:${password}`)}`,
});

/** Link header → relation → address. */
export const linksOf = (headers: Headers): Readonly<Record<string, string>> =>
  Object.fromEntries(
    [...(headers.get("link") ?? "").matchAll(/<([^>]+)>; rel="(\w+)"/g)].map(([, address, rel]) => [rel, address]),
  );

export const assertError = (answer: Answer, status: number, message: string | RegExp): void => {
  assert.equal(answer.status, status, answer.text);
  if (typeof message === "string") assert.equal(answer.body.message, message);
  else assert.match(answer.body.message, message);
  assert.equal(answer.body.status, String(status));
  assert.ok(URL.canParse(answer.body.documentation_url));
};

/** A 422 with this as its only entry of `errors`. */
export const assertInvalid = (answer: Answer, resource: string, field: string, code: string): void => {
  assertError(answer, 422, "Validation Failed");
  assert.deepEqual(
    answer.body.errors.map((error: Loose) => ({ resource: error.resource, field: error.field, code: error.code })),
    [{ resource, field, code }],
  );
};
