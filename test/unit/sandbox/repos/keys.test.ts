import assert from "node:assert/strict";
import { generateKeyPairSync } from "node:crypto";
import { afterEach, beforeEach, describe, it } from "node:test";
import { parsePublicKey } from "../../../../src/sandbox/repositories/publicKey.ts";
import { assertError, assertInvalid, linksOf, pathOf, type Service, startService } from "../service.ts";
import { forgeSeed, mia, miaReader, nora, otto, startForge } from "./forge.ts";

const at = "/repos/mia/hello/keys";

const field = (bytes: Buffer): Buffer => {
  const length = Buffer.alloc(4);
  length.writeUInt32BE(bytes.length);
  return Buffer.concat([length, bytes]);
};
const line = (type: string, ...parts: readonly Buffer[]): string =>
  `${type} ${Buffer.concat([Buffer.from(type), ...parts].map(field)).toString("base64")}`;
/** As the wire format has a positive number. */
const positive = (text = ""): Buffer => {
  const bytes = Buffer.from(text, "base64url");
  return (bytes[0] ?? 0) > 127 ? Buffer.concat([Buffer.of(0), bytes]) : bytes;
};
const rsa = (modulusLength: number): string => {
  const { n, e } = generateKeyPairSync("rsa", { modulusLength }).publicKey.export({ format: "jwk" });
  return line("ssh-rsa", positive(e), positive(n));
};
const ecdsa = (namedCurve: string, name: string): string => {
  const { x = "", y = "" } = generateKeyPairSync("ec", { namedCurve }).publicKey.export({ format: "jwk" });
  const point = Buffer.concat([Buffer.of(4), Buffer.from(x, "base64url"), Buffer.from(y, "base64url")]);
  return line(`ecdsa-sha2-${name}`, Buffer.from(name), point);
};
const ed25519 = (fill: number): string => line("ssh-ed25519", Buffer.alloc(32, fill));

describe("deploy keys", () => {
  let service: Service;
  beforeEach(async () => {
    service = await startForge();
  });
  afterEach(() => service.close());

  const create = (body: unknown, path = at, who = mia) => service.call("POST", path, { ...who, body });

  it("are made, read and deleted", async () => {
    const key = ed25519(1);
    const made = await create({ title: "Build", key: `  ${key} someone@host with words\n`, read_only: true });
    assert.equal(made.status, 201, made.text);
    const { id, url, ...rest } = made.body;
    assert.deepEqual(rest, {
      key,
      title: "Build",
      verified: true,
      created_at: "2026-01-01T00:00:00Z",
      read_only: true,
      added_by: "mia",
      last_used: null,
      enabled: true,
    });
    assert.equal(made.headers.get("location"), url);
    assert.deepEqual((await service.call("GET", pathOf(url), mia)).body, made.body);
    assert.deepEqual((await service.call("GET", at, mia)).body, [made.body]);
    assert.equal((await service.call("DELETE", `${at}/${id}`, mia)).status, 204);
    assertError(await service.call("GET", `${at}/${id}`, mia), 404, "Not Found");
    assertError(await service.call("DELETE", `${at}/${id}`, mia), 404, "Not Found");
    assert.equal((await create({ title: "Again", key })).status, 201);
  });

  it("may write unless something else is said, and take their title from the comment", async () => {
    const made = await create({ key: `${ed25519(2)} my laptop` });
    assert.deepEqual([made.body.title, made.body.read_only], ["my laptop", false]);
    assertInvalid(await create({ key: ed25519(3) }), "PublicKey", "title", "missing_field");
  });

  it("come in pages", async () => {
    for (const fill of [1, 2, 3]) await create({ title: String(fill), key: ed25519(fill) });
    const first = await service.call("GET", `${at}?per_page=2`, mia);
    assert.equal(first.body.length, 2);
    const second = await service.call("GET", pathOf(linksOf(first.headers)["next"] ?? ""), mia);
    assert.equal(second.body[0].title, "3");
  });

  it("of every type are accepted, short RSA keys too", async () => {
    for (const key of [
      rsa(2048),
      rsa(1024),
      ecdsa("P-256", "nistp256"),
      ecdsa("P-384", "nistp384"),
      ecdsa("P-521", "nistp521"),
      line("sk-ssh-ed25519@openssh.com", Buffer.alloc(32, 9), Buffer.from("ssh:")),
    ])
      assert.equal((await create({ title: "k", key })).status, 201, key);
    assert.equal(parsePublicKey(rsa(1024))?.bits, 1024);
  });

  const good = ed25519(7);
  for (const [title, key] of [
    [
      "a private key",
      "-----BEGIN OPENSSH PRIVATE KEY-----\nb3BlbnNzaC1rZXk=\n-----END OPENSSH PRIVATE KEY-----\n",
    ],
    ["a key with line breaks", good.replace(/(.{40})/, "$1\n")],
    ["two keys", `${good}\n${ed25519(8)}`],
    ["base64 only", good.split(" ")[1]],
    ["a key of another type than it says", good.replace("ssh-ed25519", "ssh-rsa")],
    [
      "a key that names another type inside",
      line("ssh-ed25518", Buffer.alloc(32)).replace("ssh-ed25518", "ssh-ed25519"),
    ],
    ["an unknown type", line("ssh-magic", Buffer.alloc(32))],
    ["a DSA key", line("ssh-dss", Buffer.alloc(8), Buffer.alloc(8), Buffer.alloc(8), Buffer.alloc(8))],
    ["a cut key", good.slice(0, -8)],
    ["a key that is too long", line("ssh-ed25519", Buffer.alloc(33))],
    ["a key with more behind it", line("ssh-ed25519", Buffer.alloc(32), Buffer.alloc(1))],
    ["what is no base64", "ssh-ed25519 ####"],
    ["another curve than it says", ecdsa("P-256", "nistp384")],
    ["a very weak key", rsa(512)],
  ] as const) {
    it(`are not ${title}`, async () => {
      assertInvalid(await create({ title: "k", key }), "PublicKey", "key", "custom");
      assert.deepEqual((await service.call("GET", at, mia)).body, []);
    });
  }

  it("need a key that is a text, and a title that is one", async () => {
    assertInvalid(await create({ title: "k" }), "PublicKey", "key", "missing_field");
    assertInvalid(await create({ title: "k", key: 5 }), "PublicKey", "key", "invalid");
    assertInvalid(await create({ title: {}, key: good }), "PublicKey", "title", "invalid");
    assertInvalid(await create({ title: "x".repeat(256), key: good }), "PublicKey", "title", "custom");
    assertInvalid(
      await create({ title: "k", key: good, read_only: "perhaps" }),
      "PublicKey",
      "read_only",
      "invalid",
    );
    assertError(await create("{"), 400, "Problems parsing JSON");
  });

  it("are used in one place only, among all repositories", async () => {
    await create({ title: "k", key: good });
    for (const [path, who] of [
      [at, mia],
      ["/repos/mia/empty/keys", mia],
      ["/repos/otto/tools/keys", otto],
    ] as const) {
      const again = await create({ title: "other", key: `${good} other comment` }, path, who);
      assertInvalid(again, "PublicKey", "key", "custom");
      assert.equal(again.body.errors[0].message, "key is already in use");
    }
  });

  it("are changed where the server still can", async () => {
    await create({ title: "other", key: ed25519(8) });
    const { body } = await create({ title: "k", key: good });
    const one = `${at}/${body.id}`;
    const change = (method: string, edit: unknown) => service.call(method, one, { ...mia, body: edit });
    assert.equal((await change("PUT", { title: "New", key: good })).body.title, "New");
    const changed = await change("PATCH", { key: ed25519(9) });
    assert.deepEqual([changed.status, changed.body.key, changed.body.title], [200, ed25519(9), "New"]);
    assertInvalid(await change("PUT", { title: "x", key: ed25519(8) }), "PublicKey", "key", "custom");
    assertInvalid(await change("PUT", { title: "x", key: "none" }), "PublicKey", "key", "custom");
    assert.equal((await service.call("GET", one, mia)).body.title, "New");
    assertError(await service.call("PUT", `${at}/1`, { ...mia, body: { title: "x" } }), 404, "Not Found");
  });

  it("are the admins' business only", async () => {
    const { body } = await create({ title: "k", key: good });
    for (const who of [nora, otto, miaReader, {}])
      for (const [method, path] of [
        ["GET", at],
        ["POST", at],
        ["GET", `${at}/${body.id}`],
        ["PUT", `${at}/${body.id}`],
        ["DELETE", `${at}/${body.id}`],
      ] as const)
        assertError(await service.call(method, path, who), 404, "Not Found");
  });
});

describe("a sandbox of today's age", () => {
  it("no longer has what the service lost", async () => {
    const service = await startService({ seed: forgeSeed, age: "today" });
    const { body } = await service.call("POST", at, { ...mia, body: { title: "k", key: ed25519(1) } });
    for (const [method, path] of [
      ["PUT", `${at}/${body.id}`],
      ["PATCH", `${at}/${body.id}`],
      ["GET", "/repos/mia/hello/downloads"],
      ["GET", "/authorizations"],
    ] as const)
      assertError(await service.call(method, path, mia), 404, "Not Found");
    assert.equal((await service.call("GET", `${at}/${body.id}`, mia)).status, 200);
    await service.close();
  });
});
