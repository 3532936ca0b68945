import assert from "node:assert/strict";
import { chmodSync, existsSync, mkdirSync, readdirSync, readFileSync, statSync, writeFileSync } from "node:fs";
import { afterEach, beforeEach, describe, it } from "node:test";
import { makeKeyFile } from "../../../src/keys/keyFile.ts";
import { newKeyPair } from "../../../src/keys/openSshKey.ts";
import { fingerprintOf, parsePublicKey } from "../../../src/keys/publicKey.ts";
import { isRefused, keyFolder, sshKeygen } from "./sshKeygen.ts";

describe("A generated key", () => {
  let folder: ReturnType<typeof keyFolder>;
  beforeEach(() => {
    folder = keyFolder();
  });
  afterEach(() => folder.remove());
  const make = (more: Partial<Parameters<typeof makeKeyFile>[0]> = {}) =>
    makeKeyFile({
      type: "ed25519",
      comment: "Bühne 2, the mill",
      passphrase: "",
      path: folder.at("id"),
      replaces: false,
      ...more,
    });

  for (const type of ["ed25519", "rsa4096"] as const)
    for (const passphrase of ["", "correct horse ü"])
      it(`of the kind ${type} ${passphrase ? "with" : "without"} a passphrase is accepted by ssh-keygen`, async () => {
        const line = await make({ type, passphrase });
        const [bits, fingerprint, ...rest] = sshKeygen("-l", "-f", folder.at("id")).split(" ");
        assert.equal(fingerprint, await fingerprintOf(parsePublicKey(line)));
        assert.equal(bits, type === "ed25519" ? "256" : "4096");
        assert.match(rest.join(" "), type === "ed25519" ? /\(ED25519\)$/ : /\(RSA\)$/);
        assert.equal(sshKeygen("-y", "-P", passphrase, "-f", folder.at("id")), `${line} Bühne 2, the mill`);
        // It signs, and OpenSSH verifies with the public half.
        writeFileSync(folder.at("text"), "hello");
        if (passphrase === "") {
          sshKeygen("-Y", "sign", "-q", "-n", "file", "-f", folder.at("id"), folder.at("text"));
          assert.match(readFileSync(folder.at("text.sig"), "utf8"), /BEGIN SSH SIGNATURE/);
        } else {
          assert.ok(isRefused("-y", "-P", "", "-f", folder.at("id")));
          assert.ok(isRefused("-y", "-P", "wrong", "-f", folder.at("id")));
        }
      });

  it("is readable by its owner only, and nothing else is written", async () => {
    await make();
    assert.equal(statSync(folder.at("id")).mode & 0o777, 0o600);
    assert.deepEqual(readdirSync(folder.path), ["id"]);
  });

  it("replaces a file only when that is wanted, with the rights of a key", async () => {
    writeFileSync(folder.at("id"), "mine");
    chmodSync(folder.at("id"), 0o644);
    await assert.rejects(make(), { code: "EEXIST" });
    assert.equal(readFileSync(folder.at("id"), "utf8"), "mine");
    assert.deepEqual(readdirSync(folder.path), ["id"]);
    await make({ replaces: true });
    assert.match(readFileSync(folder.at("id"), "utf8"), /^-----BEGIN OPENSSH PRIVATE KEY-----\n/);
    assert.equal(statSync(folder.at("id")).mode & 0o777, 0o600);
    assert.deepEqual(readdirSync(folder.path), ["id"]);
  });

  it("leaves nothing behind when it cannot be written", async () => {
    mkdirSync(folder.at("id"));
    await assert.rejects(make());
    await assert.rejects(make({ replaces: true }));
    assert.deepEqual(readdirSync(folder.path), ["id"]);
    await assert.rejects(make({ path: folder.at("none/id") }), { code: "ENOENT" });
    assert.equal(existsSync(folder.at("none")), false);
  });

  it("is right whatever its bytes are: also when the public half begins with zeros", async () => {
    // One of 256 does: that none of so many does happens in no lifetime.
    for (let count = 0; count < 20_000; count++) {
      const { publicLine, privateKey } = await newKeyPair("ed25519", "", "");
      assert.equal(parsePublicKey(publicLine).line, publicLine);
      // 19 bytes before the public half's own.
      if (Buffer.from(publicLine.split(" ")[1] ?? "", "base64")[19] !== 0) continue;
      writeFileSync(folder.at("zero"), privateKey, { mode: 0o600 });
      assert.equal(sshKeygen("-y", "-P", "", "-f", folder.at("zero")), publicLine);
      return;
    }
    assert.fail("None begins with a zero.");
  });
});
