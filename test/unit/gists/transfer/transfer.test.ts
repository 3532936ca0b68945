import assert from "node:assert/strict";
import { afterEach, beforeEach, describe, it } from "node:test";
import { CancelledError } from "../../../../src/base/errors.ts";
import { HttpError } from "../../../../src/client/errors.ts";
import { exportFolder, exportGists, type ExportReport, listAll } from "../../../../src/gists/transfer/exporter.ts";
import { checkImport, importGists, type ImportOutcome } from "../../../../src/gists/transfer/importer.ts";
import { ImportRecord } from "../../../../src/gists/transfer/importRecord.ts";
import { decodeManifest, type Manifest } from "../../../../src/gists/transfer/manifest.ts";
import type { Inspect } from "../../../../src/base/inspect.ts";
import type { SandboxSeed } from "../../../../src/sandbox/seed.ts";
import { ManualClock } from "../../../support/manualClock.ts";
import { MemoryTransferFolder } from "../../../support/memoryTransferFolder.ts";
import { type OpenService, openService } from "../openService.ts";

const big = "0123456789abcdef".repeat(80_000);
const count = 12;
const idOf = (index: number): string => `${index}`.padStart(20, "a");
const seed: SandboxSeed = {
  users: [{ login: "mia" }, { login: "otto" }],
  tokens: [{ token: "sandbox_mia", login: "mia", scopes: ["gist"] }],
  gists: Array.from({ length: count }, (_, index) => ({
    id: idOf(index),
    owner: "mia",
    description: index === 3 ? "" : `Gist ${index}`,
    public: index % 2 === 0,
    createdAt: `2025-01-${String(index + 1).padStart(2, "0")}T00:00:00Z`,
    files:
      index === 0
        ? { CON: "a", "README.md": "upper", "a b.": "x", "comments.json": "[]", "readme.md": "lower\r\n" }
        : index === 1
          ? { "big.txt": big }
          : { "file.txt": `text ${index}\n` },
    ...(index === 0 ? { comments: [{ login: "otto", body: "Nice." }] } : {}),
  })),
};

describe("an export", () => {
  let service: OpenService;
  let folder: MemoryTransferFolder;
  beforeEach(async () => {
    service = await openService(seed);
    folder = new MemoryTransferFolder();
  });
  afterEach(() => service.close());

  const client = () => service.window.model.get(service.accountId)!.client;
  const source = () => ({ client: client(), server: service.url, login: "mia" });
  const run = async (signal = new AbortController().signal, progress: string[] = []): Promise<ExportReport> =>
    exportGists(source(), await listAll(client(), new AbortController().signal), folder, {
      clock: new ManualClock(),
      signal,
      onProgress: (done, total) => progress.push(`${done} of ${total}`),
    });
  const manifest = (): Manifest => {
    const { manifest: found, problems } = decodeManifest(folder.files.get("manifest.json") ?? new Uint8Array());
    assert.deepEqual(problems, []);
    assert.ok(found);
    return found;
  };
  const entry = (index: number) => manifest().gists.find(({ id }) => id === idOf(index))!;

  const record = () => new ImportRecord(folder, { server: service.url, login: "mia" });
  const passing: Inspect = async ({ files }) => files;
  const runImport = async (
    options: { inspect?: Inspect; pick?: (presence: string) => boolean; signal?: AbortSignal } = {},
  ): Promise<readonly ImportOutcome[]> => {
    const own = await listAll(client(), new AbortController().signal);
    const kept = record();
    await kept.load();
    const signal = options.signal ?? new AbortController().signal;
    const candidates = await checkImport(folder, manifest(), own, { client: client(), record: kept }, signal);
    const pick = options.pick ?? ((presence) => presence === "new");
    return importGists(
      folder,
      candidates.filter(({ presence }) => pick(presence)),
      own,
      {
        client: client(),
        accountId: service.accountId,
        clock: { now: () => Date.parse("2026-01-01T00:00:00Z"), setTimer: () => ({ dispose: () => undefined }) },
        record: kept,
        maxFileBytes: 10_000_000,
        inspect: options.inspect ?? passing,
        create: (gist, aborted) => service.gists.create(service.accountId, gist, aborted),
      },
      signal,
    );
  };
  const deleteAll = async (): Promise<void> => {
    for (const { id } of await service.own()) await service.gists.delete(service.accountId, id);
  };

  it("writes every gist whole, under names that every disk takes, with the true ones in the manifest", async () => {
    const progress: string[] = [];
    const report = await run(undefined, progress);
    assert.equal(report.written.length, count);
    assert.deepEqual(progress.slice(0, 2), ["0 of 12", "1 of 12"]);
    assert.equal(progress.at(-1), "12 of 12");
    const { directory, files, commentsFile } = entry(0);
    assert.deepEqual(
      files.map(({ name, path }) => [name, path.slice(directory.length + 1)]),
      [
        ["CON", "%43ON"],
        ["README.md", "README.md"],
        ["a b.", "a b%2e"],
        ["comments.json", "comments.json"],
        ["readme.md", "readme%_2.md"],
      ],
    );
    assert.equal(folder.text(`${directory}/readme%_2.md`), "lower\r\n");
    assert.equal(commentsFile?.path, `${directory}/comments%_2.json`);
    assert.match(folder.text(commentsFile?.path ?? "") ?? "", /"body": "Nice\."/);
    assert.equal(folder.text(entry(1).files[0]?.path ?? ""), big);
    assert.equal(entry(2).directory, `gist-2-${idOf(2)}`);
    assert.equal(entry(3).description, "");
  });

  it("reads nothing again that is there as it is, and only what has changed", async () => {
    await run();
    await client().call("gists.edit", { id: idOf(5), files: { "file.txt": { content: "new\n" } } });
    folder.files.delete(entry(6).files[0]?.path ?? "");
    const before = entry(4);
    service.requests.length = 0;
    const report = await run();
    assert.deepEqual([...report.written].toSorted(), [idOf(5), idOf(6)].toSorted());
    assert.equal(report.unchanged.length, count - 2);
    assert.deepEqual(
      service.requests.filter((request) => /^GET \/gists\/\w+$/.test(request)).toSorted(),
      [`GET /gists/${idOf(5)}`, `GET /gists/${idOf(6)}`].toSorted(),
    );
    assert.equal(folder.text(entry(5).files[0]?.path ?? ""), "new\n");
    assert.equal(folder.text(entry(6).files[0]?.path ?? ""), "text 6\n");
    assert.deepEqual(entry(4), before);
  });

  it("goes on where it was cancelled, and leaves nothing half", async () => {
    const controller = new AbortController();
    service.hooks.before = ({ url }) => {
      if (url.endsWith(`/gists/${idOf(6)}`)) controller.abort();
      return undefined;
    };
    const first = await run(controller.signal);
    assert.equal(first.isCancelled, true);
    const some = manifest().gists.length;
    assert.ok(some > 0 && some < count, `${some}`);
    const listed = new Set(
      manifest().gists.flatMap(({ files, commentsFile }) =>
        [...files, ...(commentsFile ? [commentsFile] : [])].map(({ path }) => path),
      ),
    );
    assert.deepEqual(
      [...folder.files.keys()].filter((path) => path !== "manifest.json" && !listed.has(path)),
      [],
    );
    service.hooks.before = () => undefined;
    const second = await run();
    assert.deepEqual([second.written.length, second.unchanged.length], [count - some, some]);
    assert.equal(manifest().gists.length, count);
  });

  it("reports which gist failed and writes the others, and the next run brings it", async () => {
    service.hooks.before = ({ url }) =>
      url.endsWith(idOf(4)) ? Response.json({ message: "Not today" }, { status: 403 }) : undefined;
    const report = await run();
    assert.deepEqual(
      report.failed.map(({ gistId }) => gistId),
      [idOf(4)],
    );
    assert.ok(HttpError.is(report.failed[0]?.error, "forbidden"));
    assert.equal(manifest().gists.length, count - 1);
    service.hooks.before = () => undefined;
    assert.deepEqual((await run()).written, [idOf(4)]);
  });

  it("keeps a valid manifest when the disk is full, and finds its own files again", async () => {
    folder.budget.room = 6;
    await assert.rejects(run());
    folder.budget.room = Infinity;
    const report = await run();
    assert.deepEqual(report.kept, {});
    assert.equal(manifest().gists.length, count);
    assert.equal([...folder.files.keys()].filter((path) => path.includes(idOf(3))).length, 1);
  });

  it("neither touches nor overwrites files of another origin", async () => {
    await run();
    const changed = entry(5).files[0]?.path ?? "";
    const { directory } = entry(7);
    folder.put(changed, "my own words");
    folder.put(`${directory}/mine.txt`, "mine");
    await client().call("gists.edit", {
      id: idOf(7),
      files: { "mine.txt": { content: "theirs" }, "file.txt": { filename: "other.txt", content: "moved" } },
    });
    const report = await run();
    assert.equal(folder.text(report.kept[changed] ?? ""), "my own words");
    assert.equal(folder.text(changed), "text 5\n");
    assert.equal(folder.text(`${directory}/mine.txt`), "mine");
    assert.equal(folder.text(`${directory}/mine%_2.txt`), "theirs");
    assert.equal(folder.text(`${directory}/file.txt`), undefined, "what the gist does not have any more is gone");
    assert.equal((await run()).written.length, 0);
  });

  it("writes nothing through a link in the folder", async () => {
    folder.links.add(`gist-2-${idOf(2)}`);
    const report = await run();
    assert.deepEqual(
      report.failed.map(({ gistId }) => gistId),
      [idOf(2)],
    );
    assert.equal(
      [...folder.files.keys()].some((path) => path.startsWith(`gist-2-${idOf(2)}/`)),
      false,
    );
  });

  it("goes into a folder of its own when the picked one holds something else", async () => {
    assert.equal((await exportFolder(folder, source())).path, "");
    folder.put(".DS_Store", "");
    assert.equal((await exportFolder(folder, source())).path, "");
    folder.put("thesis.doc", "years");
    const place = await exportFolder(folder, source());
    assert.equal(place.path, "gists-of-mia");
    await exportGists(source(), [], place.folder, {
      clock: new ManualClock(),
      signal: new AbortController().signal,
    });
    assert.equal((await exportFolder(folder, source())).path, "gists-of-mia");
    assert.equal((await exportFolder(folder, { ...source(), server: "https://other" })).path, "gists-of-mia-2");
    assert.equal((await exportFolder(folder.below("gists-of-mia"), source())).path, "");
    folder.put("gists-of-mia/manifest.json", "{}");
    assert.equal((await exportFolder(folder, source())).path, "gists-of-mia-2");
  });

  it("is imported again as it was, with new ids, and a second time not at all", async () => {
    await run();
    await deleteAll();
    const outcomes = await runImport();
    assert.equal(outcomes.filter(({ to }) => to !== undefined).length, count);
    const own = await service.own();
    assert.equal(own.length, count);
    const first = await client().call("gists.get", {
      id: outcomes.find(({ gist }) => gist.id === idOf(0))?.to ?? "",
    });
    assert.deepEqual(
      Object.values(first.files).map((file) => [file?.filename, file?.content]),
      [
        ["CON", "a"],
        ["README.md", "upper"],
        ["a b.", "x"],
        ["comments.json", "[]"],
        ["readme.md", "lower\r\n"],
      ],
    );
    assert.deepEqual([first.description, first.public], ["Gist 0", true]);
    assert.equal((await runImport()).length, 0);
    assert.equal((await service.own()).length, count);
  });

  it("knows what is there already, as it is and changed", async () => {
    await run();
    await client().call("gists.edit", { id: idOf(5), files: { "file.txt": { content: "new\n" } } });
    await client().call("gists.edit", { id: idOf(6), description: "Only the words about it" });
    const kept = record();
    const own = await listAll(client(), new AbortController().signal);
    const presence = Object.fromEntries(
      (
        await checkImport(
          folder,
          manifest(),
          own,
          { client: client(), record: kept },
          new AbortController().signal,
        )
      ).map((candidate) => [candidate.gist.id, candidate.presence]),
    );
    assert.deepEqual([presence[idOf(4)], presence[idOf(5)], presence[idOf(6)]], ["same", "different", "same"]);
  });

  it("is imported once though answers are lost and it is cancelled in the middle", async () => {
    await run();
    await deleteAll();
    const controller = new AbortController();
    let posts = 0;
    service.hooks.after = (answer, { method }) => {
      if (method !== "POST") return answer;
      posts++;
      if (posts === 3) {
        // What was lost cannot be looked for at once.
        service.hooks.before = (request) => {
          if (request.method === "GET") return Response.json({ message: "Not yet" }, { status: 403 });
          service.hooks.before = () => undefined;
          return undefined;
        };
        return Response.json({ message: "Lost" }, { status: 502 });
      }
      if (posts === 6) controller.abort();
      return answer;
    };
    const first = await runImport({ signal: controller.signal });
    assert.equal(first.length, count);
    assert.equal(
      first.findIndex(({ isStopped }) => isStopped),
      first.findLastIndex(({ to }) => to !== undefined) + 1,
      "it says where it was stopped",
    );
    assert.ok(first.every(({ to, error }) => (to === undefined) !== (error === undefined)));
    assert.ok(first.some(({ error }) => HttpError.is(error, "server")));
    service.hooks.after = (answer) => answer;
    await runImport();
    assert.equal((await service.own()).length, count, "none is there twice, none is missing");
    assert.deepEqual(
      (await service.own()).map(({ description }) => description ?? "").toSorted(),
      (seed.gists ?? []).map(({ description }) => description ?? "").toSorted(),
    );
  });

  it("sends nothing that the guard does not let go, and goes on with the others", async () => {
    await run();
    await deleteAll();
    const outcomes = await runImport({
      inspect: async ({ what, files }) => {
        if (what === "Gist 4") throw new CancelledError();
        return what === "Gist 5" ? { "file.txt": "REDACTED" } : files;
      },
    });
    const four = outcomes.find(({ gist }) => gist.id === idOf(4));
    assert.ok(four?.error instanceof CancelledError);
    assert.equal((await service.own()).length, count - 1);
    assert.equal(outcomes.find(({ gist }) => gist.id === idOf(5))?.isRedacted, true);
    assert.equal(outcomes.find(({ gist }) => gist.id === idOf(6))?.isRedacted, false);
  });

  it("is checked first: missing files, links and other contents are reported", async () => {
    await run();
    await deleteAll();
    folder.files.delete(entry(4).files[0]?.path ?? "");
    folder.put(entry(5).files[0]?.path ?? "", "changed by hand");
    folder.links.add(entry(6).directory);
    folder.files.set(entry(7).files[0]?.path ?? "", new Uint8Array([0xff, 0x00]));
    const kept = record();
    const candidates = await checkImport(
      folder,
      manifest(),
      [],
      { client: client(), record: kept },
      new AbortController().signal,
    );
    const problem = (index: number) => [
      ...(candidates.find(({ gist }) => gist.id === idOf(index))?.problems ?? []),
    ];
    assert.deepEqual(problem(4), [["file.txt", "missing"]]);
    assert.deepEqual(problem(5), [["file.txt", "changed"]]);
    assert.deepEqual(problem(6), [["file.txt", "link"]]);
    assert.deepEqual(problem(8), []);
    const outcomes = await runImport();
    assert.equal(outcomes.find(({ gist }) => gist.id === idOf(7))?.to, undefined);
    assert.equal((await service.own()).length, count - 3);
  });
});
