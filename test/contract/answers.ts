import assert from "node:assert/strict";
import { afterEach, before, beforeEach, describe, it } from "node:test";
import { Client } from "../../src/client/client.ts";
import { HttpError } from "../../src/client/errors.ts";
import { nodeTransport } from "../../src/client/nodeTransport.ts";
import type { MessageOf, OperationId } from "../../src/client/operations/table.ts";
import type { Transport } from "../../src/client/transport.ts";
import type { SandboxSeed } from "../../src/sandbox/seed.ts";
import { PublishedDescription } from "../support/publishedDescription.ts";
import { type Service, startService } from "../unit/sandbox/service.ts";

/** An answer as it came over the wire. */
interface Raw {
  readonly method: string;
  readonly path: string;
  readonly status: number;
  readonly type: string;
  readonly body: unknown;
}

/** What `call` does to the sandbox, and with what status it answers. */
export interface Case {
  readonly title: string;
  readonly as?: string | null;
  readonly status: number;
  readonly call: (client: Client, service: Service) => Promise<unknown>;
  /** All that differs from the description, word for word: an entry that no longer differs is an error too. */
  readonly deviations?: readonly string[];
}

/** The service answers 401 to wrong credentials everywhere; its description names that for a few operations only. */
export const notDescribed = (status: number, operation: string): readonly string[] => [
  `status ${status} is not described for ${operation}`,
];

export const op =
  <Id extends OperationId>(id: Id, msg: MessageOf<Id>) =>
  (client: Client): Promise<unknown> =>
    client.call(id, msg);
export const get = (path: `/${string}`) => (client: Client) => client.get(path);

/** Reads again what did not change, with the condition that the answer to the first read allows. */
export const unchanged =
  <Id extends OperationId>(id: Id, msg: MessageOf<Id>) =>
  async (client: Client): Promise<unknown> => {
    const { etag } = (await client.call(id, msg)).meta;
    assert.ok(etag);
    return client.call(id, { ...msg, headers: { "If-None-Match": etag } });
  };

/** A test per case, each with a sandbox of its own, and one per read when the quota is used up. */
export const checkAnswers = (
  name: string,
  seed: SandboxSeed,
  cases: readonly Case[],
  quotaReads: readonly (readonly [id: OperationId, msg: object])[],
): void => {
  describe(name, () => {
    let description: PublishedDescription;
    let service: Service;
    let answers: Raw[];
    before(async () => {
      description = await PublishedDescription.load();
    });
    beforeEach(() => {
      answers = [];
    });
    afterEach(() => service.close());

    const recording: Transport = async (request) => {
      const answer = await nodeTransport(request);
      const bytes = await answer.arrayBuffer();
      const text = new TextDecoder().decode(bytes);
      answers.push({
        method: request.method,
        path: new URL(request.url).pathname,
        status: answer.status,
        type: answer.headers.get("content-type") ?? "",
        body: text === "" ? undefined : JSON.parse(text),
      });
      return {
        status: answer.status,
        statusText: answer.statusText,
        headers: answer.headers,
        arrayBuffer: () => Promise.resolve(bytes),
      };
    };

    const connect = (token: string | null): Client => {
      const client = new Client({
        version: "3.0.0",
        baseUrl: service.url,
        dialect: "github",
        transport: recording,
        retry: { attempts: 0 },
      });
      if (token !== null) client.authenticate({ type: "oauth", token });
      return client;
    };

    /** What the last answer has that the description has not, or the other way round. */
    const violations = (): readonly string[] => {
      const { method, path, status, type, body } = answers.at(-1) ?? assert.fail("nothing was answered");
      if (body !== undefined) assert.equal(type, "application/json; charset=utf-8");
      const template = description.templateOf(method, path) ?? assert.fail(`${method} ${path} is not described`);
      return description.checkAnswer(method, template, status, body);
    };

    const statusOf = async (call: Promise<unknown>): Promise<number | undefined> => {
      try {
        await call;
        return answers.at(-1)?.status;
      } catch (error) {
        assert.ok(error instanceof HttpError, String(error));
        return error.code;
      }
    };

    for (const { title, as = "sandbox_mia", status, call, deviations = [] } of cases) {
      const known = deviations.length > 0 ? " but for what is listed" : "";
      it(`answers ${status} to ${title} as the published description says${known}`, async () => {
        service = await startService({ seed });
        assert.equal(await statusOf(call(connect(as), service)), status);
        assert.deepEqual(violations().toSorted(), [...deviations].toSorted());
      });
    }

    for (const [id, msg] of quotaReads) {
      it(`answers 403 to ${id} as the published description says when the hour's requests are used up`, async () => {
        service = await startService({ seed, rateLimit: 0 });
        assert.equal(await statusOf(connect("sandbox_otto").call(id, msg as never)), 403);
        assert.deepEqual(violations(), []);
      });
    }
  });
};
