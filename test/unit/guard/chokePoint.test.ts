import assert from "node:assert/strict";
import { beforeEach, describe, it } from "node:test";
import { bytesOf, encodeBase64 } from "../../../src/base/bytes.ts";
import { CancelledError } from "../../../src/base/errors.ts";
import { Client } from "../../../src/client/client.ts";
import { operationIds, operationOf } from "../../../src/client/operations/table.ts";
import { type WriteOperationId, writeOperationIds } from "../../../src/client/operations/userContent.ts";
import type { Param } from "../../../src/client/params.ts";
import { type Dialect, operationParams } from "../../../src/client/request.ts";
import { Decisions } from "../../../src/guard/decisions.ts";
import { LeakGuard, type Upload } from "../../../src/guard/guard.ts";
import { inspectWrite } from "../../../src/guard/inspectWrite.ts";

const texts = { what: String, notRedactable: () => new Error("not redactable") };

/** A text that is found again wherever it is sent. */
const marker = (name: string): string => `marker-${name.replaceAll(/[^a-z]/g, "-")}-end`;

const structures: Readonly<Record<string, unknown>> = {
  files: {
    [marker("file")]: { content: marker("content"), filename: marker("renamed") },
    "lines.txt": { content: `${marker("first")}\n${marker("second")}\n` },
  },
  config: { url: marker("url"), secret: marker("hook-secret"), deep: [{ token: marker("token") }] },
};

const valueFor = (name: string, { type, allowed, base64, pattern }: Param): unknown => {
  if (allowed) return allowed[0];
  if (type === "Boolean") return true;
  if (type === "Number") return 7;
  if (type === "Date") return "2026-01-01T00:00:00Z";
  if (type === "Array") return [marker(name)];
  if (type === "Json") return structures[name] ?? { name: marker(name), secret: marker(`${name}-secret`) };
  if (base64 === true) return encodeBase64(bytesOf(marker(name)));
  return pattern === undefined || pattern.test(marker(name)) ? marker(name) : "7";
};

const messageOf = (id: WriteOperationId, dialect: Dialect): Record<string, unknown> => {
  const { path, query, body } = operationParams(operationOf(id), dialect);
  const params = { ...path, ...query, ...body };
  return {
    ...Object.fromEntries(Object.entries(params).map(([name, param]) => [name, valueFor(name, param)])),
    headers: { accept: marker("accept"), cookie: marker("cookie"), "x-service-otp": marker("otp") },
  };
};

const secretsByDesign = new Set(["hook-secret", "cookie", "otp"].map(marker));

/** Every marker in a request, in whatever it is encoded. */
const markersIn = (text: string): readonly string[] => {
  const decoded = decodeURIComponent(text.replaceAll(/%(?![\da-f]{2})/gi, "%25"));
  const inBase64 = (decoded.match(/[A-Za-z\d+/]{16,}={0,2}/g) ?? []).map((part) => {
    try {
      return atob(part);
    } catch {
      return "";
    }
  });
  return [decoded, ...inBase64].flatMap((each) => each.match(/marker-[a-z-]+?-end/g) ?? []);
};

describe("What leaves this machine", () => {
  let sent: string[];
  let inspected: string[];
  let guard: LeakGuard;
  let refuses: boolean;

  beforeEach(() => {
    [sent, inspected, refuses] = [[], [], false];
    guard = new LeakGuard({
      isEnabled: () => true,
      ignoredKinds: () => [],
      decisions: new Decisions({ read: () => ({}), write: () => Promise.resolve() }),
      ownTokens: () => Promise.resolve([]),
      loadScan: () =>
        Promise.resolve((text) => {
          inspected.push(text);
          const finding = { kind: "password", start: 0, end: text.length, line: 1, preview: "…" } as const;
          return refuses ? [{ ...finding, confidence: "high" }] : [];
        }),
      ask: () => Promise.reject(new CancelledError()),
    });
  });

  const clientOf = (dialect: Dialect): Client => {
    const client = new Client({
      version: "3.0.0",
      baseUrl: "https://forge.example",
      dialect,
      retry: { attempts: 0 },
      writeGap: 0,
      transport: async ({ url, headers, body }) => {
        sent.push([url, ...Object.values(headers), body ?? ""].join(" "));
        return new Response("{}", { headers: { "content-type": "application/json" } });
      },
      beforeWrite: (write) => inspectWrite(guard, texts, "mia", write),
    });
    client.authenticate({ type: "token", token: "sandbox_of_mia" });
    return client;
  };
  const call = async (id: WriteOperationId, dialect: Dialect): Promise<void> => {
    const client = clientOf(dialect);
    try {
      // The answer is not what the operation promises; only what was sent counts here.
      await client.call(id, messageOf(id, dialect) as never).catch((error: unknown) => {
        if (sent.length === 0) throw error;
      });
    } finally {
      client.dispose();
    }
  };

  it("is known of every operation that writes", () => {
    const reads = operationIds.filter((id) => operationOf(id).route.startsWith("GET "));
    assert.notEqual(reads.length, 0);
    assert.deepEqual([...reads, ...writeOperationIds].toSorted(), operationIds.toSorted());
  });

  for (const dialect of ["interface", "github"] as const)
    for (const id of writeOperationIds)
      it(`was inspected in each text that ${id} sends in the dialect ${dialect}`, async () => {
        await call(id, dialect);
        assert.equal(sent.length, 1);
        const seen = new Set(inspected.flatMap(markersIn));
        const markers = sent.flatMap(markersIn).filter((each) => !secretsByDesign.has(each));
        assert.ok(markers.length > 0);
        for (const each of markers) assert.ok(seen.has(each), `${each} was sent and not inspected`);
        for (const each of secretsByDesign) assert.equal(seen.has(each), false, `${each} is a secret by design`);
      });

  for (const id of writeOperationIds)
    it(`is nothing of ${id} when the user cancels`, async () => {
      refuses = true;
      await assert.rejects(call(id, "github"), CancelledError);
      assert.deepEqual(sent, []);
    });

  it("was inspected for paths without an operation too", async () => {
    const client = clientOf("github");
    await client.patch("/repos/a/b/hooks/1/config", { secret: marker("hook-secret"), url: marker("url") });
    await client.post("/repos/a/b/git/refs", { ref: `refs/heads/${marker("branch")}`, sha: "1" });
    const seen = new Set(inspected.flatMap(markersIn));
    assert.deepEqual([...seen].toSorted(), [marker("branch"), marker("url")]);
    refuses = true;
    await assert.rejects(client.post("/x", { text: marker("other") }), CancelledError);
    assert.equal(sent.length, 2);
    client.dispose();
  });

  it("is not what a caller made of its parameters after they were inspected", async () => {
    const client = clientOf("github");
    const files = { "a.txt": { content: "harmless" } };
    const call = client.call("gists.create", { public: true, files });
    files["a.txt"].content = marker("changed");
    await call.catch(() => undefined);
    assert.equal(sent.length, 1);
    assert.equal(sent.join().includes(marker("changed")), false);
    client.dispose();
  });

  it("is not inspected a second time when a feature has inspected exactly that text", async () => {
    const upload: Upload = {
      what: "x",
      files: { "a.txt": "line\ntwo\n", b: "the description" },
      accountId: "mia",
    };
    await guard.inspect(upload);
    inspected.length = 0;
    const client = clientOf("github");
    const files = { "a.txt": { content: "line\ntwo\n" } };
    await client
      .call("gists.create", { public: true, description: "the description", files })
      .catch(() => undefined);
    // The name of the file is new.
    assert.equal(inspected.join("\n").includes("line"), false);
    assert.equal(inspected.join("\n").includes("the description"), false);
    inspected.length = 0;
    await client
      .call("gists.create", { public: true, description: "the description", files })
      .catch(() => undefined);
    assert.deepEqual(inspected, []);
    assert.equal(sent.length, 2);
    client.dispose();
  });
});
