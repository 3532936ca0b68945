import assert from "node:assert/strict";
import { globalAgent, type ServerResponse } from "node:http";
import { after, before, describe, test } from "node:test";
import type { Clock } from "../../../src/base/clock.ts";
import { Client } from "../../../src/client/client.ts";
import { HttpError } from "../../../src/client/errors.ts";
import { nodeTransport } from "../../../src/client/nodeTransport.ts";
import { type OperationId, operationIds, operationOf } from "../../../src/client/operations/table.ts";
import type { Dialect } from "../../../src/client/request.ts";
import { eventually } from "../../support/eventually.ts";
import { fitting, fittingOf } from "../../support/fittingAnswer.ts";
import { messageOf } from "../../support/leastMessage.ts";
import { json, type RecordingServer, startRecordingServer } from "../../support/recordingServer.ts";
import { faults, type Target } from "./faults.ts";

const secrets = { token: "tok-5f2c81", password: "pass-90ab", basic: btoa("mia:pass-90ab"), otp: "otp-771" };
/** Longer than any pause that the client waits for by itself. */
const timeout = 60_000;

/** Pauses are over at once; time limits only by `expire`. */
class FaultClock implements Clock {
  readonly #limits = new Set<() => void>();
  #pauses = 0;
  #now = Date.parse("2026-01-01T00:00:00Z");

  get pending(): number {
    return this.#limits.size + this.#pauses;
  }

  now(): number {
    return this.#now;
  }

  setTimer(ms: number, callback: () => void): { dispose(): void } {
    if (ms >= timeout) {
      this.#limits.add(callback);
      return { dispose: () => this.#limits.delete(callback) };
    }
    this.#pauses++;
    let isOver = false;
    const end = (): void => {
      if (!isOver) this.#pauses--;
      isOver = true;
    };
    const pause = setImmediate(() => {
      this.#now += Math.max(0, ms);
      end();
      callback();
    });
    return {
      dispose: () => {
        clearImmediate(pause);
        end();
      },
    };
  }

  expire(): void {
    this.#now += timeout;
    const due = [...this.#limits];
    this.#limits.clear();
    for (const callback of due) callback();
  }
}

const textOf = (error: unknown): string => {
  const texts: string[] = [];
  for (let at = error; at instanceof Error; at = at.cause)
    texts.push(String(at), at.stack ?? "", JSON.stringify(at));
  return texts.join("\n");
};

const holdsSecret = (text: string): boolean => Object.values(secrets).some((secret) => text.includes(secret));

/** Every operation of the table against every fault, over a real server, in one dialect. */
export const faultMatrix = (dialect: Dialect): void => {
  let server: RecordingServer;
  let other: RecordingServer;
  const open = new Set<ServerResponse>();
  let calls = 0;
  let held = 0;
  before(async () => {
    server = await startRecordingServer();
    other = await startRecordingServer(json({ message: "Not Found" }, 404));
  });
  after(async () => {
    await server.close();
    await other.close();
    const size = `${operationIds.length} operations × ${Object.keys(faults).length} faults, ${dialect} dialect`;
    const outcome = held === calls ? "all held" : `${calls - held} did not hold`;
    console.log(`Client matrix: ${size}: ${calls} calls, ${outcome}`);
  });

  const attempt = async (id: OperationId, name: string): Promise<void> => {
    const fault = faults[name] ?? assert.fail(`There is no fault ${name}.`);
    const row = operationOf(id);
    const clock = new FaultClock();
    const isWrite = !row.route.startsWith("GET");
    const expire = (): void => clock.expire();
    const target: Target = { row, isWrite, ...fittingOf(id), other: other.url, expire };
    const isFault = fault.isFault?.(target) ?? true;
    const answer = isFault ? fault.answer(target) : fitting;
    server.requests.length = 0;
    other.requests.length = 0;
    server.answer = (request, response) => {
      open.add(response);
      response.once("close", () => open.delete(response));
      answer(request, response);
    };
    const client = new Client({
      baseUrl: server.url,
      dialect,
      transport: nodeTransport,
      clock,
      timeout,
      random: () => 0.5,
      maxAnswerBytes: 1_000_000,
    });
    client.authenticate({ type: "token", token: secrets.token });
    client.authenticate({ type: "basic", username: "mia", password: secrets.password });
    const message = { ...messageOf(id, dialect), headers: { "X-Service-OTP": secrets.otp, Cookie: secrets.otp } };
    calls++;
    const result = await client.call(id, message as never).then(
      (value) => ({ value }),
      (error: unknown) => ({ error }),
    );
    const where = `${id}, ${name}`;
    if (!isFault) {
      assert.ok("value" in result, `${where}: an answer as it should be is a success`);
    } else if ("value" in result) {
      assert.fail(`${where}: a false success`);
    } else {
      const { error } = result;
      assert.ok(HttpError.is(error), `${where}: ${String(error)}`);
      const kinds = [typeof fault.kind === "function" ? fault.kind(target) : fault.kind].flat();
      assert.ok(kinds.includes(error.kind), `${where}: ${error.kind} ${error.message}`);
      assert.ok(!holdsSecret(textOf(error)), `${where}: a credential in the error's text`);
      assert.ok(
        error.retryAt === undefined || error.retryAt - clock.now() <= 3_600_000,
        `${where}: an endless wait`,
      );
      if (!isWrite) assert.equal(error.mayHaveSucceeded, false, `${where}: reads do nothing`);
      else if (fault.mayHaveSucceeded !== undefined)
        assert.equal(error.mayHaveSucceeded, fault.mayHaveSucceeded, `${where}: whether it may have been done`);
    }
    if (isWrite)
      assert.ok(server.requests.length <= (fault.writes ?? 1), `${where}: ${server.requests.length} writes`);
    assert.ok(server.requests.length > 0, `${where}: nothing was sent`);
    assert.ok(!holdsSecret(JSON.stringify(other.requests)), `${where}: a credential at another origin`);
    assert.ok(
      !holdsSecret(server.requests.map(({ url, body }) => url + body).join("\n")),
      `${where}: in an address`,
    );
    client.dispose();
    assert.equal(clock.pending, 0, `${where}: a timer is left`);
    assert.equal(Reflect.get({}, "polluted"), undefined, where);
    held++;
  };

  describe(`each fault of a server (${dialect} dialect)`, () => {
    for (const id of operationIds)
      test(`is an error of ${id}`, async () => {
        for (const name of Object.keys(faults)) await attempt(id, name);
        await eventually(
          () => open.size === 0 && Object.keys(globalAgent.sockets).length === 0,
          "every request is over, and its socket is free",
        );
      });
  });
};
