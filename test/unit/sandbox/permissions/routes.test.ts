import assert from "node:assert/strict";
import { test } from "node:test";
import { publicData } from "../../../../src/client/operations/needs.ts";
import { operationIds, operationOf } from "../../../../src/client/operations/table.ts";
import { needsOfRoute } from "../../../../src/sandbox/permissions/routeNeeds.ts";

/** Values that look like what the parameter is, with slashes where the service allows them. */
const example = (name: string): string =>
  ({ id: "17", path: "docs/a b.md", ref: "feature/x", sha: "main", branch: "feature/x", head: "feature/x" })[
    name
  ] ?? "octo";

const exampleOf = (route: string, choices: Readonly<Record<string, string>>): readonly [string, string] => {
  const [method = "", path = ""] = route.split(" ");
  return [method, path.replaceAll(/:([a-z_]+)/g, (_, name: string) => choices[name] ?? example(name))];
};

test("every route of an operation, of 2015 and of today, needs what the operation's row says", () => {
  let count = 0;
  for (const id of operationIds) {
    const { route, today, needs, path = {} } = operationOf(id);
    const choices = Object.fromEntries(
      Object.entries(path).flatMap(([name, { allowed }]) =>
        allowed?.[0] === undefined ? [] : [[name, allowed[0]]],
      ),
    );
    for (const text of [route, today?.route].filter((one) => one !== undefined)) {
      assert.deepEqual(needsOfRoute(...exampleOf(text, choices)), needs, `${id} ${text}`);
      count += 1;
    }
  }
  assert.ok(count > operationIds.length);
});

test("HEAD needs what GET needs, and a slash at the end makes no difference", () => {
  const hooks = operationOf("repos.getHooks").needs;
  assert.equal(needsOfRoute("HEAD", "/repos/mia/hello/hooks"), hooks);
  assert.equal(needsOfRoute("GET", "/repos/mia/hello/hooks/"), hooks);
});

test("of two routes that fit, the one with more fixed text counts", () => {
  const scopesOf = (method: string, path: string) => needsOfRoute(method, path).privateScopes;
  assert.deepEqual(scopesOf("GET", "/repos/mia/hello/commits/main/status"), ["repo:status"]);
  assert.deepEqual(scopesOf("GET", "/repos/mia/hello/commits/a/b"), ["repo"]);
  assert.deepEqual(scopesOf("GET", "/repos/mia/hello/deployments/1/statuses/2"), ["repo_deployment"]);
  assert.equal(needsOfRoute("GET", "/gists/public"), operationOf("gists.public").needs);
  assert.equal(needsOfRoute("POST", "/repos/mia/hello/hooks/1/pings"), operationOf("repos.testHook").needs);
});

test("what is no route of the interface needs nothing, so that everyone learns that it is not there", () => {
  assert.equal(needsOfRoute("GET", "/nothing"), publicData);
  assert.equal(needsOfRoute("POST", "/repos/mia/hello/nothing/at/all"), publicData);
});
