import assert from "node:assert/strict";
import { describe, it } from "node:test";
import type { Deployment, DeploymentStatus } from "../../../src/client/types/deployment.ts";
import { byEnvironment, type Deployed, stalenessOf, stateOf } from "../../../src/deployments/board.ts";
import { payloadOf, shownPayload } from "../../../src/deployments/payload.ts";
import { DeploymentProblem } from "../../../src/deployments/problem.ts";
import { webAddress } from "../../../src/deployments/webAddress.ts";

const now = Date.parse("2026-03-10T12:00:00Z");
const hoursAgo = (hours: number): string => new Date(now - hours * 3_600_000).toISOString();

const deployment = (id: number, hours: number, environment?: string): Deployment => ({
  id,
  sha: "a".repeat(40),
  ref: "main",
  task: "deploy",
  payload: {},
  ...(environment === undefined ? {} : { environment }),
  description: null,
  creator: null,
  created_at: hoursAgo(hours),
  updated_at: hoursAgo(hours),
});
const deployed = (id: number, hours: number, ...states: readonly string[]): Deployed => ({
  deployment: deployment(id, hours),
  statuses: states.map((state, index): DeploymentStatus => ({
    id: index,
    state,
    description: "",
    creator: null,
    created_at: hoursAgo(hours),
    updated_at: hoursAgo(hours),
  })),
});

describe("The board of deployments", () => {
  it("has the environments by their newest deployment, and within them the newest first", () => {
    const all = [
      deployment(1, 50, "staging"),
      deployment(2, 40, "production"),
      deployment(3, 30, "staging"),
      deployment(4, 60),
    ];
    assert.deepEqual(
      [...byEnvironment(all)].map(([name, list]) => [name, list.map(({ id }) => id)]),
      [
        ["staging", [3, 1]],
        ["production", [2, 4]],
      ],
    );
  });

  it("marks what a newer success has replaced, and nothing newer than it", () => {
    const all = [
      deployed(5, 1, "pending"),
      deployed(4, 2, "failure"),
      deployed(3, 3, "success", "pending"),
      deployed(2, 4, "success"),
      deployed(1, 5, "error"),
    ];
    assert.deepEqual(
      all.map((each) => stalenessOf(each, all, now)),
      [undefined, undefined, undefined, "superseded", "superseded"],
    );
    const inactive = deployed(9, 1, "inactive", "success");
    assert.equal(stalenessOf(inactive, [inactive], now), "superseded");
  });

  it("marks what has had no status for over a day", () => {
    for (const [one, expected] of [
      [deployed(1, 25, "pending"), "forgotten"],
      [deployed(1, 23, "pending"), undefined],
      [deployed(1, 25, "in_progress"), "forgotten"],
      [deployed(1, 25), "forgotten"],
      [deployed(1, 23), undefined],
      [deployed(1, 99, "failure"), undefined],
      [deployed(1, 99, "success"), undefined],
    ] as const)
      assert.equal(stalenessOf(one, [one], now), expected, `${stateOf(one)} ${one.deployment.created_at}`);
  });
});

describe("A payload", () => {
  it("is sent as the JSON that it is, and none when there is none", () => {
    assert.equal(payloadOf('{\n  "region": "north"\n}\n'), '{"region":"north"}');
    assert.equal(payloadOf("  \n"), undefined);
  });

  it("that is no JSON, or no object, is refused", () => {
    for (const text of ["{", "region", "'x'", "{a: 1}", "[1]", "1", '"text"', "null", '{"a": 1,}'])
      assert.throws(
        () => payloadOf(text),
        (error) => error instanceof DeploymentProblem && error.kind === "badPayload",
        text,
      );
  });

  it("is shown in lines, and nothing for an empty one", () => {
    assert.equal(shownPayload({ a: 1 }), '{\n  "a": 1\n}');
    assert.equal(shownPayload('{"a":1}'), '{\n  "a": 1\n}');
    assert.equal(shownPayload("plain"), "plain");
    for (const none of [{}, "", null, undefined]) assert.equal(shownPayload(none), "");
  });
});

describe("A target URL", () => {
  it("is opened only when it is a web page's", () => {
    assert.equal(webAddress("https://example.com/a b"), "https://example.com/a%20b");
    assert.equal(webAddress("http://127.0.0.1:1/"), "http://127.0.0.1:1/");
    for (const url of ["javascript:alert(1)", "file:///etc/passwd", "command:x", "vscode://x", "x", "", undefined])
      assert.equal(webAddress(url), undefined, url);
  });
});
