import assert from "node:assert/strict";
import { afterEach, beforeEach, describe, it } from "node:test";
import { GistsModel } from "../../../src/gists/model.ts";
import { ReposModel } from "../../../src/repos/model.ts";
import { smallSeed } from "../sandbox/service.ts";
import { type OpenService, openService } from "./openService.ts";

describe("A token that is replaced", () => {
  let service: OpenService;
  let gists: GistsModel;
  let repos: ReposModel;
  beforeEach(async () => {
    service = await openService(smallSeed);
    const accounts = service.window.model;
    gists = new GistsModel({ accounts, pageSize: () => 1 });
    const ownOptions = () => ({ type: "all", sort: "full_name", direction: "asc" }) as const;
    repos = new ReposModel({ accounts, ownOptions });
  });
  afterEach(async () => {
    gists.dispose();
    repos.dispose();
    await service.close();
  });
  const replaceToken = (): Promise<void> =>
    service.window.model.replaceToken(service.accountId, { login: "mia", scopes: [] }, "sandbox_mia_old");
  const restoreToken = (): Promise<void> =>
    service.window.model.replaceToken(service.accountId, { login: "mia" }, "sandbox_mia");

  it("makes the lists of gists read again, with as many pages as before", async () => {
    const { accountId } = service;
    const count = async (): Promise<number> => (await gists.lists.get(accountId, "own")).gists.length;
    await count();
    await gists.loadMore(accountId, "own");
    assert.equal(await count(), 2);
    await replaceToken();
    await assert.rejects(count(), { code: 401 });
    assert.equal(gists.lists.known(accountId, "own").length, 0);
    await restoreToken();
    assert.equal(await count(), 2);
  });

  it("makes the lists of repositories read again, with as many pages as before", async () => {
    const { accountId } = service;
    const pages = [["a"], ["b"]].map((names) =>
      names.map((name) => ({ id: name, name, owner: { login: "mia" } })),
    );
    service.hooks.before = (request) => {
      const { pathname, searchParams } = new URL(request.url);
      const page = Number(searchParams.get("page") ?? 1);
      if (pathname !== "/user/repos" || request.headers.get("authorization") !== "Bearer sandbox_mia")
        return undefined;
      const link = `<${service.url}/user/repos?page=2>; rel="next"`;
      return Response.json(pages[page - 1], page === 1 ? { headers: { link } } : {});
    };
    const names = async (): Promise<readonly string[]> =>
      (await repos.list(accountId, "own")).items.map(({ name }) => name);
    await names();
    await repos.more(accountId, "own");
    await replaceToken();
    await assert.rejects(names(), { code: 401 });
    await restoreToken();
    assert.deepEqual(await names(), ["a", "b"]);
  });
});
