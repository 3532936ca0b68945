import assert from "node:assert/strict";
import type { SecretRetention } from "../../../src/accounts/storage/secretMarker.ts";
import { afterEach, beforeEach, describe, it } from "node:test";
import { Client } from "../../../src/client/client.ts";
import { HttpError } from "../../../src/client/errors.ts";
import { nodeTransport } from "../../../src/client/nodeTransport.ts";
import type { Profile } from "../../../src/accounts/profile.ts";
import { diagnose, type DoctorDeps, type Finding, withoutSecrets } from "../../../src/service/doctor.ts";
import { systemClock } from "../../../src/base/clock.ts";
import { startUntrustedServer } from "../../support/untrustedServer.ts";
import { limited, openRepoService, type RepoService } from "../repos/repoService.ts";

const { signal } = new AbortController();

describe("The doctor", () => {
  let service: RepoService;
  let parts: DoctorDeps;
  beforeEach(async () => {
    service = await openRepoService();
    const account = service.window.model.get(service.accountId);
    assert.ok(account);
    parts = {
      profile: account.profile,
      client: account.client,
      clock: systemClock,
      tryKeyring: () => Promise.resolve("retained"),
      network: { proxy: "", checksCertificates: true, environment: {} },
    };
  });
  afterEach(() => service.close());

  const found = async <C extends Finding["check"]>(
    check: C,
    changed: Partial<DoctorDeps> = {},
  ): Promise<Extract<Finding, { readonly check: C }> | undefined> =>
    (await diagnose({ ...parts, ...changed }, signal)).find(
      (finding): finding is Extract<Finding, { readonly check: C }> => finding.check === check,
    );

  it("finds nothing wrong where nothing is, and asks nothing that counts but whose token it is", async () => {
    const findings = await diagnose(parts, signal);
    assert.deepEqual(
      findings.map(({ check, level }) => [check, level]),
      [
        ["server", "good"],
        ["certificate", "good"],
        ["proxy", "good"],
        ["clock", "good"],
        ["token", "note"],
        ["keyring", "good"],
        ["limit", "good"],
      ],
    );
    assert.deepEqual(service.sent("GET").slice(-2), ["GET /rate_limit", "GET /user"]);
    // The token of the test has wide scopes of repositories, and none of gists.
    assert.deepEqual((await found("token"))?.lacks, ["gists"]);
    const ofApp = await found("token", { profile: { ...parts.profile, isAppToken: true } });
    assert.deepEqual([ofApp?.level, ofApp?.lacks], ["good", undefined]);
  });

  it("reports by how much the clock is off, in both directions, and that a server does not send the time", async () => {
    for (const hours of [1, -1]) {
      const clock = { ...systemClock, now: () => Date.now() + hours * 3_600_000 };
      const finding = await found("clock", { clock });
      assert.equal(finding?.level, "bad");
      assert.ok(Math.abs((finding.seconds ?? 0) - hours * 3600) < 5, String(finding.seconds));
    }
    service.after = (answer) => {
      const headers = new Headers(answer.headers);
      headers.set("date", "some day");
      return new Response(answer.body, { status: answer.status, headers });
    };
    assert.deepEqual((await found("clock"))?.seconds, undefined);
  });

  it("knows a server without limits for one that was reached", async () => {
    service.before = (request) =>
      request.url.endsWith("/rate_limit")
        ? Response.json({ message: "Not Found" }, { status: 404, headers: { date: new Date().toUTCString() } })
        : undefined;
    assert.equal((await found("server"))?.level, "good");
    assert.equal(await found("limit"), undefined);
  });

  it("reports that the server is gone, and then asks for no token", async () => {
    await service.close();
    const client = new Client({
      baseUrl: service.url,
      dialect: "github",
      transport: nodeTransport,
      retry: { attempts: 0 },
    });
    const findings = await diagnose({ ...parts, client }, signal);
    client.dispose();
    assert.deepEqual(
      findings.map(({ check, level }) => [check, level]),
      [
        ["server", "bad"],
        ["certificate", "good"],
        ["proxy", "good"],
        ["clock", "note"],
        ["keyring", "good"],
      ],
    );
    service = await openRepoService();
  });

  it("reports that a token is refused, a limit used up and a keyring broken", async () => {
    const client = new Client({ baseUrl: service.url, dialect: "github", transport: nodeTransport });
    client.authenticate({ type: "token", token: "sandbox_nobody" });
    const keyring = { tryKeyring: () => Promise.reject(new Error("locked")) };
    assert.equal((await found("token", { client }))?.level, "bad");
    assert.equal((await found("keyring", keyring))?.level, "bad");
    client.dispose();
    service.before = (request) =>
      request.url.endsWith("/rate_limit")
        ? Response.json({ resources: { core: { limit: 60, remaining: 0, reset: 1 } } })
        : undefined;
    assert.equal((await found("limit"))?.level, "bad");
  });

  it("does not blame a token that could not be checked: the request limit is used up, or a proxy answers", async () => {
    const answers = [
      limited,
      () => new Response("<p>Sign in</p>", { headers: { "content-type": "text/html" } }),
      () => Response.json({ message: "Not from here" }, { status: 403 }),
    ];
    for (const answer of answers) {
      service.before = (request) => (request.url.endsWith("/user") ? answer() : undefined);
      const finding = await found("token");
      assert.deepEqual([finding?.level, finding?.identity], ["note", undefined]);
      assert.ok(finding?.error);
    }
  });

  it("is not content with a server that fails or refuses everything", async () => {
    const profile = { ...parts.profile, credential: "anonymous" } as const;
    const options = { baseUrl: service.url, dialect: "github", transport: nodeTransport } as const;
    for (const [status, level] of [
      [500, "bad"],
      [401, "note"],
      [403, "note"],
    ] as const) {
      service.before = () => Response.json({ message: "No" }, { status });
      const client = new Client({ ...options, retry: { attempts: 0 } });
      const server = await found("server", { profile, client });
      client.dispose();
      assert.deepEqual([server?.level, HttpError.is(server?.error)], [level, true], String(status));
    }
  });

  it("is not stopped by limits that are none", async () => {
    const odd = [{ limit: "many", remaining: null, reset: "later" }, { limit: 0, remaining: 0, reset: 0 }, 5];
    for (const core of odd) {
      service.before = ({ url }) =>
        url.endsWith("/rate_limit") ? Response.json({ resources: { core } }) : undefined;
      assert.equal(await found("limit"), undefined);
    }
  });

  it("takes a server for a fault that answers everything with a page of a proxy or a website", async () => {
    service.before = () => new Response("<p>Sign in</p>", { headers: { "content-type": "text/html" } });
    const server = await found("server");
    assert.equal(server?.level, "bad");
    assert.ok(HttpError.is(server.error, "unreadable"));
    // Some servers have a page in place of the limits only.
    service.before = ({ url }) =>
      url.endsWith("/rate_limit")
        ? new Response("<p>Hello</p>", { headers: { "content-type": "text/html" } })
        : undefined;
    assert.equal((await found("server"))?.level, "good");
  });

  it("lets requests be sent again at once when the limit, read after a refusal, is not used up", async () => {
    const { client } = parts;
    service.before = (request) => (request.url.endsWith("/user") ? limited() : undefined);
    assert.equal((await found("limit"))?.level, "good");
    assert.equal(client.blockedUntil, 0);
    service.before = () => undefined;
    await client.get("/user");
  });

  it("takes a secret storage that lost what an earlier session stored for a fault", async () => {
    const levelOf = async (retention: SecretRetention): Promise<string | undefined> =>
      (await found("keyring", { tryKeyring: () => Promise.resolve(retention) }))?.level;
    assert.deepEqual(
      [await levelOf("retained"), await levelOf("unknown"), await levelOf("lost")],
      ["good", "note", "bad"],
    );
  });

  it("says that the token is missing, and nothing of the server, when nothing could be sent", async () => {
    const client = new Client({
      baseUrl: service.url,
      dialect: "github",
      transport: () => Promise.reject(new Error("sent")),
      requiresToken: true,
    });
    const findings = await diagnose({ ...parts, client }, signal);
    assert.deepEqual(
      findings.map(({ check, level }) => [check, level]),
      [
        ["token", "bad"],
        ["proxy", "good"],
        ["keyring", "good"],
      ],
    );
    client.dispose();
  });

  it("names a proxy without its password, the one of VS Code first", async () => {
    const environment = {
      HTTP_PROXY: "http://ada:hunter2@proxy.example:3128",
      HTTPS_PROXY: "http://other.example",
    };
    const finding = await found("proxy", { network: { ...parts.network, environment } });
    assert.deepEqual([finding?.address, finding?.source], ["proxy.example:3128", "HTTP_PROXY"]);
    const set = await found("proxy", {
      network: { ...parts.network, environment, proxy: "http://mine.example:8080" },
    });
    assert.deepEqual([set?.address, set?.source], ["mine.example:8080", "http.proxy"]);
    assert.equal(withoutSecrets("ada:hunter2@proxy.example:3128"), "proxy.example:3128");
    assert.equal(withoutSecrets("::nonsense"), "?");
  });

  it("warns where certificates are not checked", async () => {
    const profile: Profile = { ...parts.profile, baseUrl: "https://forge.example" };
    const network = { ...parts.network, checksCertificates: false };
    assert.deepEqual((await found("certificate", { profile, network }))?.how, "off");
    assert.deepEqual((await found("certificate", { profile }))?.how, "checked");
    assert.deepEqual((await found("certificate"))?.how, "loopback");
  });

  it("claims nothing of a certificate of a server that was not reached, and in a browser nothing of VS Code's settings", async () => {
    const profile: Profile = { ...parts.profile, baseUrl: "https://forge.example" };
    const client = new Client({
      baseUrl: "http://127.0.0.1:1",
      dialect: "github",
      transport: nodeTransport,
      retry: { attempts: 0 },
    });
    const browser = {
      network: { environment: undefined, checksCertificates: false, proxy: "http://mine.example:8080" },
    };
    const certificate = async (changed: Partial<DoctorDeps>) => {
      const finding = await found("certificate", { profile, ...changed });
      return [finding?.level, finding?.how];
    };
    assert.deepEqual(await certificate({ client }), ["note", "unreached"]);
    assert.deepEqual(await certificate({ client, ...browser }), ["note", "browser"]);
    assert.deepEqual(await certificate(browser), ["good", "checked"]);
    assert.equal((await found("proxy", browser))?.source, "browser");
    client.dispose();
  });

  it("reports that the machine does not trust the certificate, and sends no token there", async () => {
    const untrusted = await startUntrustedServer();
    try {
      const client = new Client({
        baseUrl: untrusted.url,
        dialect: "github",
        transport: nodeTransport,
        retry: { attempts: 0 },
      });
      client.authenticate({ type: "token", token: "t" });
      const profile: Profile = { ...parts.profile, baseUrl: untrusted.url };
      const findings = await diagnose({ ...parts, client, profile }, signal);
      assert.deepEqual(
        findings.map(({ check, level }) => [check, level]),
        [
          ["server", "bad"],
          ["certificate", "bad"],
          ["proxy", "good"],
          ["clock", "note"],
          ["keyring", "good"],
        ],
      );
      assert.equal(findings.find((finding) => finding.check === "certificate")?.how, "refused");
      assert.equal(untrusted.requests, 0);
      client.dispose();
    } finally {
      await untrusted.close();
    }
  });

  it("says nothing of a network where there is none: the sandbox is inside VS Code", async () => {
    const profile: Profile = { ...parts.profile, kind: "sandbox" };
    assert.deepEqual(
      [
        await found("certificate", { profile }),
        await found("proxy", { profile }),
        (await found("server", { profile }))?.level,
      ],
      [undefined, undefined, "good"],
    );
  });

  it("ends at once when the user cancels", async () => {
    await assert.rejects(diagnose(parts, AbortSignal.abort()), { name: "CancelledError" });
  });
});
