import assert from "node:assert/strict";
import { describe, it } from "node:test";
import { scan } from "../../../src/guard/scan.ts";
import { base64, Maker } from "./corpus/random.ts";
import { tokens } from "./corpus/tokens.ts";

const make = new Maker(42);
/** For what is made beside, so that the others are what they are. */
const other = new Maker(7);
const password = "Kx9fqZ2mTb!7";

const scanned = (text: string, fileName = "a.ts", ownTokens: readonly string[] = []) =>
  scan(text, { fileName, ownTokens });

/** Kind and secret of each finding. */
const found = (text: string, fileName?: string, ownTokens?: readonly string[]) =>
  scanned(text, fileName, ownTokens).map(({ kind, start, end }) => [kind, text.slice(start, end)]);

describe("a scan", () => {
  it("finds where a secret is, without what is around it", () => {
    const text = `// ä𝄞\nconst a = 1;\nconst password = "${password}";\n`;
    const [finding, ...others] = scanned(text);
    assert.deepEqual(others, []);
    assert.equal(finding?.line, 3);
    assert.equal(text.slice(finding?.start, finding?.end), password);
  });

  it("counts lines that end in CRLF once", () => {
    assert.equal(scanned(`a\r\nb\r\n"password": "${password}"`)[0]?.line, 3);
  });

  it("shows four characters at most, and never more than a third", () => {
    for (const secret of ["Ab9!xZ", password, make.text(40, "alnum")]) {
      const [finding] = scanned(`DB_PASSWORD=${secret}\n`, ".env");
      const shown = finding?.preview.replace("…", "") ?? "";
      assert.ok(secret.startsWith(shown) && shown.length <= 4 && shown.length * 3 <= secret.length, shown);
      assert.ok(shown.length > 0);
    }
  });

  it("finds nothing in an empty text", () => {
    assert.deepEqual(scanned(""), []);
  });

  it("gives findings in the order of the text, none of which overlap", () => {
    const text = Object.values(tokens)
      .map((token, index) => `TOKEN_${index}="${token(make)}" url=https://mia:${password}@acme.dev\n`)
      .join("");
    const findings = scanned(text, ".env");
    assert.ok(findings.length >= Object.keys(tokens).length * 2);
    for (const [index, { start, end }] of findings.entries()) {
      assert.ok(start < end);
      assert.ok(start >= (findings[index - 1]?.end ?? 0));
    }
  });

  it("gives one finding of the most specific kind where several rules find the same", () => {
    const token = tokens["GitHub classic"]?.(make) ?? "";
    assert.deepEqual(found(`GITHUB_TOKEN=${token}\n`, ".env"), [["github", token]]);
    const [finding] = scanned(`GITHUB_TOKEN=${token}\n`, ".env");
    assert.equal(finding?.service, "GitHub");
    assert.equal(finding?.confidence, "high");
  });

  it("finds a secret again where its name does not stand beside it", () => {
    const text = `DB_PASSWORD=${password}\n\nThe other day ${password} was enough.\n`;
    assert.deepEqual(
      scanned(text, ".env").map(({ line }) => line),
      [1, 3],
    );
  });

  it("knows a secret in each style of assignment", () => {
    for (const [fileName, before, behind] of [
      ["a.ts", 'const dbPassword: string = "', '";'],
      ["a.ts", "const config = { 'db-password': '", "' };"],
      ["a.ts", 'if (password === "', '")'],
      ["a.ts", 'user.setPassword("', '");'],
      ["a.ts", 'env["DB_PASSWORD"] = "', '";'],
      ["a.ts", 'const cs = "Server=a;Password=', ';Encrypt=1";'],
      ["a.ipynb", String.raw`"source": ["connect(\"db\", \"password\": \"`, String.raw`\")"]`],
      ["a.go", 'var dbPassword string = "', '"'],
      ["a.rs", 'let password: &str = "', '";'],
      ["a.rb", ':password => "', '"'],
      ["a.py", "password=b'", "')"],
      ["a.py", 'os.environ.setdefault("DB_PASSWORD", "', '")'],
      ["a.xml", "<password>", "</password>"],
      ["a.xml", '<add key="DbPassword" value="', '" />'],
      ["a.yml", "password: ", ""],
      ["a.yml", "- name: DB_PASSWORD\n  value: ", ""],
      ["a.sh", "export DB_PASSWORD='", "'"],
      ["a.sh", "deploy --password ", " --force"],
      ["a.ini", "password = ", ""],
      ["Dockerfile", "ENV DB_PASSWORD ", ""],
      ["a.md", "**Password:** `", "`"],
      [".netrc", "machine acme.dev\n  login mia\n  password ", ""],
    ] as const)
      assert.deepEqual(found(`${before}${password}${behind}\n`, fileName), [["password", password]], before);
  });

  it("ends a value at the line of a file that is in a string", () => {
    const key = make.text(32, "hex");
    const text = JSON.stringify({
      content: `APP=shop\nACME_API_KEY=${key}\nDB_PASSWORD=${password}\r\nDEBUG=1\n`,
    });
    const wanted = [
      ["secret-value", key],
      ["password", password],
    ];
    assert.deepEqual(found(text, "gist.json"), wanted);
    assert.deepEqual(found(`const text = ${text};`, "a.ts"), wanted);
  });

  it("finds a value in a string inside of strings", () => {
    const key = other.text(32, "hex");
    let text = JSON.stringify({ token: key, user: "mia", "db-password": password });
    for (let times = 0; times <= 3; times++, text = JSON.stringify({ content: text })) {
      const wanted = [
        ["secret-value", key],
        ["password", password],
      ];
      assert.deepEqual(found(text, "a.json"), wanted, `${times} times`);
      assert.deepEqual(found(`log(${JSON.stringify(text)});`, "a.ts"), wanted, `${times} times, in code`);
    }
  });

  for (const mark of ["+", "-", "> ", " "])
    it(`finds a value on the line after its name in lines that begin with ${JSON.stringify(mark)}`, () => {
      const lines = ["env:", "  - name: DB_PASSWORD", `    value: "${password}"`];
      assert.deepEqual(found(lines.map((line) => mark + line).join("\n"), "a.diff"), [["password", password]]);
    });

  it("takes code for code: a value without quotes is none there", () => {
    assert.deepEqual(found("const password = readPassword2(x);\nthis.token = other.token9a8b7c6d5e4f3a2b;\n"), []);
    assert.deepEqual(found("const token = a9b8c7d6e5f4a3b2c1d0;\n", "a.go"), []);
    assert.deepEqual(found("token = a9b8c7d6e5f4a3b2c1d0\n", "a.ini"), [["secret-value", "a9b8c7d6e5f4a3b2c1d0"]]);
  });

  it("takes a random text for a secret only beside the name of a secret", () => {
    const random = make.text(40, "alnum");
    assert.deepEqual(found(`const id = "${random}";`), []);
    assert.deepEqual(found(`const apiKey = "${random}";`), [["secret-value", random]]);
    assert.deepEqual(found(`const publicKey = "${random}";\nconst apiKeyHash = "${random}";`), []);
  });

  it("knows names of things that are no secrets though they end like one", () => {
    for (const name of ["nextPageToken", "csrf_token", "encryptedPassword", "authenticity-token", "sampleApiKey"])
      assert.deepEqual(found(`"${name}": "${make.text(40, "alnum")}"\n`, "a.json"), [], name);
  });

  it("does not take minified code for a string because a quote stands somewhere before", () => {
    const line = `${"b.c(d),".repeat(80)}a("it's",{password:e9.f8[g7],token:h1j2k3l4m5n6o7p8q9r0})`;
    assert.deepEqual(found(line, "a.js"), []);
    assert.equal(found('url("https://acme.dev/?token=h1j2k3l4m5n6o7p8q9r0")', "a.js").length, 1);
  });

  it("takes what secretlint's rules know for what they call it", () => {
    const key = make.text(40, "base64");
    assert.deepEqual(found(`new S3({ secretAccessKey: "${key}" });`), [["aws", key]]);
    assert.equal(scanned(`aws_secret_access_key = ${key}\n`, "credentials")[0]?.service, "AWS");
  });

  it("takes weak evidence for less in tests", () => {
    assert.deepEqual(found('login({ password: "Rover2019!" });', "login.test.ts"), []);
    assert.equal(found('login({ password: "Rover2019!" });', "login.ts").length, 1);
    const strong = make.text(20, "password");
    assert.deepEqual(found(`login({ password: "${strong}" });`, "login.test.ts"), [["password", strong]]);
  });

  it("judges no names in lock files, and still knows tokens there", () => {
    const random = make.text(40, "hex");
    const token = tokens["npm"]?.(make) ?? "";
    assert.deepEqual(found(`token = "${random}"\nurl = "${token}"\n`, "Cargo.lock"), [["npm", token]]);
  });

  for (const text of [
    "changeme",
    "xxxxxxxxxxxx",
    "<your password>",
    "${DB_PASSWORD}",
    "{{ password }}",
    "$(cat secret)",
    "%PASSWORD%",
    "process.env.DB_PASSWORD",
    "example-Password-123",
    "$2b$12$R9h/cIPz0gi.URNNX3kh2OPST9/PgBkqquzi.Ss7KIUgO2t0jWMUW",
    "/run/secrets/db-password",
    "op://vault/db/password",
    "https://acme.dev/reset?step=2",
    "mia@acme.dev",
    "1.24.3-rc2",
  ])
    it(`takes ${text} for no password`, () => {
      assert.deepEqual(found(`DB_PASSWORD="${text}"\n`, ".env"), []);
      assert.deepEqual(found(`const password = "${text}";\n`), []);
    });

  it("finds the password of an address and leaves the rest", () => {
    assert.deepEqual(found(`"postgres://shop:${password}@db.acme.dev:5432/shop?ssl=1"`), [
      ["url-password", password],
    ]);
    assert.deepEqual(found('"postgres://shop:geheim@localhost/shop" "http://user:password@acme.dev"'), []);
  });

  it("finds a token that stands as the user of an address", () => {
    const token = make.text(40, "hex");
    assert.deepEqual(found(`"https://${token}:x-oauth-basic@git.acme.dev/a.git"`), [["url-password", token]]);
  });

  it("knows a signed token by its header", () => {
    const token = tokens["JWT"]?.(make) ?? "";
    assert.deepEqual(found(`x(${token})`), [["jwt", token]]);
    assert.deepEqual(
      found(`x(ey${make.text(30, "alnum")}.ey${make.text(30, "alnum")}.${make.text(43, "alnum")})`),
      [],
    );
  });

  it("knows what Basic authentication holds", () => {
    const real = base64(`shop:${password}`);
    assert.deepEqual(found(`Authorization: Basic ${real}\n`, "a.http"), [["authorization", real]]);
    assert.deepEqual(found(`Authorization: Basic ${base64("username:password")}\n`, "a.http"), []);
  });
});

describe("keys in blocks", () => {
  const body = `MIIE${make.text(60, "base64")}\n${make.block(4, 64, "\n")}`;
  const block = `-----BEGIN RSA PRIVATE KEY-----\n${body}\n-----END RSA PRIVATE KEY-----\n`;

  it("are found from the first to the last line of the key", () => {
    assert.deepEqual(found(`before\n${block}after\n`, "a.txt"), [["private-key", body]]);
  });

  it("are two where two follow each other", () => {
    assert.equal(found(`${block}${block}`, "a.txt").length, 2);
  });

  it("are found though the selection ends inside", () => {
    const [[kind, secret] = []] = found(block.slice(0, block.indexOf("-----END")), "a.txt");
    assert.deepEqual([kind, secret], ["private-key", body]);
  });

  const putty = [
    "PuTTY-User-Key-File-3: ssh-ed25519",
    "Private-Lines: 3",
    ...other.block(3, 64, "\n").split("\n"),
    `Private-MAC: ${other.text(64, "hex")}`,
    "",
  ];
  const puttyBody = putty.slice(2, 5);

  for (const mark of ["", "+", "-", "- ", "> ", "    "])
    it(`of PuTTY are found in lines that begin with ${JSON.stringify(mark)}`, () => {
      for (const end of ["\n", "\r\n"])
        assert.deepEqual(found(putty.map((line) => mark + line).join(end), "a.txt"), [
          ["private-key", mark.trimStart() + puttyBody.join(end + mark)].map((each) =>
            each.replace(/^[-+> ]+/, ""),
          ),
        ]);
    });

  it("of PuTTY are found in a list of strings", () => {
    const text = JSON.stringify(
      putty.map((line) => `${line}\n`),
      undefined,
      1,
    );
    const [[kind, secret] = []] = found(text, "a.ipynb");
    assert.equal(kind, "private-key");
    assert.ok(secret?.startsWith(puttyBody[0] ?? "?") && secret.endsWith(puttyBody[2] ?? "?"));
  });

  it("are found in strings, and in strings inside of strings", () => {
    for (const lines of [putty, block.split("\n")])
      for (const end of ["\n", "\r\n"]) {
        const [from, to] = lines === putty ? [2, 5] : [1, -2];
        let [text, secret] = [lines.join(end), lines.slice(from, to).join(end)];
        for (let times = 1; times <= 3; times++) {
          text = JSON.stringify({ content: text });
          secret = JSON.stringify(secret).slice(1, -1);
          assert.deepEqual(found(text, "a.json"), [["private-key", secret]], `${times} times`);
        }
      }
  });

  it("of a JSON Web Key are found in strings, too", () => {
    const secret = other.text(43, "alnum");
    let text = JSON.stringify({ kty: "OKP", crv: "Ed25519", d: secret });
    for (let times = 0; times <= 3; times++, text = JSON.stringify({ content: text }))
      assert.deepEqual(found(text, "a.json"), [["private-key", secret]]);
  });

  it("are none without a key", () => {
    assert.deepEqual(
      found(`The line\n"Private-Lines: 14" says how many lines follow.\n${"words ".repeat(30)}\n`),
      [],
    );
    for (const inner of ["...", "<your key>", "MIIE...", "REDACTED", ""])
      assert.deepEqual(found(`-----BEGIN PRIVATE KEY-----\n${inner}\n-----END PRIVATE KEY-----\n`), []);
  });

  it("are none of public keys and certificates", () => {
    assert.deepEqual(found(block.replaceAll("RSA PRIVATE KEY", "PUBLIC KEY"), "a.pem"), []);
    assert.deepEqual(found(block.replaceAll("RSA PRIVATE KEY", "CERTIFICATE"), "a.pem"), []);
  });
});

describe("own tokens", () => {
  const own = "sandbox_Zq8+x/7w";

  it("are found as they are, in an address, and inside base64", () => {
    const encoded = encodeURIComponent(own);
    assert.notEqual(encoded, own);
    for (const text of [own, encoded, encoded.toLowerCase().replace("zq8", "Zq8")])
      assert.deepEqual(found(`say ${text} here`, "a.txt", [own]), [["own-token", text]]);
    for (const before of ["", "m", "mi", "mia:"]) {
      const text = base64(`${before}${own}`);
      assert.deepEqual(found(`say "${text}" here`, "a.txt", [own]), [["own-token", text]]);
      const url = text.replaceAll("+", "-").replaceAll("/", "_");
      assert.deepEqual(found(`auth=${url}&a=1`, "a.txt", [own]), [["own-token", url]]);
    }
  });

  it("are found though they look like a placeholder", () => {
    assert.deepEqual(found("token: xxxxxxxx-example", "a.txt", ["xxxxxxxx-example"]), [
      ["own-token", "xxxxxxxx-example"],
    ]);
    assert.equal(scanned("xxxxxxxx-example", "a.txt", ["xxxxxxxx-example"])[0]?.confidence, "certain");
  });

  it("count more than any other kind", () => {
    const token = tokens["GitHub classic"]?.(make) ?? "";
    assert.deepEqual(found(`TOKEN=${token}`, ".env", [token]), [["own-token", token]]);
  });

  it("are not looked for when they are too short", () => {
    assert.deepEqual(found("t t t", "a.txt", ["t", ""]), []);
  });
});

describe("the time of a scan", () => {
  it("is short where hundreds of secrets begin alike, and the text goes on as they do", () => {
    const secrets = Array.from({ length: 300 }, (_, index) => `${"aB3$".repeat(47)}${index}`);
    const lines = secrets.map((secret) => `password="${secret}"\n`).join("");
    const text = lines + "aB3$".repeat(25_000);
    const start = process.cpuUsage();
    assert.ok(scanned(text, "a.txt").length > 200);
    const { user } = process.cpuUsage(start);
    // Milliseconds: it takes 200, and took 6000 when the text was compared with each of them.
    assert.ok(user / 1000 < 3000, `${user / 1000} ms`);
  });

  // What grows with the square of the text takes minutes here; the limit leaves room for a slow machine.
  for (const part of [
    "password=",
    "password: ",
    'token: "',
    "http://a:",
    "eyJ",
    "-----BEGIN PRIVATE KEY-----",
    "Private-Lines: 99\n",
    "Private-Lines: 99\\n",
    'Private-Lines: 99"\n',
    "\\",
    '\\"key\\":',
    '"d":"',
    "A",
    "key",
    "aws_secret_access_key=",
    "curl -u ",
  ])
    it(`grows with the text, of ${JSON.stringify(part)} again and again too`, () => {
      const start = performance.now();
      scanned(part.repeat(400_000 / part.length), "a.env");
      assert.ok(performance.now() - start < 15_000);
    });
});
