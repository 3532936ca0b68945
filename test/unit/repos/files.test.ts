import assert from "node:assert/strict";
import { afterEach, beforeEach, describe, it } from "node:test";
import { CancelledError, SignedOutError } from "../../../src/base/errors.ts";
import { HttpError } from "../../../src/client/errors.ts";
import { NeedsOtherBranch, RepoConflict } from "../../../src/repos/files/commitErrors.ts";
import type { RepoFiles } from "../../../src/repos/files/files.ts";
import { parseSignature } from "../../../src/repos/files/signature.ts";
import type { ContentPlace } from "../../../src/repos/types.ts";
import { eventually } from "../../support/eventually.ts";
import type { ManualClock } from "../../support/manualClock.ts";
import { MemoryFolder } from "../../support/memoryFolder.ts";
import { FileBench } from "./fileBench.ts";
import { bytes, bytesText, changed, text } from "./fileTexts.ts";
import type { RepoService } from "./repoService.ts";

describe("Files of a repository", () => {
  let bench: FileBench;
  let service: RepoService;
  let files: RepoFiles;
  let clock: ManualClock;
  let asked: string[][];
  let place: ContentPlace;
  beforeEach(async () => {
    bench = await FileBench.open();
    ({ service, clock, asked, place } = bench);
    files = bench.openFiles();
  });
  afterEach(async () => {
    files.dispose();
    await bench.close();
  });

  const put: FileBench["put"] = (...args) => bench.put(...args);
  const atService: FileBench["atService"] = (path) => bench.atService(path);
  const messages: FileBench["messages"] = () => bench.messages();
  const during = <T>(action: Promise<T>, count?: number): Promise<T> => bench.during(action, count);
  const write = (content: string, path = "a.txt") => during(files.write({ ...place, path }, bytes(content)));

  it("are committed with the message that was given, and not at all without a change", async () => {
    assert.equal(new TextDecoder().decode(await files.read(place)), text);
    assert.equal(await write(text), "unchanged");
    assert.deepEqual(asked, []);
    assert.equal(await write(changed(0, "ONE")), "committed");
    assert.equal(await write(changed(1, "TWO", changed(0, "ONE"))), "committed");
    assert.equal(await atService(), changed(1, "TWO", changed(0, "ONE")));
    assert.deepEqual(await messages(), ["My change", "My change", "Put a.txt"]);
    assert.deepEqual(asked, [["write a.txt"], ["write a.txt"]]);
  });

  it("that are saved together are asked about once, and committed one after the other", async () => {
    await put(service.mia, "b.txt", "b\n");
    await files.read(place);
    await files.read({ ...place, path: "b.txt" });
    const both = Promise.all([
      files.write(place, bytes(changed(0, "ONE"))),
      files.write({ ...place, path: "b.txt" }, bytes("B\n")),
      files.write({ ...place, path: "new/ä#.txt" }, bytes("new\n")),
    ]);
    void both.catch(() => undefined);
    await eventually(() => bench.inspected.length === 3, "all are inspected");
    assert.deepEqual(await during(both), ["committed", "committed", "committed"]);
    assert.equal(asked.length, 1);
    assert.deepEqual(asked[0]?.toSorted(), ["write a.txt", "write b.txt", "write new/ä#.txt"]);
    assert.deepEqual(
      [await atService(), await atService("b.txt"), await atService("new/ä#.txt")],
      [changed(0, "ONE"), "B\n", "new\n"],
    );
  });

  it("are merged with what another user committed in the meantime", async () => {
    await files.read(place);
    await put(service.otto, "a.txt", changed(4, "FIVE"));
    assert.equal(await write(changed(0, "ONE")), "merged");
    assert.equal(await atService(), changed(4, "FIVE", changed(0, "ONE")));
  });

  it("are not sent over another user's change of the same lines", async () => {
    const met: RepoConflict[] = [];
    await files.read(place);
    await put(service.otto, "a.txt", changed(0, "EINS"));
    await assert.rejects(
      write(changed(0, "ONE")),
      (error) => error instanceof RepoConflict && met.push(error) > 0,
    );
    assert.equal(await atService(), changed(0, "EINS"));
    assert.deepEqual(
      met.map(({ mine, theirs }) => [mine, theirs].map((each) => each && new TextDecoder().decode(each))),
      [[changed(0, "ONE"), changed(0, "EINS")]],
    );
    await put(service.otto, "a.txt", changed(4, "FIVE", changed(0, "EINS")));
    await files.acceptTheirs(met[0] ?? assert.fail());
    assert.equal(await write(changed(0, "ONE")), "merged", "what came after the conflict stays");
    assert.equal(await atService(), changed(4, "FIVE", changed(0, "ONE")));
  });

  it("that another user deleted in the meantime are a conflict, and those that another user created too", async () => {
    await files.read(place);
    const { sha } = await service.repos.whole(place);
    const at = { user: "mia", repo: "repo-0", branch: "main" };
    await service.otto.call("repos.deleteFile", { ...at, path: "a.txt", message: "Away", sha });
    await assert.rejects(write(changed(0, "ONE")));
    assert.equal(await atService(), undefined);
    await assert.rejects(files.read({ ...place, path: "new.txt" }), HttpError);
    const mine = files.write({ ...place, path: "new.txt" }, bytes("mine\n"));
    void mine.catch(() => undefined);
    await eventually(() => clock.pending > 0, "the question is near");
    await put(service.otto, "new.txt", "theirs\n");
    await assert.rejects(during(mine), RepoConflict);
    assert.equal(await atService("new.txt"), "theirs\n");
  });

  it("are committed once though the answer was lost", async () => {
    await files.read(place);
    service.after = (sent, { method }) =>
      method === "PUT" ? Response.json({ message: "Lost" }, { status: 502 }) : sent;
    // Read again at once, and recognized as one's own.
    assert.equal(await write(changed(0, "ONE")), "committed");
    service.after = (sent) => sent;
    assert.equal(await atService(), changed(0, "ONE"));
    assert.equal(await write(changed(0, "ONE")), "unchanged");
    assert.deepEqual(await messages(), ["My change", "Put a.txt"]);
  });

  it("keep what was merged when the editor did not take it before the next save", async () => {
    await files.read(place);
    bench.state = "unsaved";
    await put(service.otto, "a.txt", changed(4, "FIVE"));
    assert.equal(await write(changed(0, "ONE")), "merged");
    assert.equal(await write(changed(1, "TWO", changed(0, "ONE"))), "merged");
    assert.equal(await atService(), changed(4, "FIVE", changed(1, "TWO", changed(0, "ONE"))));
  });

  it("are recognized when the service could not be asked before the next save", async () => {
    await files.read(place);
    await bench.losingAnswer(() => assert.rejects(write(changed(0, "ONE")), HttpError));
    // The same line again: it is based on the commit whose answer was lost.
    assert.equal(await write(changed(0, "ONE and more")), "committed");
    assert.equal(await atService(), changed(0, "ONE and more"));
    assert.deepEqual(await messages(), ["My change", "My change", "Put a.txt"]);
  });

  it("are not sent over a commit that another reader of the file has seen, and the editor has not", async () => {
    await files.read(place);
    bench.state = "unsaved";
    await put(service.otto, "a.txt", changed(0, "EINS"));
    assert.equal(bytesText(await files.read(place)), changed(0, "EINS"));
    await assert.rejects(write(changed(0, "ONE")), RepoConflict);
    assert.equal(await atService(), changed(0, "EINS"));
  });

  it("stand on what the editor shows once it shows it", async () => {
    await files.read(place);
    bench.state = "saved";
    await put(service.otto, "a.txt", changed(0, "EINS"));
    await files.read(place);
    files.noteShown(place, changed(0, "EINS"));
    assert.equal(await write(changed(0, "ONE")), "committed");
  });

  for (const [title, isStored] of [
    ["as before", true],
    ["unless what it was is not known", false],
  ] as const)
    it(`have their base after a reload of the window ${title}`, async () => {
      await files.read(place);
      bench.state = "unsaved";
      await files.noteUnsaved(place);
      assert.equal(bench.stored.files.size, 1);
      if (!isStored) bench.stored.files.clear();
      files.dispose();
      files = bench.openFiles();
      await put(service.otto, "a.txt", changed(4, "FIVE"));
      // A restored editor reads the file, and shows what was unsaved.
      await files.read(place);
      if (isStored) assert.equal(await write(changed(0, "ONE")), "merged");
      else await assert.rejects(write(changed(0, "ONE")), RepoConflict);
      assert.equal(await atService(), changed(4, "FIVE", isStored ? changed(0, "ONE") : text));
      bench.state = "none";
      await files.noteClosed(place);
      assert.equal(bench.stored.files.size, 0);
    });

  it("have their base after a reload also where VS Code shows the restored text before it calls it unsaved", async () => {
    await files.read(place);
    bench.state = "unsaved";
    await files.noteUnsaved(place);
    files.dispose();
    files = bench.openFiles();
    await put(service.otto, "a.txt", changed(4, "FIVE"));
    bench.state = "saved";
    files.noteShown(place, changed(0, "ONE"));
    // Whatever that began is over when the same of another file is.
    await files.noteClosed({ ...place, path: "other.txt" });
    bench.state = "unsaved";
    await files.noteUnsaved(place);
    assert.equal(await write(changed(0, "ONE")), "merged");
    assert.equal(await atService(), changed(4, "FIVE", changed(0, "ONE")));
  });

  it("keep their line ends where they have several kinds, which an editor makes one of", async () => {
    await put(service.mia, "a.txt", "a\r\nb\nc\nd\r\ne\n");
    await files.read(place);
    await put(service.otto, "a.txt", "a\r\nb\nc\nd\r\nE\n");
    assert.equal(await write("A\nb\nc\nd\ne\n"), "merged");
    assert.equal(await atService(), "A\r\nb\nc\nd\r\nE\n");
  });

  it("are not in conflict with a commit of the window's own that was not over before its reload", async () => {
    await files.read(place);
    bench.state = "unsaved";
    await files.noteUnsaved(place);
    const left = new MemoryFolder();
    service.after = (answer, { method }) => {
      if (method === "PUT") for (const [name, stored] of bench.stored.files) left.files.set(name, stored);
      return answer;
    };
    await write(changed(0, "ONE"));
    service.after = (answer) => answer;
    files.dispose();
    // What the window had stored when it ended, before the answer was there.
    assert.notEqual(left.files.size, 0);
    bench.stored = left;
    files = bench.openFiles();
    await files.read(place);
    const typed = changed(1, "TWO", changed(0, "ONE"));
    assert.equal(await write(typed), "committed");
    assert.equal(await atService(), typed);
  });

  it("are not overwritten by a save of the same lines after a reload of the window", async () => {
    await files.read(place);
    bench.state = "unsaved";
    await files.noteUnsaved(place);
    files.dispose();
    files = bench.openFiles();
    await put(service.otto, "a.txt", changed(0, "EINS"));
    await assert.rejects(write(changed(0, "ONE")), RepoConflict);
    assert.equal(await atService(), changed(0, "EINS"));
  });

  it("are not deleted when they were changed after they were copied, or after the question", async () => {
    const moving = files.moveAll([{ from: place, to: { ...place, path: "moved.txt" } }]);
    const whole = service.repos.wholeFile.bind(service.repos);
    service.repos.wholeFile = async (at) => {
      const found = await whole(at);
      if (at.path === "a.txt") await put(service.otto, "a.txt", changed(0, "NEWER"));
      service.repos.wholeFile = whole;
      return found;
    };
    await assert.rejects(during(moving), /changedSince/);
    assert.deepEqual([await atService(), await atService("moved.txt")], [changed(0, "NEWER"), text]);

    const deleting = files.deleteAll(await files.toDelete([place]));
    void deleting.catch(() => undefined);
    await eventually(() => clock.pending > 0, "the question is near");
    await put(service.otto, "a.txt", changed(0, "NEWEST"));
    await assert.rejects(during(deleting), /changedSince/);
    assert.equal(await atService(), changed(0, "NEWEST"));

    const found = await files.toDelete([place]);
    await put(service.otto, "a.txt", changed(0, "AFTER THE LIST"));
    await assert.rejects(during(files.deleteAll(found)), { kind: "changedSince" });
    assert.equal(await atService(), changed(0, "AFTER THE LIST"));
  });

  it("are not sent when the question about the message is left", async () => {
    await files.read(place);
    bench.cancel();
    await assert.rejects(write(changed(0, "ONE")), CancelledError);
    assert.deepEqual(service.sent("PUT"), []);
  });

  it("are committed again where only the branch moved while the commit was made", async () => {
    await files.read(place);
    service.before = ({ method }) =>
      method === "PUT" && service.sent("PUT").length < 3
        ? Response.json({ message: "one.txt is at abc1234 but expected def5678" }, { status: 409 })
        : undefined;
    assert.equal(await write(changed(0, "ONE")), "committed");
  });

  it("say why the service refuses them, and nothing is tried twice", async () => {
    await files.read(place);
    service.before = ({ method }) =>
      method === "PUT" ? Response.json({ message: "Protected branch" }, { status: 409 }) : undefined;
    // No one else changed the file.
    await assert.rejects(write(changed(0, "ONE")), { kind: "forbidden", code: 409, message: "Protected branch" });
    assert.equal(service.sent("PUT").length, 1);
    service.before = () => undefined;
    assert.equal(await write(changed(0, "ONE")), "committed");
  });

  it("of a protected branch are offered to another one, with the message that they have", async () => {
    const there = { ...place, repo: "guarded" };
    const met: NeedsOtherBranch[] = [];
    const isRefusal = (error: unknown): boolean => error instanceof NeedsOtherBranch && met.push(error) > 0;
    await files.read(there);
    await assert.rejects(during(files.write(there, bytes("ONE\n"))), isRefusal);
    await assert.rejects(during(files.deleteAll(await files.toDelete([there]))), isRefusal);
    assert.deepEqual(
      met.map(({ change, write, commitMessage }) => [change.kind, write && bytesText(write.bytes), commitMessage]),
      [
        ["write", "ONE\n", "My change"],
        ["delete", undefined, "My change"],
      ],
    );
    assert.match(JSON.stringify(met[0]?.why), /"refused".*pull request/);
    const [commit] = await service.mia.call("repos.getCommits", { user: "mia", repo: "guarded", per_page: 1 });
    await service.mia.post("/repos/mia/guarded/git/refs", { ref: "refs/heads/feature/x#1", sha: commit?.sha });
    const elsewhere = { ...there, ref: "feature/x#1" };
    const base = met[0]?.write?.base;
    assert.equal(await files.writeAs(elsewhere, bytes("ONE\n"), "My change", base), "committed");
    assert.equal(bytesText(await files.read(elsewhere)), "ONE\n");
    assert.equal(bytesText(await files.read(there)), "one\n");
  });

  it("pass the guard, and what is no text stays byte for byte what it is", async () => {
    await files.read(place);
    await write(changed(0, "hunter2"));
    assert.equal(await atService(), changed(0, "REDACTED"));
    const binary = Uint8Array.from({ length: 256 }, (_, index) => index);
    await during(files.write({ ...place, path: "b.bin" }, binary));
    assert.deepEqual(
      Buffer.from((await service.repos.whole({ ...place, path: "b.bin" })).bytes),
      Buffer.from(binary),
    );
  });

  it("are deleted with a commit", async () => {
    await during(files.deleteAll(await files.toDelete([place])));
    assert.equal(await atService(), undefined);
    assert.deepEqual(asked, [["delete a.txt"]]);
    await assert.rejects(files.toDelete([place]), { kind: "gone" });
  });

  it("are by the author that the settings name", async () => {
    await files.read(place);
    bench.by = {
      author: { name: "Ada Finch", email: "ada@example.org" },
      committer: { name: "The Machine", email: "machine@example.org" },
    };
    await write(changed(0, "ONE"));
    await during(files.deleteAll(await files.toDelete([place])));
    const commits = await service.otto.call("repos.getCommits", { user: "mia", repo: "repo-0", per_page: 2 });
    for (const { commit } of commits)
      assert.deepEqual([commit.author?.name, commit.committer?.email], ["Ada Finch", "machine@example.org"]);
    assert.deepEqual(parseSignature(" Ada Finch <ada@example.org> "), bench.by.author);
    for (const text of ["", "Ada", "<a@b>", "Ada <ada>", "Ada <a@b> x", "A\nB <a@b>"])
      assert.equal(parseSignature(text), undefined, text);
  });

  it("are moved together: all are there under their new names before the first one goes", async () => {
    await put(service.mia, "b.txt", "b\n");
    service.requests.length = 0;
    const to = (path: string) => ({ from: { ...place, path }, to: { ...place, path: `docs/${path}` } });
    await during(files.moveAll([to("a.txt"), to("b.txt")]));
    assert.deepEqual(asked, [["write docs/a.txt", "write docs/b.txt"]]);
    assert.deepEqual(
      service.sent("PUT", "DELETE").map((request) => request.replace(/\?.*/, "")),
      [
        "PUT /repos/mia/repo-0/contents/docs%2Fa.txt",
        "PUT /repos/mia/repo-0/contents/docs%2Fb.txt",
        "DELETE /repos/mia/repo-0/contents/a.txt",
        "DELETE /repos/mia/repo-0/contents/b.txt",
      ],
    );
    assert.deepEqual([await atService("docs/a.txt"), await atService("docs/b.txt")], [text, "b\n"]);
    assert.deepEqual([await atService(), await atService("b.txt")], [undefined, undefined]);
  });

  it("stay where they are when a move fails on its way", async () => {
    await put(service.mia, "b.txt", "b\n");
    service.before = ({ method, url }) =>
      method === "PUT" && url.includes("b.txt") ? Response.json({ message: "No" }, { status: 403 }) : undefined;
    const to = (path: string) => ({ from: { ...place, path }, to: { ...place, path: `docs/${path}` } });
    await assert.rejects(during(files.moveAll([to("a.txt"), to("b.txt")])), /No/);
    assert.deepEqual([await atService(), await atService("b.txt")], [text, "b\n"]);
  });

  it("of 8 MB are committed", async () => {
    const large = `${"0123456789abcdef".repeat(500_000)}\n`;
    await files.read(place);
    assert.equal(await write(large), "committed");
    assert.equal(bytesText(await files.read(place)), large);
  });

  it("of more than 100 MB are not sent", async () => {
    await assert.rejects(files.write(place, new Uint8Array(100_000_001)), /tooLargeToSend/);
    assert.deepEqual(service.requests, []);
  });

  it("of an account that was signed out are sent nowhere", async () => {
    await files.read(place);
    await service.window.model.remove(service.accountId);
    service.requests.length = 0;
    await assert.rejects(write(changed(0, "ONE")), SignedOutError);
    assert.deepEqual(service.requests, []);
  });
});
