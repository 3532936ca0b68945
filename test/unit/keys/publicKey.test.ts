import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { after, describe, it } from "node:test";
import { KeyProblem, type KeyProblemKind } from "../../../src/keys/problem.ts";
import { fingerprintOf, isWeak, parsePublicKey, typeName } from "../../../src/keys/publicKey.ts";
import { keyFolder, madeByOpenSsh, sshKeygen } from "./sshKeygen.ts";

describe("A public key", () => {
  const folder = keyFolder();
  after(() => folder.remove());
  const ed = madeByOpenSsh(folder.at("ed"), "-t", "ed25519");
  const [edType = "", edData = ""] = ed.split(" ");
  const fails = (text: string, kind: KeyProblemKind, about = "") =>
    assert.throws(
      () => parsePublicKey(text),
      (error) => {
        assert.ok(error instanceof KeyProblem, String(error));
        assert.equal(error.kind, kind);
        // Nothing of what was pasted is in what is logged and shown.
        assert.ok(!String(error.stack).includes(edData));
        return error.subject === about;
      },
    );

  for (const [name, args, shown, weak] of [
    ["ed25519", ["-t", "ed25519"], "Ed25519", false],
    ["rsa4096", ["-t", "rsa", "-b", "4096"], "RSA 4096", false],
    ["rsa1024", ["-t", "rsa", "-b", "1024"], "RSA 1024", true],
    ["p256", ["-t", "ecdsa", "-b", "256"], "ECDSA 256", false],
    ["p521", ["-t", "ecdsa", "-b", "521"], "ECDSA 521", false],
  ] as const)
    it(`of the kind ${name} has the type, comment and fingerprint that ssh-keygen shows`, async () => {
      const path = folder.at(name);
      const line = madeByOpenSsh(path, ...args);
      const key = parsePublicKey(`${line}\n`);
      assert.equal(key.line, line.split(" ").slice(0, 2).join(" "));
      assert.equal(key.comment, "mia@mill");
      assert.equal(typeName(key), shown);
      assert.equal(isWeak(key), weak);
      const [bits, fingerprint] = sshKeygen("-l", "-f", `${path}.pub`).split(" ");
      assert.equal(await fingerprintOf(key), fingerprint);
      if (key.bits !== undefined) assert.equal(String(key.bits), bits);
    });

  it("may have line breaks within, a comment with blanks behind it and options before it", () => {
    for (const text of [
      `${edType}\n${edData.slice(0, 30)}\r\n  ${edData.slice(30)} \n`,
      `# my key\n\n${ed}`,
      `no-pty,command="echo \\"hi, there\\"" ${ed}`,
      `restrict ${edType}\t${edData}   `,
      ` ${edData === "" ? "" : edType} ${edData} Mia's mill, 2nd`,
    ]) {
      assert.equal(parsePublicKey(text).line, `${edType} ${edData}`, text);
    }
    assert.equal(parsePublicKey(`${edType} ${edData} Mia's mill, 2nd`).comment, "Mia's mill, 2nd");
    const rsa = readFileSync(`${folder.at("rsa4096")}.pub`, "utf8");
    const broken = rsa.replace(/(AAAA.{60})(.{64})/, "$1\n$2\n");
    assert.equal(parsePublicKey(broken).line, rsa.split(" ").slice(0, 2).join(" "));
    assert.equal(parsePublicKey(broken).comment, "mia@mill");
  });

  it("is refused as a private one in every format, also when its lines were joined", () => {
    const text = readFileSync(folder.at("ed"), "utf8");
    fails(text, "privateKey");
    fails(text.replaceAll("\n", ""), "privateKey");
    fails(text.split("\n").slice(1, -2).join(""), "privateKey");
    fails(`${ed}\n${text}`, "privateKey");
    fails("-----BEGIN RSA PRIVATE KEY-----\nMIIE", "privateKey");
    fails("-----BEGIN ENCRYPTED PRIVATE KEY-----\nMIIE", "privateKey");
    fails("PuTTY-User-Key-File-3: ssh-ed25519", "privateKey");
  });

  it("is refused when it is cut, changed, of another kind, or none at all", () => {
    fails("", "noKey");
    fails("hello there", "noKey");
    fails(`${edType} AAAA!!`, "damagedKey", edType);
    fails(`${edType} ${edData.slice(0, -8)}`, "damagedKey", edType);
    fails(`ssh-rsa ${edData}`, "damagedKey", "ssh-rsa");
    fails(`ssh-ed25519-cert-v01@openssh.com ${edData}`, "unknownType", "ssh-ed25519-cert-v01@openssh.com");
    fails(`${ed}\n${ed}`, "severalKeys", "2");
  });

  it("of DSA is weak", () => {
    const part = (bytes: Buffer): Buffer => {
      const length = Buffer.alloc(4);
      length.writeUInt32BE(bytes.length);
      return Buffer.concat([length, bytes]);
    };
    const number = part(Buffer.concat([Buffer.from([0, 0x80]), Buffer.alloc(127)]));
    const blob = Buffer.concat([part(Buffer.from("ssh-dss")), number, number, number, number]);
    const key = parsePublicKey(`ssh-dss ${blob.toString("base64")}`);
    assert.equal(typeName(key), "DSA 1024");
    assert.equal(isWeak(key), true);
  });
});
