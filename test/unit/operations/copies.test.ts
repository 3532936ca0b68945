import assert from "node:assert/strict";
import { execFileSync } from "node:child_process";
import { after, before, beforeEach, describe, test } from "node:test";
import { runInNewContext } from "node:vm";
import { Client } from "../../../src/client/client.ts";
import { nodeTransport } from "../../../src/client/nodeTransport.ts";
import { clientCallOf, curlOf, requestText } from "../../../src/operations/reference/copies.ts";
import { secretsIn } from "../../../src/operations/secrets.ts";
import type { OperationCall } from "../../../src/operations/types.ts";
import { fitting } from "../../support/fittingAnswer.ts";
import { type RecordingServer, startRecordingServer } from "../../support/recordingServer.ts";

let server: RecordingServer;
let client: Client;
before(async () => {
  server = await startRecordingServer(fitting);
  client = new Client({ baseUrl: server.url, dialect: "github", transport: nodeTransport });
  client.authenticate({ type: "token", token: "t0ken" });
});
after(async () => {
  client.dispose();
  await server.close();
});
beforeEach(() => {
  server.requests.length = 0;
});

const odd = `a'b"c $HOME \`id\` $(id) \\ ! * ; | & > < ü 🙂 %s\n-- line two\t.`;

const calls: readonly OperationCall[] = [
  { operation: "gists.getAll", parameters: { per_page: 5, since: "2015-04-19T10:00:00Z" } },
  { operation: "gists.edit", parameters: { id: "1", description: odd, files: { [odd]: { content: odd } } } },
  {
    operation: "repos.getContent",
    parameters: { user: "mia", repo: "o'neil", path: "a b/$x'y.md", headers: { Accept: "a'b" } },
  },
  {
    operation: "repos.createHook",
    parameters: {
      user: "mia",
      repo: "tools",
      name: "web",
      config: { url: "https://example.com/$x", secret: "hook secret", password: 'p"w' },
      events: ["push"],
    },
  },
  { operation: "gists.create", parameters: { public: false, files: JSON.parse('{"__proto__":{"content":"x"}}') } },
  { operation: "repos.delete", parameters: { user: "mia", repo: "tools" } },
];

const send = async ({ operation, parameters }: OperationCall) => {
  await client.call(operation, parameters as never);
  const sent = server.requests.at(-1);
  assert.ok(sent);
  return sent;
};

const preview = ({ operation, parameters }: OperationCall) => client.preview(operation, parameters as never);

/** What a program gets as its arguments when a real shell reads the command. */
const argumentsOf = (command: string, environment: Readonly<Record<string, string>>): readonly string[] => {
  const script = `curl() { for each in "$@"; do printf '%s\\000' "$each"; done; }\n${command}`;
  const out = execFileSync("/bin/sh", ["-c", script], { env: { ...environment, HOME: "/home" } }).toString("utf8");
  return out.split("\0").slice(0, -1);
};

describe("A request as a command", () => {
  test("asks in a real shell for what the client asks for, with variables for secrets", async () => {
    for (const call of calls) {
      const command = curlOf(preview(call), secretsIn(call.parameters));
      for (const secret of ["t0ken", ...secretsIn(call.parameters)])
        assert.ok(!command.includes(JSON.stringify(secret).slice(1, -1)), call.operation);
      const given = argumentsOf(command, {
        FORGESIDE_TOKEN: "t0ken",
        FORGESIDE_SECRET: "hook secret",
        FORGESIDE_SECRET_2: 'p\\"w',
      });
      const sent = await send(call);
      const after = (name: string): readonly string[] =>
        given.flatMap((each, index) => (each === name ? [given[index + 1] ?? ""] : []));
      assert.equal(after("--request")[0] ?? "GET", sent.method);
      assert.equal(
        given.find((each) => each.startsWith("http")),
        server.url + sent.url,
      );
      assert.equal(after("--data-raw")[0] ?? "", sent.body);
      const headers = Object.fromEntries(
        after("--header").map((line) => {
          const [name = "", ...value] = line.split(": ");
          return [name.toLowerCase(), value.join(": ")];
        }),
      );
      assert.equal(headers["authorization"], "Bearer t0ken");
      for (const name of ["accept", "user-agent", "x-github-api-version", "content-type"])
        assert.equal(headers[name], sent.headers[name], `${call.operation} ${name}`);
    }
  });

  test("names user, password and one-time password by variables, too", () => {
    const command = curlOf(
      {
        method: "GET",
        url: "https://example.com/authorizations",
        headers: { authorization: "Basic [hidden]", "x-github-otp": "[hidden]", cookie: "[hidden]" },
      },
      [],
    );
    assert.deepEqual(
      argumentsOf(command, {
        FORGESIDE_USER: "mia",
        FORGESIDE_PASSWORD: "p w",
        FORGESIDE_OTP: "123",
        FORGESIDE_COOKIE: "c=1",
      }),
      [
        "--location",
        "https://example.com/authorizations",
        "--user",
        "mia:p w",
        "--header",
        "X-GitHub-OTP: 123",
        "--header",
        "Cookie: c=1",
      ],
    );
  });
});

describe("A request as it goes", () => {
  test("shows everything but secrets", () => {
    const [, , , call] = calls;
    assert.ok(call);
    const text = requestText(preview(call));
    assert.match(text, /^POST http:\/\/127\.0\.0\.1:\d+\/repos\/mia\/tools\/hooks\n/);
    assert.match(text, /^Authorization: Bearer \[hidden\]$/m);
    assert.match(text, /"secret": "\[hidden\]"/);
    assert.match(text, /"url": "https:\/\/example.com\/\$x"/);
    for (const secret of ["t0ken", "hook secret"]) assert.ok(!text.includes(secret));
    assert.equal(server.requests.length, 0);
  });
});

describe("A call as code", () => {
  test("makes the same request, with variables for secrets", async () => {
    for (const call of calls) {
      const code = clientCallOf(call);
      for (const secret of secretsIn(call.parameters)) assert.ok(!code.includes(JSON.stringify(secret)));
      await runInNewContext(`(async () => { ${code} })()`, {
        client,
        FORGESIDE_SECRET: "hook secret",
        FORGESIDE_PASSWORD: 'p"w',
      });
      const made = server.requests.at(-1);
      assert.deepEqual(made, await send(call), call.operation);
    }
  });
});
