import { base64, type Maker } from "./random.ts";
import { passwords, plainSecrets, tokens } from "./tokens.ts";

/** A text as a user would share it, and what in it is secret. */
export interface Sample {
  readonly title: string;
  readonly fileName: string;
  readonly text: string;
  readonly secrets: readonly string[];
}

type Place = readonly [fileName: string, write: (secret: string) => string];

const tokenPlaces: readonly Place[] = [
  ["client.ts", (s) => `import { Client } from "./client";\n\nexport const client = new Client("${s}");\n`],
  [
    "fetch.py",
    (s) =>
      `import requests\n\nHEADERS = {"Authorization": "Bearer ${s}"}\nr = requests.get(URL, headers=HEADERS)\n`,
  ],
  [".env", (s) => `# local\nNODE_ENV=development\nSERVICE_TOKEN=${s}\nPORT=3000\n`],
  ["deploy.yml", (s) => `steps:\n  - run: ./deploy.sh\n    env:\n      SERVICE_TOKEN: ${s}\n`],
  ["settings.json", (s) => `{\n  "endpoint": "https://api.acme.dev",\n  "credentials": { "value": "${s}" }\n}\n`],
  ["NOTES.md", (s) => `## How to sign in\n\nUse \`${s}\` until the new one is there.\n`],
  ["run.sh", (s) => `#!/bin/sh\nset -e\ncurl -H "X-Auth: ${s}" https://api.acme.dev/v1/items\n`],
  ["main.go", (s) => `package main\n\nconst token = "${s}"\n`],
];

const namedPlaces: readonly Place[] = [
  [".env", (s) => `APP_NAME=shop\nACME_API_KEY=${s}\nLOG_LEVEL=debug\n`],
  ["config.ts", (s) => `export const config = {\n  retries: 3,\n  apiKey: "${s}",\n  timeout: 5000,\n};\n`],
  ["settings.py", (s) => `DEBUG = False\nSECRET_KEY = '${s}'\nALLOWED_HOSTS = ["*"]\n`],
  ["values.yaml", (s) => `auth:\n  clientId: shop\n  clientSecret: ${s}\n`],
  ["appsettings.json", (s) => `{\n  "Storage": { "AccountName": "shop", "AccessKey": "${s}" }\n}\n`],
  ["config.toml", (s) => `[service]\nurl = "https://api.acme.dev"\nauth_token = "${s}"\n`],
  ["README.md", (s) => "```sh\nexport ACME_ACCESS_TOKEN=" + s + "\nacme sync\n```\n"],
  ["app.properties", (s) => `acme.url=https://api.acme.dev\nacme.secret-key=${s}\n`],
  ["call.sh", (s) => `curl -s "https://api.acme.dev/v1/items?limit=5&access_token=${s}&sort=asc"\n`],
  ["Dockerfile", (s) => `FROM node:22\nENV ACME_API_TOKEN=${s}\nRUN npm ci\n`],
  ["main.go", (s) => `package main\n\nvar apiKey string = "${s}"\n`],
  ["Service.java", (s) => `class Service {\n  private static final String API_KEY = "${s}";\n}\n`],
];

const passwordPlaces: readonly Place[] = [
  [".env", (s) => `DB_HOST=db.acme.dev\nDB_USER=shop\nDB_PASSWORD=${s}\n`],
  [
    "docker-compose.yml",
    (s) => `services:\n  db:\n    image: postgres\n    environment:\n      POSTGRES_PASSWORD: ${s}\n`,
  ],
  ["database.json", (s) => `{ "host": "db.acme.dev", "user": "shop", "password": "${s}" }\n`],
  ["connect.js", (s) => `const pool = new Pool({ host: "db.acme.dev", user: "shop", password: "${s}" });\n`],
  ["connect.py", (s) => `conn = psycopg2.connect(host="db.acme.dev", user="shop", password="${s}")\n`],
  [
    "web.config",
    (s) => `<add name="Shop" connectionString="Server=db.acme.dev;Database=shop;User Id=shop;Password=${s};" />\n`,
  ],
  ["Startup.cs", (s) => `var cs = "Server=db.acme.dev;Database=shop;User Id=shop;Password=${s};Encrypt=true";\n`],
  ["settings.xml", (s) => `<server>\n  <username>shop</username>\n  <password>${s}</password>\n</server>\n`],
  ["mail.rb", (s) => `config.smtp_settings = { user_name: "shop", :password => "${s}" }\n`],
  ["deploy.sh", (s) => `./deploy --user shop --password '${s}' --host db.acme.dev\n`],
  ["howto.md", (s) => `1. Open the console.\n2. Sign in as **shop**, password: \`${s}\`\n`],
  ["app.yml", (s) => `spring:\n  datasource:\n    username: shop\n    password: "${s}"\n`],
  ["k8s.yaml", (s) => `env:\n  - name: DB_PASSWORD\n    value: "${s}"\n`],
  ["Main.java", (s) => `ds.setUser("shop");\nds.setPassword("${s}");\n`],
];

const pem = (label: string, body: string): string => `-----BEGIN ${label}-----\n${body}\n-----END ${label}-----\n`;

const keys = (m: Maker): readonly Sample[] => {
  const sample = (title: string, fileName: string, secret: string, write: (secret: string) => string): Sample => ({
    title: `private key: ${title}`,
    fileName,
    text: write(secret),
    secrets: [secret],
  });
  const body = (): string => `MIIEvQIB${m.text(56, "base64")}\n${m.block(10, 64, "\n")}`;
  const plain = [
    "PRIVATE KEY",
    "RSA PRIVATE KEY",
    "EC PRIVATE KEY",
    "DSA PRIVATE KEY",
    "ENCRYPTED PRIVATE KEY",
  ].map((label) => sample(label, "id.pem", body(), (s) => pem(label, s)));
  const openssh = `b3BlbnNzaC1rZXktdjEA${m.text(50, "base64")}\n${m.block(8, 70, "\n")}`;
  const pgp = `${m.block(12, 64, "\n")}\n=${m.text(4, "alnum")}`;
  return [
    ...plain,
    sample("OpenSSH", "id_ed25519", openssh, (s) => pem("OPENSSH PRIVATE KEY", s)),
    sample("PGP", "me.asc", pgp, (s) => pem("PGP PRIVATE KEY BLOCK", `\n${s}`)),
    sample("PuTTY", "me.ppk", m.block(7, 64, "\n"), (s) =>
      [
        "PuTTY-User-Key-File-3: ssh-rsa\nEncryption: none\nComment: me\nPublic-Lines: 1\nAAAAB3NzaC1yc2EAAAADAQAB",
        `Private-Lines: 8\n${s}\nPrivate-MAC: ${m.text(64, "hex")}\n`,
      ].join("\n"),
    ),
    sample("with CRLF", "win.pem", body().replaceAll("\n", "\r\n"), (s) =>
      pem("PRIVATE KEY", s).replaceAll(/\r?\n/g, "\r\n"),
    ),
    sample("in a service account", "account.json", body().replaceAll("\n", String.raw`\n`), (s) =>
      JSON.stringify({ type: "service_account", private_key: "@" }).replace(
        "@",
        String.raw`-----BEGIN PRIVATE KEY-----\n${s}\n-----END PRIVATE KEY-----\n`,
      ),
    ),
    sample(
      "indented in YAML",
      "secret.yaml",
      body().replaceAll("\n", "\n    "),
      (s) => `tls:\n  key: |\n    -----BEGIN RSA PRIVATE KEY-----\n    ${s}\n    -----END RSA PRIVATE KEY-----\n`,
    ),
    sample("without its END line", "part.txt", body(), (s) => `-----BEGIN RSA PRIVATE KEY-----\n${s}\n`),
    sample("in base64", "secret.yaml", base64(pem("PRIVATE KEY", body())), (s) => `data:\n  tls.key: ${s}\n`),
    sample("in a template literal", "key.ts", body(), (s) => `const key = \`${pem("EC PRIVATE KEY", s)}\`;\n`),
    sample("a JSON Web Key", "jwk.json", m.text(43, "base64url"), (s) =>
      JSON.stringify({ kty: "EC", crv: "P-256", x: m.text(43, "base64url"), d: s }),
    ),
  ];
};

const others = (m: Maker): readonly Sample[] => {
  const sample = (title: string, fileName: string, secret: string, write: (secret: string) => string): Sample => ({
    title,
    fileName,
    text: write(secret),
    secrets: [secret],
  });
  const password = (): string => m.text(14, "alnum");
  return [
    ...[
      "postgres",
      "postgresql",
      "mysql",
      "mongodb+srv",
      "redis",
      "amqp",
      "https",
      "ftp",
      "smtp",
      "sqlserver",
    ].map((scheme) =>
      sample(
        `address with a password: ${scheme}`,
        "config.ts",
        password(),
        (s) => `const url = "${scheme}://shop:${s}@db.acme.dev/shop";\n`,
      ),
    ),
    sample(
      "address with a password and signs",
      ".env",
      "Kx%409f!qZ2m",
      (s) => `DATABASE_URL=postgres://shop:${s}@db.acme.dev:5432/shop\n`,
    ),
    sample(
      "git remote with a token",
      "config",
      m.text(40, "hex"),
      (s) => `[remote "origin"]\n\turl = https://mia:${s}@git.acme.dev/mia/shop.git\n`,
    ),
    sample(
      "AWS secret key",
      "credentials",
      m.text(40, "base64"),
      (s) => `[default]\naws_secret_access_key = ${s}\n`,
    ),
    sample(
      "AWS secret key in code",
      "s3.ts",
      m.text(40, "base64"),
      (s) => `new S3({ secretAccessKey: "${s}" });\n`,
    ),
    sample(
      "Azure storage",
      ".env",
      `${m.text(86, "base64")}==`,
      (s) =>
        `AZURE=DefaultEndpointsProtocol=https;AccountName=shop;AccountKey=${s};EndpointSuffix=core.windows.net\n`,
    ),
    sample(
      "Slack webhook",
      "notify.sh",
      `T${m.text(9, "upper")}/B${m.text(9, "upper")}/${m.text(24, "alnum")}`,
      (s) => `curl -d @m.json https://hooks.slack.com/services/${s}\n`,
    ),
    sample(
      "Discord webhook",
      "notify.py",
      `${m.text(18, "digits")}/${m.text(68, "base64url")}`,
      (s) => `HOOK = "https://discord.com/api/webhooks/${s}"\n`,
    ),
    sample(
      "Basic authentication",
      "call.http",
      base64(`shop:${password()}`),
      (s) => `GET /items HTTP/1.1\nAuthorization: Basic ${s}\n`,
    ),
    sample(
      "Bearer token",
      "call.http",
      m.text(40, "alnum"),
      (s) => `GET /items HTTP/1.1\nAuthorization: Bearer ${s}\n`,
    ),
    sample(
      "Docker login",
      "config.json",
      base64(`shop:${password()}`),
      (s) => `{ "auths": { "registry.acme.dev": { "auth": "${s}" } } }\n`,
    ),
    sample("curl with a password", "call.sh", password(), (s) => `curl -u shop:${s} https://api.acme.dev\n`),
    sample("sshpass", "copy.sh", password(), (s) => `sshpass -p ${s} scp a.txt shop@acme.dev:\n`),
    sample("npmrc", ".npmrc", m.uuid(), (s) => `//registry.acme.dev/:_authToken=${s}\n`),
    sample("netrc", ".netrc", password(), (s) => `machine api.acme.dev login shop password ${s}\n`),
    sample(
      "Kubernetes secret",
      "secret.yaml",
      base64(password()),
      (s) => `kind: Secret\ndata:\n  password: ${s}\n`,
    ),
    sample("redis.conf", "redis.conf", password(), (s) => `port 6379\nrequirepass ${s}\n`),
    sample(
      "Terraform",
      "main.tf",
      password(),
      (s) => `resource "db" "shop" {\n  username = "shop"\n  password = "${s}"\n}\n`,
    ),
    sample(
      "WireGuard",
      "wg0.conf",
      `${m.text(43, "base64")}=`,
      (s) => `[Interface]\nPrivateKey = ${s}\nAddress = 10.0.0.2/32\n`,
    ),
    sample("comparison in code", "login.php", password(), (s) => `if ($password === "${s}") { login(); }\n`),
    sample("environment in code", "setup.py", m.text(32, "alnum"), (s) => `os.environ["ACME_API_KEY"] = "${s}"\n`),
    // These are hard: what is missed belongs to the figures.
    sample(
      "hard: words as a password in code",
      "connect.ts",
      "correcthorsebatterystaple",
      (s) => `connect({ user: "shop", password: "${s}" });\n`,
    ),
    sample(
      "hard: a password in prose",
      "mail.txt",
      password(),
      (s) => `Hi, the login for staging is shop and ${s}, please change it.\n`,
    ),
    sample("hard: a token in two parts", "client.ts", m.text(16, "alnum"), (s) => `const a = "Zq" + "${s}";\n`),
    sample("hard: a short password", "login.ts", "k9!x", (s) => `login("shop", { password: "${s}" });\n`),
    sample(
      "hard: a key under a short name",
      "sign.py",
      m.text(32, "hex"),
      (s) => `k = "${s}"\nsign(message, k)\n`,
    ),
    sample("hard: a PIN", "door.json", m.text(6, "digits"), (s) => `{ "door": "north", "pin": "${s}" }\n`),
  ];
};

const spread = (
  label: string,
  kinds: Readonly<Record<string, (make: Maker) => string>>,
  places: readonly Place[],
  perKind: number,
  make: Maker,
): readonly Sample[] =>
  Object.entries(kinds).flatMap(([kind, one], index) =>
    Array.from({ length: perKind }, (_, turn): Sample => {
      const place = places[(index * perKind + turn) % places.length];
      if (!place) throw new Error("There is no place.");
      const secret = one(make);
      return {
        title: `${label}: ${kind} in ${place[0]}`,
        fileName: place[0],
        text: place[1](secret),
        secrets: [secret],
      };
    }),
  );

export const secretSamples = (make: Maker): readonly Sample[] => [
  ...spread("token", tokens, tokenPlaces, 3, make),
  ...spread("named", plainSecrets, namedPlaces, namedPlaces.length, make),
  ...spread("password", passwords, passwordPlaces, passwordPlaces.length, make),
  ...keys(make),
  ...others(make),
];
