import assert from "node:assert/strict";
import { afterEach, beforeEach, describe, it } from "node:test";
import { CancelledError, SignedOutError } from "../../../../src/base/errors.ts";
import { HttpError } from "../../../../src/client/errors.ts";
import { CommitCommentsModel } from "../../../../src/repos/comments/model.ts";
import { anchorAt, fileOf } from "../../../../src/repos/comments/spot.ts";
import type { CommitDraft, CommitPlace } from "../../../../src/repos/comments/types.ts";
import { base64, openRepoService, type RepoService } from "../repoService.ts";

const at = { user: "mia", repo: "repo-0" };
const text = Array.from({ length: 30 }, (_, index) => `line ${index + 1}\n`).join("");

describe("the comments of a commit", () => {
  let service: RepoService;
  let comments: CommitCommentsModel;
  let drafts: readonly CommitDraft[];
  let inspect: (body: string, former: string | undefined) => Promise<string>;
  let here: CommitPlace;
  let path: string;

  const open = (): CommitCommentsModel =>
    new CommitCommentsModel({
      accounts: service.window.model,
      storage: {
        readDrafts: () => drafts,
        writeDrafts: (next) => (drafts = structuredClone(next)),
        refresh: async () => undefined,
      },
      inspect: (_, body, former) => inspect(body, former),
    });
  const put = async (name: string, content: string, sha?: string): Promise<string> => {
    const file = { ...at, path: name, message: `Write ${name}`, content: base64(content), branch: "main" };
    const { commit, content: made } = sha
      ? await service.mia.call("repos.updateFile", { ...file, sha })
      : await service.mia.call("repos.createFile", file);
    contentSha = made?.sha ?? "";
    return commit.sha;
  };
  let contentSha = "";

  beforeEach(async () => {
    service = await openRepoService();
    await put("src/a b#.ts", text);
    const changed = text.replace("line 2\n", "LINE 2\n").replace("line 25\n", "line 25\nnew\n");
    const sha = await put("src/a b#.ts", changed, contentSha);
    here = { accountId: service.accountId, owner: "mia", repo: "repo-0", sha };
    path = `/repos/mia/repo-0/commits/${sha}/comments`;
    drafts = [];
    inspect = async (body) => body;
    comments = open();
    service.requests.length = 0;
  });
  afterEach(async () => {
    comments.dispose();
    await service.close();
  });

  const bodies = (): readonly string[] => (comments.known(here) ?? []).map(({ body }) => body);
  const atService = async (): Promise<
    readonly (readonly [string, string | null, number | null, number | null])[]
  > =>
    (await service.otto.call("repos.getCommitComments", { ...at, sha: here.sha })).map((each) => [
      each.body,
      each.path,
      each.line,
      each.position,
    ]);
  const onlyDraft = (): CommitDraft => {
    assert.equal(comments.drafts(here).length, 1);
    return comments.drafts(here)[0] as CommitDraft;
  };
  const anchor = async (line: number) => {
    const file = fileOf(await comments.commit(here), "src/a b#.ts");
    assert.ok(file);
    return anchorAt(file, line);
  };
  const refuse = (method: string, status = 403): void => {
    service.before = (request) =>
      request.method === method ? Response.json({ message: "Not today" }, { status }) : undefined;
  };
  const heal = (): void => {
    service.before = () => undefined;
    service.after = (answer) => answer;
  };

  it("are not read before they are requested", () => {
    assert.equal(comments.known(here), undefined);
    assert.equal(comments.knownCommit(here), undefined);
    assert.deepEqual(service.requests, []);
  });

  it("that were written are shown where the others can't be read", async () => {
    await comments.create(here, "Well done");
    assert.equal(comments.known(here), undefined);
    assert.deepEqual(
      comments.shown(here).map(({ body }) => body),
      ["Well done"],
    );
    await service.otto.call("repos.createCommitComment", {
      ...at,
      sha: here.sha,
      commit_id: here.sha,
      body: "Else",
    });
    await comments.list(here);
    assert.deepEqual(
      comments.shown(here).map(({ body }) => body),
      ["Well done", "Else"],
    );
  });

  it("on a file as a whole aren't taken for an equal one at a line", async () => {
    const whole = { path: "src/a b#.ts" };
    refuse("POST", 500);
    await assert.rejects(comments.create(here, "LGTM", whole));
    heal();
    await service.mia.call("repos.createCommitComment", {
      ...at,
      sha: here.sha,
      commit_id: here.sha,
      body: "LGTM",
      ...(await anchor(2)),
    });
    await comments.retry(onlyDraft().localId);
    assert.deepEqual(
      (await atService()).map(([, , line]) => line),
      [2, null],
    );
  });

  it("are written on the commit, changed and deleted, and what is known follows", async () => {
    await comments.list(here);
    let written = 0;
    comments.onDidWrite(() => written++);
    await comments.create(here, "Well done");
    const [first] = comments.known(here) ?? [];
    assert.ok(first && comments.isMine(here.accountId, first));
    await comments.edit(here, first.id, "Very well done");
    assert.deepEqual(await atService(), [["Very well done", null, null, null]]);
    assert.deepEqual(bodies(), ["Very well done"]);
    await comments.delete(here, first.id);
    assert.deepEqual([bodies(), await atService(), drafts], [[], [], []]);
    assert.equal(written, 3);
    assert.deepEqual(service.requests.filter((request) => !request.includes("per_page=30")).slice(0, 3), [
      `GET ${path}?per_page=100`,
      `POST ${path}`,
      `PATCH /repos/mia/repo-0/comments/${first.id}`,
    ]);
  });

  it("are put on lines of any hunk, with the position that the service computes too", async () => {
    await comments.list(here);
    for (const line of [2, 26]) {
      const { position, ...withoutPosition } = await anchor(line);
      await comments.create(here, `With ${line}`, {
        ...withoutPosition,
        ...(position === undefined ? {} : { position }),
      });
      await comments.create(here, `Without ${line}`, withoutPosition);
    }
    const rows = await atService();
    assert.deepEqual(
      rows.map(([body, file, line]) => [body, file, line]),
      [
        ["With 2", "src/a b#.ts", 2],
        ["Without 2", "src/a b#.ts", 2],
        ["With 26", "src/a b#.ts", 26],
        ["Without 26", "src/a b#.ts", 26],
      ],
    );
    const [one, other, third, fourth] = rows.map(([, , , position]) => position);
    assert.ok(one !== null && third !== null && one !== third);
    assert.deepEqual([one, third], [other, fourth]);
  });

  it("are read page by page to their end, in order, and once by all who ask at the same time", async () => {
    const texts = Array.from({ length: 205 }, (_, index) => `Comment ${index + 1}`);
    for (const body of texts)
      await service.otto.call("repos.createCommitComment", { ...at, sha: here.sha, commit_id: here.sha, body });
    service.requests.length = 0;
    await Promise.all([comments.list(here), comments.list(here)]);
    assert.deepEqual(bodies(), texts);
    assert.equal(service.requests.length, 3);
  });

  it("of one commit are not those of another, however the repository's name is written", async () => {
    await comments.list(here);
    const [parent] = (await comments.commit(here)).parents;
    const other = { ...here, sha: parent?.sha ?? "" };
    await comments.list(other);
    await comments.create(here, "Here");
    assert.deepEqual(comments.known(other), []);
    assert.equal(comments.known({ ...here, owner: "MIA" })?.length, 1);
  });

  it("are read one by one, as they are now, and the others stay as they were", async () => {
    await comments.create(here, "One");
    await comments.create(here, "Two");
    const [one] = await comments.list(here);
    await service.mia.call("repos.updateCommitComment", { ...at, id: one?.id ?? 0, body: "ONE" });
    service.requests.length = 0;
    assert.equal((await comments.get(here, one?.id ?? 0)).body, "ONE");
    assert.deepEqual(service.requests, [`GET /repos/mia/repo-0/comments/${one?.id}`]);
    assert.deepEqual(bodies(), ["ONE", "Two"]);
  });

  it("that are gone already count as deleted; what is only refused or hidden does not", async () => {
    await comments.create(here, "Gone");
    const [gone] = await comments.list(here);
    const id = gone?.id ?? 0;
    refuse("DELETE");
    await assert.rejects(comments.delete(here, id), (error) => HttpError.is(error, "forbidden"));
    refuse("DELETE", 404);
    await assert.rejects(comments.delete(here, id), (error) => HttpError.is(error, "notFound"));
    assert.deepEqual(bodies(), ["Gone"]);
    heal();
    await service.mia.call("repos.deleteCommitComment", { ...at, id });
    await comments.delete(here, id);
    assert.deepEqual(bodies(), []);
  });

  it("of others are deleted by those who may push, and changed by their authors only", async () => {
    const body = "Of otto";
    await service.otto.call("repos.createCommitComment", { ...at, sha: here.sha, commit_id: here.sha, body });
    const [foreign] = await comments.list(here);
    const id = foreign?.id ?? 0;
    assert.equal(comments.mayPush(here), false);
    await comments.repository(here);
    assert.equal(comments.mayPush(here), true);
    await assert.rejects(comments.edit(here, id, "Mine"), (error) => HttpError.is(error, "forbidden"));
    assert.deepEqual([onlyDraft().editOf, onlyDraft().body, onlyDraft().error], [id, "Mine", "forbidden"]);
    await comments.delete(here, id);
    assert.deepEqual([await atService(), comments.drafts(here)], [[], []]);
  });

  it("of others are not offered for deletion where the account may only read", async () => {
    await service.otto.call("repos.create", { name: "of-otto", auto_init: true });
    const there = { ...here, owner: "otto", repo: "of-otto" };
    await comments.repository(there);
    assert.equal(comments.mayPush(there), false);
  });

  it("on a commit that is not there are refused, and their text is kept", async () => {
    const nowhere = { ...here, sha: "0".repeat(40) };
    await assert.rejects(comments.list(nowhere), (error) => HttpError.is(error, "notFound", "unprocessable"));
    await assert.rejects(comments.create(nowhere, "Lost?"), HttpError);
    assert.deepEqual(
      comments.drafts(nowhere).map(({ body }) => body),
      ["Lost?"],
    );
  });

  it("that were refused keep text and place across windows, and go out once", async () => {
    refuse("POST");
    await assert.rejects(comments.create(here, "Kept", await anchor(2)), HttpError);
    assert.equal(onlyDraft().error, "forbidden");
    heal();
    comments.dispose();
    comments = open();
    service.requests.length = 0;
    const { localId } = onlyDraft();
    await Promise.all([comments.retry(localId), comments.retry(localId)]);
    await comments.retry(localId);
    assert.deepEqual(service.sent("POST"), [`POST ${path}`]);
    assert.deepEqual(
      (await atService()).map(([body, file, line]) => [body, file, line]),
      [["Kept", "src/a b#.ts", 2]],
    );
    assert.deepEqual(drafts, []);
  });

  it("that arrived though their answer was lost are not sent twice; the same text at another line is", async () => {
    await comments.list(here);
    service.after = (answer, { method }) =>
      method === "POST" ? Response.json({ message: "Lost" }, { status: 502 }) : answer;
    const [two, other] = [await anchor(2), await anchor(26)];
    service.before = ({ method }) =>
      method === "GET" ? Response.json({ message: "Not yet" }, { status: 403 }) : undefined;
    await assert.rejects(comments.create(here, "+1", two), HttpError);
    heal();
    refuse("POST", 500);
    await assert.rejects(comments.create(here, "+1", other), HttpError);
    heal();
    service.requests.length = 0;
    for (const { localId } of comments.drafts(here)) await comments.retry(localId);
    assert.deepEqual(service.sent("POST"), [`POST ${path}`]);
    assert.deepEqual(
      (await atService()).map(([, , line]) => line),
      [2, 26],
    );
  });

  it("are looked through before they are sent", async () => {
    const asked: (readonly [string, string | undefined])[] = [];
    inspect = async (body, former) => {
      asked.push([body, former]);
      if (body.includes("stop")) throw new CancelledError();
      return body.replace("hunter2", "REDACTED");
    };
    await comments.list(here);
    await comments.create(here, "It is hunter2");
    await comments.edit(here, comments.known(here)?.[0]?.id ?? 0, "Was hunter2");
    await assert.rejects(comments.create(here, "stop"), CancelledError);
    assert.deepEqual(asked, [
      ["It is hunter2", undefined],
      ["Was hunter2", "It is REDACTED"],
      ["stop", undefined],
    ]);
    assert.deepEqual(
      (await atService()).map(([body]) => body),
      ["Was REDACTED"],
    );
    assert.deepEqual([onlyDraft().body, onlyDraft().error], ["stop", "cancelled"]);
  });

  it("are forgotten when the account is signed out", async () => {
    await comments.list(here);
    await comments.commit(here);
    await comments.repository(here);
    refuse("POST");
    await assert.rejects(comments.create(here, "Kept"), HttpError);
    await service.window.model.remove(here.accountId);
    assert.deepEqual(
      [comments.known(here), comments.knownCommit(here), comments.mayPush(here), drafts],
      [undefined, undefined, false, []],
    );
    await assert.rejects(comments.list(here), SignedOutError);
  });

  it("read a commit once, and again when reading it failed", async () => {
    refuse("GET", 404);
    await assert.rejects(comments.commit(here), HttpError);
    heal();
    service.requests.length = 0;
    const [one, two] = await Promise.all([comments.commit(here), comments.commit(here)]);
    assert.equal(one, two);
    assert.equal(service.requests.length, 1);
  });
});
