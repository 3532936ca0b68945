import assert from "node:assert/strict";
import { globalAgent } from "node:http";
import { after, before, describe, test } from "node:test";
import { CancelledError, UserError } from "../../../src/base/errors.ts";
import { HttpError } from "../../../src/client/errors.ts";
import { DeploymentProblem } from "../../../src/deployments/problem.ts";
import { EditConflict } from "../../../src/gists/publishing/editConflict.ts";
import { GistProblem } from "../../../src/gists/problem.ts";
import { HookProblem } from "../../../src/hooks/problem.ts";
import { KeyProblem } from "../../../src/keys/problem.ts";
import { MovedInPart, NeedsOtherBranch, RepoConflict } from "../../../src/repos/files/commitErrors.ts";
import { RepoProblem } from "../../../src/repos/problem.ts";
import { eventually } from "../../support/eventually.ts";
import { faults, type FaultyService, type Plan, startFaultyService, type When } from "./faultyService.ts";
import { openStage, secrets, type Stage } from "./stage.ts";
import type { Write } from "./write.ts";

const typed = [
  HttpError,
  CancelledError,
  UserError,
  DeploymentProblem,
  EditConflict,
  GistProblem,
  HookProblem,
  KeyProblem,
  MovedInPart,
  NeedsOtherBranch,
  RepoConflict,
  RepoProblem,
];

const plans: readonly Plan[] = Object.keys(faults).flatMap((fault) =>
  (["before", "after"] as readonly When[]).flatMap((when) =>
    [1, 2, 3].map((request): Plan => ({ fault, when, request })),
  ),
);

const causes = function* (error: unknown): Generator<Error> {
  for (let at = error; at instanceof Error; at = at.cause) yield at;
};
const isOpenQuestion = (error: unknown): boolean =>
  [...causes(error)].some((each) => HttpError.is(each) && each.mayHaveSucceeded);
const textOf = (error: unknown): string =>
  [...causes(error)].map((each) => `${String(each)} ${each.stack ?? ""} ${JSON.stringify(each)}`).join("\n");

type Result = { readonly value: unknown } | { readonly error: unknown };
const settle = (promise: Promise<unknown>): Promise<Result> =>
  promise.then(
    (value) => ({ value }),
    (error: unknown) => ({ error }),
  );

/** What an attempt left behind, against what it said of itself. */
const judge = async (
  { isHeld, isEditor, isQueued, isPartial, done }: Write,
  stage: Stage,
  given: never,
  {
    result,
    before: former,
    isHonest,
    where,
  }: { result: Result; before: number; isHonest: boolean; where: string },
): Promise<"done" | "queued" | "failed" | "partial"> => {
  const count = (await done(stage, given)) - former;
  assert.ok(count === 0 || count === 1, `${where}: done ${count} times`);
  if ("value" in result) {
    if (isQueued?.(result.value)) {
      assert.ok(isHeld?.(stage), `${where}: it waits, and is not here`);
      return "queued";
    }
    assert.equal(count, 1, `${where}: a success that is not there`);
    return "done";
  }
  const { error } = result;
  assert.ok(
    typed.some((each) => error instanceof each),
    `${where}: ${String(error)}`,
  );
  for (const secret of Object.values(secrets))
    assert.ok(!textOf(error).includes(secret), `${where}: a credential in the error's text`);
  if (isHeld && !isEditor && count === 0) assert.ok(isHeld(stage), `${where}: the text is lost`);
  if (isPartial?.(error)) return "partial";
  if (isHonest && count === 1)
    assert.ok(isOpenQuestion(error), `${where}: reported as a failure: ${String(error)}`);
  return "failed";
};

/** Every write path of the table against every fault of its first, second and third request, over real HTTP. */
export const featureMatrix = (kind: string, writes: readonly Write[]): void => {
  let server: FaultyService;
  let attempts = 0;
  let held = 0;
  before(async () => {
    server = await startFaultyService();
  });
  after(async () => {
    await server.close();
    const outcome = held === attempts ? "all held" : `${attempts - held} did not hold`;
    console.log(`Feature matrix: ${writes.length} writes of ${kind} × ${plans.length} faults: ${outcome}`);
  });

  const run = async (row: Write, plan: Plan | undefined, cleanWrites: number): Promise<number> => {
    const where = plan ? `${row.name}, ${plan.fault} ${plan.when} request ${plan.request}` : row.name;
    const stage = await openStage(server);
    const given = (await row.setUp?.(stage)) as never;
    const former = await row.done(stage, given);
    const isRefusal = plan !== undefined && faults[plan.fault]?.isRefusal === true;
    const isHonest = !(isRefusal && plan.when === "after");
    server.arm(plan);
    const result = await settle(row.act(stage, given));
    const writesSent = server.requests.filter(({ method }) => method !== "GET").length;
    assert.ok(writesSent <= (row.maxWrites ?? cleanWrites), `${where}: ${writesSent} writes`);
    const outcome = await judge(row, stage, given, { result, before: former, isHonest, where });
    if (!plan) assert.equal(outcome, "done", `${where}: ${String(Reflect.get(result, "error"))}`);
    if (isHonest && (outcome === "failed" || outcome === "queued")) {
      // The user looks, and tries again an hour later.
      server.arm(undefined);
      stage.clock.skip(3_600_000);
      const second = await settle((row.again ?? row.act)(stage, given));
      assert.ok("value" in second, `${where}, again: ${String(Reflect.get(second, "error"))}`);
      if (row.name !== "make an authorization") {
        const count = (await row.done(stage, given)) - former;
        assert.equal(count, 1, `${where}: done ${count} times after the second try`);
      }
    }
    for (const { headers } of server.strayed)
      assert.ok(!/tok_mia|hunter2|Basic|Bearer/.test(JSON.stringify(headers)), `${where}: a credential elsewhere`);
    stage.dispose();
    // What still reads in the background ends by itself, or by `dispose`.
    await eventually(() => stage.clock.pending === 0, `${where}: no timer is left`);
    return writesSent;
  };

  describe(`each fault of a service, while ${kind} are written`, () => {
    for (const row of writes)
      test(`is survived: ${row.name}`, async () => {
        const cleanWrites = await run(row, undefined, Infinity);
        const failures: string[] = [];
        for (const plan of plans) {
          attempts++;
          try {
            await run(row, plan, cleanWrites);
            held++;
          } catch (error) {
            failures.push(error instanceof Error ? error.message : String(error));
          }
        }
        assert.deepEqual(failures, []);
        await eventually(
          () => server.open === 0 && Object.keys(globalAgent.sockets).length === 0,
          "every request is over, and its socket is free",
        );
      });
  });
};
