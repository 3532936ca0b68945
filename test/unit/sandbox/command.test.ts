import assert from "node:assert/strict";
import { mkdtemp, readdir, readFile, rm, writeFile } from "node:fs/promises";
import { request } from "node:http";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, describe, it } from "node:test";
import { UserError } from "../../../src/base/errors.ts";
import { demoToken } from "../../../src/sandbox/demoSeed.ts";
import { parseState } from "../../../src/sandbox/state.ts";
import { eventually } from "../../support/eventually.ts";
import { ManualClock } from "../../support/manualClock.ts";
import { type RunningSandbox, runSandboxCommand } from "../../support/sandboxCommand.ts";

const example = "test/support/exampleSeed.json";

describe("npm run sandbox", () => {
  let folder: string;
  let clock: ManualClock;
  let running: RunningSandbox | undefined;
  const printed: string[] = [];

  const run = async (...args: string[]): Promise<RunningSandbox> => {
    running = await runSandboxCommand(args, (line) => printed.push(line), clock);
    return running;
  };

  const refusal = async (message: RegExp, ...args: string[]): Promise<void> => {
    await assert.rejects(run(...args), (error) => {
      assert.ok(error instanceof UserError);
      assert.match(error.message, message);
      return true;
    });
  };

  const makeGist = (url: string): Promise<Response> =>
    fetch(`${url}/gists`, {
      method: "POST",
      headers: { authorization: "Bearer sandbox_mia" },
      body: JSON.stringify({ files: { "kept.md": { content: "kept" } } }),
    });

  beforeEach(async () => {
    folder = await mkdtemp(join(tmpdir(), "sandbox-"));
    clock = new ManualClock();
    printed.length = 0;
  });
  afterEach(async () => {
    await running?.stop();
    running = undefined;
    await rm(folder, { recursive: true });
  });

  it("serves the demo data and prints how to reach it", async () => {
    const { url } = await run();
    assert.match(url, /^http:\/\/127\.0\.0\.1:\d+$/);
    const text = printed.join("\n");
    assert.ok(text.includes(url));
    const token = /ada-finch {2}(sandbox_ada_finch_[0-9a-f]{32}) /.exec(text)?.[1] ?? assert.fail(text);
    assert.notEqual(token, demoToken);
    const user = (given: string) => fetch(`${url}/user`, { headers: { authorization: `Bearer ${given}` } });
    assert.equal((await (await user(token)).json()).login, "ada-finch");
    assert.equal((await user(demoToken)).status, 401);
  });

  it("is not for pages of other origins, nor under another name, unless it was asked for", async () => {
    const { url } = await run("--seed", example);
    const from = (origin: string, at = url) =>
      fetch(`${at}/meta`, { method: "OPTIONS", headers: { origin, "access-control-request-method": "GET" } });
    const refused = await from("https://evil.example");
    assert.equal(refused.status, 403);
    assert.deepEqual(
      [...refused.headers.keys()].filter((name) => name.startsWith("access-control-")),
      [],
    );
    assert.equal((await from(url)).status, 204);
    const { port } = new URL(url);
    const named = await new Promise((resolve, reject) => {
      request({ host: "127.0.0.1", port, path: "/meta", headers: { host: "evil.example" } }, (answer) => {
        answer.resume();
        resolve(answer.statusCode);
      })
        .once("error", reject)
        .end();
    });
    assert.equal(named, 403);
    await running?.stop();
    const open = await run("--seed", example, "--cors");
    const allowed = await from("https://page.example", open.url);
    assert.deepEqual([allowed.status, allowed.headers.get("access-control-allow-origin")], [204, "*"]);
  });

  it("does not deliver hooks to itself", async () => {
    const { url } = await run();
    const token = /ada-finch {2}(\S+)/.exec(printed.join("\n"))?.[1] ?? assert.fail();
    const call = async (method: string, path: string, body?: object) => {
      const init = body === undefined ? {} : { body: JSON.stringify(body) };
      const headers = { authorization: `Bearer ${token}` };
      return (await fetch(url + path, { method, headers, ...init })).json();
    };
    const { full_name: name } = await call("POST", "/user/repos", { name: "looped" });
    const config = { url: `${url}/repos/${name}/forks`, content_type: "json" };
    const { id } = await call("POST", `/repos/${name}/hooks`, { name: "web", events: ["push"], config });
    const deliveries = async () => call("GET", `/repos/${name}/hooks/${id}/deliveries`);
    let found: { readonly status_code: number }[] = [];
    while (found.length === 0) found = await deliveries();
    assert.equal(found[0]?.status_code, 502);
  });

  it("keeps the state in a file from run to run", async () => {
    const file = join(folder, "state.json");
    const { url } = await run("--state", file, "--seed", example);
    await makeGist(url);
    assert.deepEqual(await readdir(folder), []);
    await running?.stop();
    assert.deepEqual(await readdir(folder), ["state.json"]);
    assert.equal(parseState(JSON.parse(await readFile(file, "utf8"))).gists.length, 3);

    const again = await run("--state", file);
    const gists = await fetch(`${again.url}/gists`, { headers: { authorization: "Bearer sandbox_mia" } });
    assert.equal((await gists.json()).length, 2);
  });

  it("saves a while after a change, once for several", async () => {
    const { url } = await run("--state", join(folder, "state.json"), "--seed", example);
    await makeGist(url);
    await makeGist(url);
    assert.equal(clock.pending, 1);
    clock.advance(1000);
    assert.equal(clock.pending, 0);
    await eventually(async () => (await readdir(folder)).join() === "state.json", "the state is saved");
    assert.equal(parseState(JSON.parse(await readFile(join(folder, "state.json"), "utf8"))).gists.length, 4);
  });

  it("saves at its end even when nothing changed", async () => {
    await run("--state", join(folder, "state.json"));
    await running?.stop();
    assert.deepEqual(await readdir(folder), ["state.json"]);
  });

  it("takes a rate limit", async () => {
    const { url } = await run("--rate-limit", "7");
    assert.equal((await fetch(`${url}/meta`)).headers.get("x-ratelimit-limit"), "7");
  });

  it("explains arguments that it cannot use", async () => {
    await refusal(/--port takes a whole number from 0 to 65535, not "99999"/, "--port", "99999");
    await refusal(/--port takes a whole number/, "--port", "abc");
    await refusal(/--rate-limit takes a whole number/, "--rate-limit", "1.5");
    await refusal(/'--nonsense'[^]*npm run sandbox/, "--nonsense");
    await refusal(/extra/, "extra");
    const { url } = await run();
    await refusal(/^Port \d+ cannot be used: .*EADDRINUSE/, "--port", new URL(url).port);
  });

  it("explains files that it cannot use, and leaves them alone", async () => {
    const file = join(folder, "broken.json");
    await refusal(/^There is no file .*none\.json/, "--seed", join(folder, "none.json"));
    await refusal(/cannot be read/, "--state", folder);
    for (const [text, message] of [
      ["{", /broken\.json is no JSON/],
      ['{"version": 7}', /broken\.json: state\.version: this sandbox reads version 2, found 7/],
    ] as const) {
      await writeFile(file, text);
      await refusal(message, "--state", file);
      assert.equal(await readFile(file, "utf8"), text);
    }
    await writeFile(file, '{"users": 5}');
    await refusal(/broken\.json: seed\.users: expected a list/, "--seed", file);
  });
});
