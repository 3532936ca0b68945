import assert from "node:assert/strict";
import { beforeEach, describe, test } from "node:test";
import { mayLead } from "../../../src/client/baseUrl.ts";
import { Client } from "../../../src/client/client.ts";
import { inProcessTransport } from "../../../src/client/inProcessTransport.ts";
import { failureOf } from "../../support/failureOf.ts";

const forge = "https://forge.example/api/v3";
/** Where a server on the network must not lead: plain http, and this machine under its many names. */
const forbidden = [
  "http://raw.forge.example/x",
  "http://forge.example/x",
  "http://127.0.0.1:2375/containers/json?all=1",
  "http://localhost/x",
  "https://127.0.0.1/x",
  "https://127.1/x",
  "https://2130706433/x",
  "https://localhost:8443/x",
  "https://localhost./x",
  "https://a.localhost/x",
  "https://0.0.0.0/x",
  "https://[::1]/x",
  "https://[::]/x",
  "https://[::ffff:127.0.0.1]/x",
  "https://[::ffff:127.255.0.1]/x",
  "https://[::ffff:0.0.0.0]/x",
  "https://[::127.0.0.1]/x",
  "https://[64:ff9b::127.0.0.1]/x",
  "https://user:pw@raw.forge.example/x",
  "https://user@forge.example/x",
  "file:///etc/passwd",
  "data:text/plain,x",
  "ftp://forge.example/x",
];

let asked: { readonly url: string; readonly authorization: string | null }[];
let answer: (url: string) => Response;
let client: Client;
beforeEach(() => {
  asked = [];
  client = new Client({
    baseUrl: forge,
    dialect: "github",
    retry: { attempts: 0 },
    transport: inProcessTransport(async (request) => {
      asked.push({ url: request.url, authorization: request.headers.get("authorization") });
      return answer(request.url);
    }),
  });
  client.authenticate({ type: "token", token: "t" });
});

const redirectTo =
  (location: string, status = 302) =>
  (): Response =>
    new Response(null, { status, headers: { location } });

describe("a server that is reached by https", () => {
  for (const target of forbidden) {
    test(`does not lead to ${target}, by a redirect, an archive's or a file's address`, async () => {
      assert.equal(mayLead(new URL(forge), new URL(target)), false);
      answer = redirectTo(target);
      const archive = { user: "u", repo: "r", archive_format: "zipball" } as const;
      for (const call of [
        () => client.call("gists.get", { id: "1" }),
        () => client.call("gists.star", { id: "1" }),
        () => client.call("repos.getArchiveLink", archive),
        () => client.download("https://raw.forge.example/1"),
      ])
        assert.match((await failureOf(call())).kind, /^(redirect|unreadable)$/);
      assert.equal(asked.length, 4);
      assert.equal((await failureOf(client.download(target))).kind, "redirect");
      assert.equal((await failureOf(client.downloadPieces(target, async () => 1))).kind, "redirect");
      assert.equal(asked.length, 4, "nothing is sent there");
    });
  }

  test("is not believed where the browser has followed a redirect to such an address", async () => {
    for (const target of forbidden) {
      const followed = new Client({
        baseUrl: forge,
        dialect: "github",
        retry: { attempts: 0 },
        transport: async (request) => {
          const send = inProcessTransport(async () => Response.json({ id: "1", files: {} }));
          return { ...(await send(request)), url: target };
        },
      });
      assert.equal((await failureOf(followed.call("gists.get", { id: "1" }))).kind, "redirect", target);
      followed.dispose();
    }
  });

  test("leads to other servers by https, without the token", async () => {
    answer = (url) => (url.startsWith(forge) ? redirectTo("https://cdn.example/x")() : new Response("ü"));
    assert.equal((await client.download(`${forge}/x`)).length, 2);
    assert.deepEqual(
      asked.map(({ authorization }) => authorization),
      ["Bearer t", null],
    );
  });

  test("does not lead on what another server may not", async () => {
    answer = (url) => redirectTo(url.startsWith(forge) ? "https://cdn.example/x" : "http://127.0.0.1/x")();
    assert.equal((await failureOf(client.download(`${forge}/x`))).kind, "redirect");
    assert.equal(asked.length, 2);
  });

  test("that names something else than an address is an error", async () => {
    for (const address of ["", "x", "//", "https://["])
      assert.equal((await failureOf(client.download(address))).kind, "redirect");
    assert.equal(asked.length, 0);
  });
});

describe("a server on this machine", () => {
  test("leads to itself, to another one here, and to the network by https", () => {
    const here = new URL("http://127.0.0.1:3000/api");
    for (const target of [
      "http://127.0.0.1:3000/x",
      "http://localhost:1/x",
      "https://localhost/x",
      "https://a.example/x",
    ])
      assert.equal(mayLead(here, new URL(target)), true, target);
    for (const target of ["http://a.example/x", "file:///x"])
      assert.equal(mayLead(here, new URL(target)), false, target);
  });

  test("that is reached by https does not lead to plain http", () => {
    assert.equal(mayLead(new URL("https://localhost:3000"), new URL("http://localhost:3000/x")), false);
    assert.equal(mayLead(new URL("https://localhost:3000"), new URL("https://localhost:3001/x")), true);
  });
});
