import assert from "node:assert/strict";
import { execFile } from "node:child_process";
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { after, before, describe, it } from "node:test";
import { pathToFileURL } from "node:url";
import { promisify } from "node:util";
import { outFolder } from "../../support/run/projectPaths.ts";
import { type Service, startService } from "../sandbox/service.ts";

const run = promisify(execFile);
const bundle = pathToFileURL(join(outFolder, "client.mjs")).href;

describe("the stand-alone client in plain Node", () => {
  let service: Service;
  let folder: string;
  before(async () => {
    service = await startService();
    folder = await mkdtemp(join(tmpdir(), "forgeside-client-"));
  });
  after(async () => {
    await service.close();
    await rm(folder, { recursive: true });
  });

  /** What a module outside the project prints as JSON. `out` has all that the client exports. */
  const inNode = async (body: string): Promise<unknown> => {
    const script = `
      import * as out from ${JSON.stringify(bundle)};
      const connect = (token) => {
        const client = new out.Client({
          version: "3.0.0",
          baseUrl: process.env.SERVICE_URL,
          dialect: process.env.DIALECT,
          headers: { "user-agent": "standalone-test" },
          timeout: 10_000,
        });
        if (token) client.authenticate({ type: "oauth", token });
        return client;
      };
      ${body}`;
    const { stdout } = await run(process.execPath, ["--input-type=module", "--eval", script], {
      cwd: folder,
      env: { ...process.env, SERVICE_URL: service.url, DIALECT: "github" },
      timeout: 30_000,
    });
    return JSON.parse(stdout);
  };

  it("exports the client, its error and the helpers for links, and nothing else", async () => {
    assert.deepEqual(await inNode(`console.log(JSON.stringify(Object.keys(out).toSorted()));`), [
      "Client",
      "HttpError",
      "hasFirstPage",
      "hasLastPage",
      "hasNextPage",
      "hasPreviousPage",
    ]);
  });

  it("is for GitHub's current service by default", async () => {
    const facts = await inNode(`
      const given = [new out.Client(), new out.Client({ version: "3.0.0" }), connect()];
      console.log(JSON.stringify(given.map(({ baseUrl, dialect }) => [baseUrl, dialect])));`);
    const today = ["https://api.github.com", "github"];
    assert.deepEqual(facts, [today, today, [service.url, "github"]]);
  });

  it("makes, reads and edits a gist by promise", async () => {
    const facts = await inNode(`
      const client = connect("sandbox_mia");
      const { id } = await client.gists.create({
        description: "ü",
        public: "false",
        files: { "a.md": { content: "# A\\n" } },
      });
      const made = await client.gists.get({ id });
      await client.gists.edit({ id, files: { "a.md": { content: "# B\\n" } } });
      const edited = await client.call("gists.get", { id });
      console.log(JSON.stringify({
        made: [made.public, made.description, made.files["a.md"].content, made.html_url.endsWith(id)],
        edited: [edited.files["a.md"].content, edited.meta.status],
      }));`);
    assert.deepEqual(facts, { made: [false, "ü", "# A\n", true], edited: ["# B\n", "200 OK"] });
  });

  it("makes, reads and edits a gist by callback", async () => {
    const facts = await inNode(`
      const client = connect("sandbox_mia");
      const files = (content) => ({ "a.md": { content } });
      client.gists.create({ public: "true", files: files("1") }, (noError, { id }) => {
        client.gists.edit({ id, files: files("2") }, null, (none, edited) => {
          client.gists.get({ id }, { timeout: 5000 }, (error, gist) => {
            console.log(JSON.stringify([noError, none, error, gist.public, gist.files["a.md"].content, gist.id === id]));
          });
        });
      });`);
    assert.deepEqual(facts, [null, null, null, true, "2", true]);
  });

  it("gives an HttpError with a numeric code, in both ways", async () => {
    const facts = await inNode(`
      const client = connect("sandbox_mia");
      const id = "f".repeat(32);
      const facts = (error) => [error instanceof out.HttpError, error instanceof Error, error.code, error.name];
      const thrown = await client.gists.get({ id }).catch(facts);
      client.gists.get({ id }, (error, ...rest) => {
        console.log(JSON.stringify([thrown, facts(error), rest.length, JSON.parse(JSON.stringify(error))]));
      });`);
    const wanted = [true, true, 404, "NotFound"];
    assert.deepEqual(facts, [wanted, wanted, 0, { code: 404, status: "NotFound", message: "Not Found" }]);
  });

  it("reads page after page by the links", async () => {
    const facts = await inNode(`
      const client = connect();
      const first = await client.gists.getFromUser({ user: "mia", per_page: 1 });
      const second = out.hasNextPage(first) ? await client.linkedPage(first, "next") : undefined;
      console.log(JSON.stringify([
        typeof out.hasNextPage(first), out.hasPreviousPage(first) ?? null, typeof out.hasLastPage(first),
        second?.length, second && typeof out.hasFirstPage(second),
      ]));`);
    assert.deepEqual(facts, ["string", null, "string", 1, "string"]);
  });

  it("refuses another version and an address that would show the token", async () => {
    const facts = await inNode(`
      const refused = (options) => {
        try { new out.Client(options); return "taken"; } catch (error) { return error.name; }
      };
      console.log(JSON.stringify([
        refused({ version: "2.0.0" }), refused({ baseUrl: "http://forge.example.com" }), refused({}),
      ]));`);
    assert.deepEqual(facts, ["TypeError", "BadRequest", "taken"]);
  });
});
