import assert from "node:assert/strict";
import { test } from "node:test";

import { isWrite, type OperationId, operationIds, operationOf } from "../../../src/client/operations/table.ts";
import {
  acceptedScopes,
  allScopes,
  hasScope,
  includesAccess,
  type Needs,
  type Scope,
} from "../../../src/client/permissions.ts";
import { narrowestScopes, permissionsFor, scopesFor } from "../../../src/client/requiredPermissions.ts";
import { fc } from "../../support/fastCheck.ts";

const needsOf = (id: OperationId): Needs => operationOf(id).needs;
const isAllowed = (id: OperationId, granted: readonly Scope[], isPrivate: boolean): boolean =>
  hasScope(granted, acceptedScopes(needsOf(id), isPrivate));
const idsOf = (section: string): readonly OperationId[] => operationIds.filter((id) => id.startsWith(section));

const anyOperations = fc.subarray([...operationIds]);

test("a write needs a user, and all but the password operations name a scope for it", () => {
  for (const id of operationIds.filter(isWrite)) {
    const { access, scopes } = needsOf(id);
    assert.notEqual(access, "anyone", id);
    assert.equal(scopes.length > 0, access === "user", id);
  }
});

test("what everyone may read needs no scope where it is public", () => {
  for (const id of operationIds) if (needsOf(id).access === "anyone") assert.deepEqual(needsOf(id).scopes, [], id);
});

test("scopes and permissions are named once, and a private thing never needs less than a public one", () => {
  for (const id of operationIds) {
    const needs = needsOf(id);
    const names = needs.permissions.map(({ name }) => name);
    assert.equal(new Set(names).size, names.length, id);
    for (const scopes of [needs.scopes, needs.privateScopes ?? []]) {
      assert.equal(new Set(scopes).size, scopes.length, id);
      for (const scope of scopes) {
        assert.ok(allScopes.includes(scope), `${id} ${scope}`);
        // An alternative that another one includes could never matter.
        const others = scopes.filter((other) => other !== scope);
        assert.ok(others.length === 0 || !hasScope([scope], others), `${id} ${scope}`);
      }
    }
    for (const scope of needs.privateScopes ?? []) assert.ok(isAllowed(id, [scope], false), `${id} ${scope}`);
  }
});

test("writes need write access to a permission, and reads never do", () => {
  // Read access is enough to test a hook and to comment on a commit.
  const readAccessWrites = ["repos.testHook", "repos.createCommitComment"];
  for (const id of operationIds) {
    const { permissions, classicOnly } = needsOf(id);
    const isWriting = permissions.some(({ access }) => access !== "read");
    const expected = isWrite(id) && classicOnly !== true && !readAccessWrites.includes(id);
    assert.equal(isWriting, expected, id);
    if (classicOnly) assert.deepEqual(permissions, [], id);
  }
});

test("the authorizations are for a username and password, and nothing else is", () => {
  assert.deepEqual(
    operationIds.filter((id) => needsOf(id).access === "password"),
    idsOf("authorization."),
  );
});

test("wide scopes include the narrow ones, and unknown ones include nothing", () => {
  assert.ok(hasScope(["admin:repo_hook"], ["read:repo_hook"]));
  assert.ok(hasScope(["repo"], ["public_repo"]));
  assert.ok(!hasScope(["public_repo"], ["repo"]));
  assert.ok(!hasScope(["read:repo_hook"], ["write:repo_hook"]));
  assert.ok(!hasScope(["toString"], ["gist"]));
  assert.ok(hasScope([], []));
});

test("narrowestScopes adds no scope where a wider one is needed anyway", () => {
  assert.deepEqual(narrowestScopes([["admin:repo_hook", "repo"], ["repo"]]), ["repo"]);
  assert.deepEqual(
    narrowestScopes([["admin:repo_hook", "repo"], ["gist"]]),
    ["gist", "admin:repo_hook"].toSorted(),
  );
});

test("scopesFor names the narrowest scopes of a feature", () => {
  const hooks = operationIds.filter((id) => id.endsWith("Hook") || id.endsWith("Hooks"));
  const files: OperationId[] = ["repos.createFile", "repos.getContent"];
  assert.deepEqual(scopesFor([], { isPrivate: true }), []);
  assert.deepEqual(scopesFor(idsOf("gists."), { isPrivate: false }), ["gist"]);
  assert.deepEqual(scopesFor(idsOf("gists."), { isPrivate: true }), ["gist"]);
  for (const isPrivate of [false, true]) assert.deepEqual(scopesFor(hooks, { isPrivate }), ["admin:repo_hook"]);
  assert.deepEqual(scopesFor(files, { isPrivate: false }), ["public_repo"]);
  assert.deepEqual(scopesFor(files, { isPrivate: true }), ["repo"]);
  assert.deepEqual(scopesFor(["repos.watch", ...files], { isPrivate: false }), ["notifications", "public_repo"]);
  assert.deepEqual(scopesFor([...hooks, ...files], { isPrivate: false }), ["public_repo"]);
  assert.deepEqual(scopesFor([...operationIds], { isPrivate: true }), ["gist", "delete_repo", "repo"]);
});

test("scopesFor covers every set of operations, and none of its scopes can be left out", () => {
  fc.assert(
    fc.property(anyOperations, fc.boolean(), (ids, isPrivate) => {
      const scopes = scopesFor(ids, { isPrivate });
      assert.ok(ids.every((id) => isAllowed(id, scopes, isPrivate)));
      // Who may do it with what is private may do it with what is public.
      assert.ok(ids.every((id) => isAllowed(id, scopes, false)));
      for (const scope of scopes) {
        const others = scopes.filter((other) => other !== scope);
        assert.ok(!ids.every((id) => isAllowed(id, others, isPrivate)), scope);
      }
    }),
  );
});

test("permissionsFor covers every set of operations with the lowest access by name", () => {
  fc.assert(
    fc.property(anyOperations, (ids) => {
      const permissions = permissionsFor(ids);
      const names = permissions.map(({ name }) => name);
      assert.deepEqual(names, [...new Set(names)].toSorted());
      const needed = ids.flatMap((id) => needsOf(id).permissions);
      for (const { name, access } of permissions)
        assert.ok(needed.some((other) => other.name === name && other.access === access));
      for (const { name, access } of needed) {
        const granted = permissions.find((other) => other.name === name);
        assert.ok(granted !== undefined && includesAccess(granted.access, access), name);
      }
    }),
  );
});

test("permissionsFor takes the higher access where two operations differ", () => {
  const hooks = { name: "repository_hooks", access: "write" } as const;
  assert.deepEqual(permissionsFor(["repos.getHooks", "repos.createHook"]), [hooks]);
  assert.deepEqual(permissionsFor(["repos.createHook", "repos.getHooks"]), [hooks]);
  assert.deepEqual(permissionsFor(["repos.watch"]), []);
});
