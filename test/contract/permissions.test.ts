import assert from "node:assert/strict";
import { readFile } from "node:fs/promises";
import { before, describe, it } from "node:test";
import { type OperationId, operationIds, operationOf } from "../../src/client/operations/table.ts";
import { acceptedScopes, allScopes, hasScope } from "../../src/client/permissions.ts";
import { fetchPackageFile } from "../support/packageFile.ts";
import { PublishedDescription } from "../support/publishedDescription.ts";
import facts from "./fineGrainedFacts.json" with { type: "json" };

/** What the description has of an operation at all; the others are gone from today's service, or never described. */
const isDescribed = (id: OperationId): boolean => !operationOf(id).today?.removed && id !== "repos.one";

/** `GET /repos/{owner}/{repo}` of the description for each operation that it has. */
const templateOf = (description: PublishedDescription, id: OperationId): string => {
  const { route, today, path } = operationOf(id);
  const [method = "", pattern = ""] = (today?.route ?? route).split(" ");
  const example = pattern.replaceAll(/:([a-z_]+)/g, (_, name: string) => path?.[name]?.allowed?.[0] ?? "x");
  const template = description.templateOf(method, example) ?? assert.fail(`${id} is not described`);
  return `${method} ${template}`;
};

/** Every scope that is enough, wide ones included: two lists of alternatives mean the same when these are equal. */
const enough = (accepted: readonly string[]): readonly string[] =>
  allScopes.filter((scope) => hasScope([scope], accepted));

const scopesIn = (text: string): readonly string[] =>
  [...text.matchAll(/`([a-z_:]+)`/g)].map(([, name = ""]) => name);

interface Statement {
  readonly public: readonly string[];
  readonly private: readonly string[];
}

const meaningOf = (sentence: string): Statement => {
  const [forPublic = "", forPrivate] = sentence.split(/, and (?=`repo` scope to [^.]* private repository)/);
  return { public: scopesIn(forPublic), private: scopesIn(forPrivate ?? forPublic) };
};

const contents =
  "OAuth app tokens and personal access tokens (classic) need the `repo` scope to use this endpoint.";
const workflow =
  "The `workflow` scope is also required in order to modify files in the `.github/workflows` directory.";
const collaborators =
  "OAuth app tokens and personal access tokens (classic) need the `read:org` and `repo` scopes to use this endpoint.";
const publicContents =
  "The scopes page: public_repo gives read and write access to the code of public repositories.";
const publicDeployments =
  "The scopes page: public_repo gives access to the deployment statuses of public repositories.";
const byPath = "Of some paths only: what an answer says decides there.";
const byOwner =
  "The scopes page: public_repo gives access to the collaborators of public repositories. Of an organization's " +
  "repository read:org decides which members are seen.";

/** Sentences from which a row differs, word for word, each with the reason. One that is no longer there is an error. */
const scopeExceptions: Readonly<Partial<Record<OperationId, Readonly<Record<string, string>>>>> = {
  "repos.getCollaborators": { [collaborators]: byOwner },
  "repos.getCollaborator": { [collaborators]: byOwner },
  "repos.createContent": { [contents]: publicContents, [workflow]: byPath },
  "repos.createFile": { [contents]: publicContents, [workflow]: byPath },
  "repos.updateFile": { [contents]: publicContents, [workflow]: byPath },
  "repos.createDeployment": {
    "OAuth app tokens and personal access tokens (classic) need the `repo` or `repo_deployment` scope to use this endpoint.":
      publicDeployments,
  },
  "repos.createDeploymentStatus": {
    "OAuth app tokens and personal access tokens (classic) need the `repo_deployment` scope to use this endpoint.":
      publicDeployments,
  },
};

const everyToken = "What is public is readable with any token.";
const newer = "The package is older than the facts, which name what a token needs today.";

/** Where the rows differ from the package: operation → what the package says, and why the row says something else. */
const permissionExceptions: Readonly<Partial<Record<OperationId, readonly [published: string, reason: string]>>> =
  {
    "repos.getFromUser": ["metadata=read", everyToken],
    "events.get": ["metadata=read", everyToken],
    "events.getFromOrg": ["metadata=read", everyToken],
    "events.getReceivedPublic": ["metadata=read", everyToken],
    "events.getFromUserPublic": ["metadata=read", everyToken],
    "misc.emojis": ["metadata=read", everyToken],
    "misc.meta": ["metadata=read", everyToken],
    "misc.rateLimit": ["metadata=read", everyToken],
    "events.getFromUser": ["metadata=read", newer],
    "repos.createCommitComment": ["contents=write", newer],
    "repos.getContent": ["contents=read, single_file=read", newer],
    "repos.createContent": ["single_file=write", newer],
    "repos.createFile": ["single_file=write", newer],
    "repos.updateFile": ["single_file=write", newer],
    "repos.deleteFile": ["single_file=write", newer],
    "repos.getStarred": ["metadata=read", newer],
    "repos.getWatched": ["metadata=read", newer],
    "repos.getWatchedFromUser": ["metadata=read", newer],
  };

const permissionsOf = (id: OperationId): string =>
  operationOf(id)
    .needs.permissions.map(({ name, access }) => `${name}=${access}`)
    .toSorted()
    .join(", ");

type Permissions = Readonly<Record<string, Readonly<Record<string, readonly string[] | string>>>>;

/** Route without the names of its parameters → permissions, of the published package. */
const readPackage = async (): Promise<ReadonlyMap<string, string>> => {
  const file = await fetchPackageFile({
    name: "@octokit/app-permissions",
    version: "2.1.0",
    member: "generated/api.github.com.json",
    folder: "app-permissions",
  });
  const { permissions } = JSON.parse(await readFile(file, "utf8")) as { permissions: Permissions };
  const found = new Map<string, string[]>();
  for (const [name, levels] of Object.entries(permissions)) {
    for (const access of ["read", "write", "admin"]) {
      const routes = levels[access];
      for (const route of Array.isArray(routes) ? (routes as readonly string[]) : []) {
        const key = unnamed(route);
        found.set(key, [...(found.get(key) ?? []), `${name}=${access}`]);
      }
    }
  }
  return new Map([...found].map(([route, names]) => [route, names.toSorted().join(", ")]));
};

const unnamed = (route: string): string => route.replace("{base}...{head}", "{}").replaceAll(/\{[^}]+\}/g, "{}");

describe("the permissions of the operations", () => {
  let description: PublishedDescription;
  let published: ReadonlyMap<string, string>;
  before(async () => {
    description = await PublishedDescription.load();
    published = await readPackage();
  });

  const sentencesOf = (id: OperationId): readonly string[] => {
    const [method = "", template = ""] = templateOf(description, id).split(" ");
    return description
      .textOf(method, template)
      .split(/(?<=\.)\s|\n/)
      .filter((sentence) => /`[a-z_:]+` scopes?\b/.test(sentence));
  };

  it("accept the scopes that the published description names, but for what is listed", () => {
    let compared = 0;
    for (const id of operationIds.filter(isDescribed)) {
      const exceptions = scopeExceptions[id] ?? {};
      const sentences = sentencesOf(id);
      for (const sentence of sentences.filter((one) => !Object.hasOwn(exceptions, one))) {
        const meaning = meaningOf(sentence);
        const { needs } = operationOf(id);
        assert.deepEqual(enough(acceptedScopes(needs, false)), enough(meaning.public), `${id}: ${sentence}`);
        assert.deepEqual(enough(acceptedScopes(needs, true)), enough(meaning.private), `${id}: ${sentence}`);
        compared += 1;
      }
      const gone = Object.keys(exceptions).filter((sentence) => !sentences.includes(sentence));
      assert.deepEqual(gone, [], id);
    }
    assert.equal(compared, 4);
  });

  it("differ from each listed sentence about scopes, so that no exception is left over", () => {
    for (const [id, exceptions] of Object.entries(scopeExceptions)) {
      const { needs } = operationOf(id as OperationId);
      for (const sentence of Object.keys(exceptions))
        assert.notDeepEqual(enough(acceptedScopes(needs, false)), enough(meaningOf(sentence).public), id);
    }
  });

  it("are those that the published package names for apps and fine-grained tokens, but for what is listed", () => {
    let compared = 0;
    for (const id of operationIds.filter(isDescribed)) {
      const known = published.get(unnamed(templateOf(description, id)));
      const [exception] = permissionExceptions[id] ?? [];
      if (exception !== undefined) {
        assert.equal(known, exception, id);
        assert.notEqual(permissionsOf(id), known, id);
      } else if (known !== undefined) {
        assert.equal(permissionsOf(id), known, id);
        if (operationOf(id).isNewer !== true) compared += 1;
      }
    }
    // The number is of the interface's operations, which is fixed.
    assert.equal(compared, 45);
  });

  it("are the facts about fine-grained tokens for what the package lacks or has an older state of", () => {
    const permissions: Readonly<Record<string, string | null>> = facts.permissions;
    const used = new Set<string>();
    for (const id of operationIds.filter(isDescribed)) {
      const route = templateOf(description, id);
      const fact = permissions[route];
      const [, reason] = permissionExceptions[id] ?? [];
      if (fact === undefined) {
        assert.ok(published.has(unnamed(route)) && reason !== newer, `${id} is compared with nothing`);
        continue;
      }
      used.add(route);
      assert.equal(operationOf(id).needs.classicOnly === true, fact === null, id);
      assert.equal(permissionsOf(id), fact ?? "", id);
    }
    assert.deepEqual([...used].toSorted(), Object.keys(permissions).toSorted());
  });

  it("name the permission for private events as the description of the feed does", () => {
    const text = description.textOf("GET", "/users/{username}/events");
    assert.match(text, /permission set to view private events: "Events" user permissions \(read\)/);
    assert.equal(permissionsOf("events.getFromUser"), "user_events=read");
  });
});
