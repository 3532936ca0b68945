import assert from "node:assert/strict";
import { beforeEach, describe, it } from "node:test";
import { bytesOf, decodeBase64, encodeBase64 } from "../../../src/base/bytes.ts";
import { CancelledError } from "../../../src/base/errors.ts";
import type { Write } from "../../../src/client/beforeWrite.ts";
import { Decisions } from "../../../src/guard/decisions.ts";
import { type Answer, type FindingInFile, LeakGuard } from "../../../src/guard/guard.ts";
import { inspectWrite } from "../../../src/guard/inspectWrite.ts";
import { scan } from "../../../src/guard/scan.ts";

const secret = "Kx9fqZ2mTb!7";
const line = `DB_PASSWORD=${secret}\n`;
const ownToken = "sandbox_of_mias_other_account";

class NotRedactable extends Error {}
const texts = { what: String, notRedactable: () => new NotRedactable() };

describe("The inspection of a write", () => {
  let asked: (readonly FindingInFile[])[];
  let choice: Answer["choice"] | "cancel";
  let guard: LeakGuard;

  beforeEach(() => {
    [asked, choice] = [[], "share"];
    guard = new LeakGuard({
      isEnabled: () => true,
      ignoredKinds: () => [],
      decisions: new Decisions({ read: () => ({}), write: () => Promise.resolve() }),
      ownTokens: () => Promise.resolve([ownToken]),
      loadScan: () => Promise.resolve(scan),
      ask: async (_, findings) => {
        asked.push(findings);
        const given = choice;
        if (given === "cancel") throw new CancelledError();
        return findings.map((finding) => ({ finding, choice: given, isForLater: false }));
      },
    });
  });

  const inspect = (
    operation: Write["operation"],
    parameters: Write["parameters"],
    known: readonly string[] = [],
  ) => inspectWrite(guard, texts, "mia", { operation, parameters, known });
  const gist = (name: string, content: string) => ({ public: true, files: { [name]: { content } } });
  const file = (bytes: Uint8Array, path = "config.txt") => ({
    user: "mia",
    repo: "hello",
    path,
    message: "Add",
    content: encodeBase64(bytes),
  });

  it("answers the very same parameters when there is nothing to ask about", async () => {
    const parameters = gist("a.md", "# Hello\n");
    assert.equal(await inspect("gists.create", parameters), parameters);
    assert.deepEqual(asked, []);
  });

  it("inspects a file and another text of the same name, each by itself", async () => {
    const secretOf = (index: number): string => `DB_PASSWORD=${secret}${index}\n`;
    await inspect("gists.create", { ...gist("description", secretOf(1)), description: "Notes\nof two lines" });
    await inspect("gists.create", { ...gist("description", "# Notes\n"), description: `For\n${secretOf(2)}` });
    await inspect("repos.createFile", { ...file(bytesOf(secretOf(3)), "message"), message: "Add\n\nwith reason" });
    const files = {
      "parameters.json": { content: `# own\n${secretOf(4)}` },
      "files/parameters.json": { content: "# Plain\n" },
    };
    await inspect("gists.create", { public: true, files });
    choice = "redact";
    const both = { ...gist("description", secretOf(5)), description: "Other notes\nof two lines" };
    const sent = await inspect("gists.create", both);
    assert.deepEqual(sent, { ...both, ...gist("description", "DB_PASSWORD=REDACTED\n") });
    assert.deepEqual(
      asked.map((findings) => findings.length),
      [1, 1, 1, 1, 1],
    );
  });

  it("sends nothing when the user cancels, and asks again next time", async () => {
    choice = "cancel";
    await assert.rejects(inspect("gists.create", gist("a.env", line)), CancelledError);
    await assert.rejects(inspect("gists.create", gist("a.env", line)), CancelledError);
    assert.equal(asked.length, 2);
  });

  it("does not ask about exactly the text that the user allowed, and asks about any other", async () => {
    await inspect("gists.create", gist("a.env", line));
    await inspect("gists.edit", { id: "1", ...gist("a.env", line) });
    assert.equal(asked.length, 1);
    await inspect("gists.create", gist("a.env", `${line}# more\n`));
    assert.equal(asked.length, 2);
  });

  for (const [title, before] of [
    ["a tab", "key\t"],
    ["a leading line break", "\n"],
    ["a carriage return", "a\r"],
    ["a control character", "\b"],
    ["half of a character", "\ud83d"],
  ] as const)
    it(`finds a token behind ${title}, and redacts it`, async () => {
      choice = "redact";
      const token = `ghp_${"Zk3Jd82hLq0PxVb7Tn5RmYc1WsAe4Uf6Gi9o"}`;
      const sent = await inspect("gists.createComment", { id: "1", body: before + token });
      assert.equal(asked.length, 1);
      assert.doesNotMatch(JSON.stringify(sent), /Zk3Jd82/);
      assert.match(String(sent["body"]), /REDACTED$/);
    });

  it("leaves a tab in a text of which nothing is redacted", async () => {
    choice = "redact";
    const payload = { note: "a\tb", password: secret };
    const sent = await inspect("repos.createDeployment", { user: "mia", repo: "r", ref: "main", payload });
    assert.deepEqual(sent["payload"], { note: "a\tb", password: "REDACTED" });
  });

  for (const [from, to] of [
    ["a.py", "a.env"],
    ["yarn.lock", "a.env"],
    ["a.test.js", "a.js"],
  ] as const)
    it(`looks at the text of ${from} again as that of ${to}`, async () => {
      const text = `const db_password = "${secret}";\n`.replace(
        /^.*$/m,
        to === "a.env" ? `db_password = ${secret}` : "$&",
      );
      await inspect("gists.create", gist(from, text));
      const before = asked.length;
      await inspect("gists.create", gist(to, text));
      assert.equal(asked.length, before + 1);
    });

  it("does not carry what was allowed for one account over to another", async () => {
    await inspect("gists.create", gist("a.env", line));
    await inspectWrite(guard, texts, "otto", {
      operation: "gists.create",
      parameters: gist("a.env", line),
      known: [],
    });
    assert.equal(asked.length, 2);
  });

  it("does not ask about what the service has already", async () => {
    await inspect("gists.edit", { id: "1", ...gist("a.env", `${line}# more\n`) }, [line]);
    assert.deepEqual(asked, []);
  });

  it("finds tokens of all accounts", async () => {
    await inspect("repos.createCommitComment", { user: "a", repo: "b", sha: "c", body: `See ${ownToken}` });
    assert.deepEqual(
      asked.flat().map(({ kind }) => kind),
      ["own-token"],
    );
  });

  for (const [operation, parameters] of [
    ["gists.create", gist("token", line)],
    ["gists.create", { public: true, files: JSON.stringify(gist("secret", line).files) }],
    ["repos.update", { user: "a", repo: "b", name: "b", description: `The password: "${secret}"` }],
    ["repos.merge", { user: "a", repo: "b", base: "m", head: "n", commit_message: `Merge\n\n${line}` }],
    [
      "repos.createDeploymentStatus",
      { user: "a", repo: "b", id: 1, target_url: `https://mia:${secret}@x.example` },
    ],
    ["repos.createDeployment", { user: "a", repo: "b", ref: "m", payload: JSON.stringify({ password: secret }) }],
    ["repos.createDeployment", { user: "a", repo: "b", ref: "m", payload: { password: `${secret}\n` } }],
    ["repos.createHook", { user: "a", repo: "b", name: "web", config: { url: `https://a:${secret}@x.example` } }],
    ["repos.createHook", { user: "a", repo: "b", name: "web", config: { secret: "s", password: secret } }],
    ["authorization.create", { scopes: [], note: `password=${secret}` }],
    ["repos.createKey", { user: "a", repo: "b", title: `password=${secret}`, key: "ssh-ed25519 AAAA" }],
    [undefined, { ref: `refs/heads/${ownToken}` }],
  ] as const)
    it(`finds the secret in ${operation ?? "a path"} ${Object.keys(parameters).at(-1) ?? ""}`, async () => {
      choice = "cancel";
      await assert.rejects(inspect(operation, parameters), CancelledError);
    });

  const deploy = (values: object) =>
    inspect("repos.createDeployment", { user: "a", repo: "b", ref: "m", ...values });

  it("asks about a value beside a name that says what it is, though each was seen without the other", async () => {
    await deploy({ payload: { password: "changeme" } });
    await deploy({ description: secret, payload: { list: [secret], note: secret } });
    assert.deepEqual(asked, []);
    await deploy({ payload: { password: secret } });
    await deploy({ payload: JSON.stringify({ password: secret }) });
    assert.equal(asked.length, 1);
  });

  it("asks in a file about a value beside a name that says what it is, though each was seen without the other", async () => {
    await deploy({ description: secret, payload: { password: "changeme" } });
    assert.deepEqual(asked, []);
    await inspect("gists.create", gist("a.json", JSON.stringify({ password: secret })));
    assert.equal(asked.length, 1);
  });

  it("does not ask again about what a feature has asked about as JSON, or as the text of a parameter", async () => {
    const payload = JSON.stringify({ steps: [{ password: secret }], note: "x" });
    const description = `password=${secret}`;
    await guard.inspect({ what: "payload", files: { "payload.json": payload, description }, accountId: "mia" });
    assert.equal(asked.length, 1);
    await deploy({ payload, description });
    assert.equal(asked.length, 1);
  });

  it("finds a number that is a secret by its name, and redacts it", async () => {
    choice = "redact";
    const payload = { db_password: 839_201_748_392_017, build: 839_201_748_392_017, count: [1, 2] };
    const sent = await deploy({ payload });
    assert.deepEqual(sent["payload"], { ...payload, db_password: "REDACTED", build: "REDACTED" });
    assert.equal(asked.length, 1);
  });

  it("does not look at what is a secret by design", async () => {
    const parameters = {
      user: "a",
      repo: "b",
      name: "web",
      config: { url: "https://x.example", secret: `password=${secret}` },
      headers: { cookie: `password=${secret}`, "x-service-otp": ownToken },
    };
    assert.equal(await inspect("repos.createHook", parameters), parameters);
    assert.equal(await inspect(undefined, { secret: ownToken }).then(({ secret: sent }) => sent), ownToken);
    assert.deepEqual(asked, []);
  });

  it("redacts where the user wants it, and leaves the rest as it is", async () => {
    choice = "redact";
    const config = { url: "https://x.example", secret: "by design", note: `password=${secret}` };
    assert.deepEqual(
      await inspect("repos.createHook", { user: "a", repo: "b", name: "web", config, events: ["push"] }),
      {
        user: "a",
        repo: "b",
        name: "web",
        config: { ...config, note: "password=REDACTED" },
        events: ["push"],
      },
    );
    const sent = await inspect("gists.create", { ...gist("a.env", line), description: "Settings" });
    assert.deepEqual(sent, { ...gist("a.env", "DB_PASSWORD=REDACTED\n"), description: "Settings" });
  });

  it("refuses to redact what is part of a name", async () => {
    choice = "redact";
    await assert.rejects(inspect("gists.create", gist(`${ownToken}.txt`, "Hello\n")), NotRedactable);
  });

  const utf16 = (text: string, isLittle: boolean, hasMark: boolean): Uint8Array => {
    const bytes = Buffer.from(hasMark ? `\ufeff${text}` : text, "utf16le");
    return new Uint8Array(isLittle ? bytes : bytes.swap16());
  };
  const latin1 = (text: string): Uint8Array => new Uint8Array(Buffer.from(text, "latin1"));
  const odd = `# größe\n${line}`;
  for (const [title, encode] of [
    ["UTF-8", bytesOf],
    ["UTF-16 with a byte order mark", (text: string) => utf16(text, true, true)],
    ["UTF-16BE with a byte order mark", (text: string) => utf16(text, false, true)],
    ["UTF-16 without a byte order mark", (text: string) => utf16(text, true, false)],
    ["UTF-16BE without a byte order mark", (text: string) => utf16(text, false, false)],
    ["Latin-1", latin1],
  ] as const)
    it(`finds and redacts a secret in a file in ${title}`, async () => {
      choice = "redact";
      const sent = await inspect("repos.createFile", file(encode(odd)));
      const expected = encode(odd.replace(secret, "REDACTED"));
      assert.deepEqual([...decodeBase64(String(sent["content"]))], [...expected]);
      assert.equal(asked.flat()[0]?.file, "config.txt");
    });

  it("lets through the bytes of a picture as they are", async () => {
    const parameters = file(
      Uint8Array.from({ length: 5000 }, (_, index) => (index * 7919) % 256),
      "a.png",
    );
    assert.equal(await inspect("repos.createFile", parameters), parameters);
  });

  it("does nothing when the guard is switched off", async () => {
    const off = new LeakGuard({
      isEnabled: () => false,
      ignoredKinds: () => [],
      decisions: new Decisions({ read: () => ({}), write: () => Promise.resolve() }),
      ownTokens: () => Promise.reject(new Error("not asked")),
      loadScan: () => Promise.reject(new Error("not loaded")),
      ask: () => Promise.reject(new Error("not asked")),
    });
    const parameters = gist("a.env", line);
    assert.equal(
      await inspectWrite(off, texts, "mia", { operation: "gists.create", parameters, known: [] }),
      parameters,
    );
  });
});
