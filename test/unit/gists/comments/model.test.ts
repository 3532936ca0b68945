import assert from "node:assert/strict";
import { afterEach, beforeEach, describe, it } from "node:test";
import { CancelledError, SignedOutError } from "../../../../src/base/errors.ts";
import { HttpError } from "../../../../src/client/errors.ts";
import type { CommentDraft, ConversationPlace } from "../../../../src/gists/comments/types.ts";
import { CommentsModel } from "../../../../src/gists/comments/model.ts";
import { type Person, openSetting, publicId, type Setting } from "./service.ts";

const path = `/gists/${publicId}/comments`;

const bodies = ({ comments }: Person, place: ConversationPlace): readonly string[] | undefined =>
  comments.known(place)?.map(({ body }) => body);

describe("the comments of a gist", () => {
  let setting: Setting;
  let mia: Person;
  let otto: Person;
  let here: ConversationPlace;
  beforeEach(async () => {
    setting = await openSetting();
    ({ mia, otto } = setting);
    here = mia.place(publicId);
  });
  afterEach(() => setting.close());

  const atService = (): readonly string[] =>
    setting.sandbox
      .state()
      .gists.find(({ id }) => id === publicId)
      ?.comments.map(({ body }) => body) ?? [];
  const onlyDraft = (): CommentDraft => {
    const drafts = mia.comments.drafts(here);
    assert.equal(drafts.length, 1);
    return drafts[0] as CommentDraft;
  };
  /** The service takes what is sent, and its answer is lost. */
  const loseAnswers = (method: string): void => {
    setting.hooks.after = (answer, request) =>
      request.method === method ? Response.json({ message: "Lost" }, { status: 502 }) : answer;
  };
  /** What was lost cannot be looked for yet. */
  const hide = (): void => {
    const { before } = setting.hooks;
    setting.hooks.before = (request) =>
      request.method === "GET" ? Response.json({ message: "Not yet" }, { status: 403 }) : before(request);
  };
  const refuse = (method: string, status = 403): void => {
    setting.hooks.before = (request) =>
      request.method === method ? Response.json({ message: "Not today" }, { status }) : undefined;
  };
  const heal = (): void => {
    setting.hooks.before = () => undefined;
    setting.hooks.after = (answer) => answer;
  };

  it("are not read before they are requested", () => {
    assert.equal(mia.comments.known(here), undefined);
    assert.deepEqual(setting.requests, []);
  });

  it("are written, changed and deleted, and what is known follows without being read again", async () => {
    await mia.comments.list(here);
    await mia.comments.create(here, "Thank you!");
    const [, second] = mia.comments.known(here) ?? [];
    assert.ok(second && mia.comments.isMine(mia.accountId, second));
    await mia.comments.edit(here, second.id, "Thanks!");
    assert.deepEqual(bodies(mia, here), ["Nice.", "Thanks!"]);
    assert.deepEqual(atService(), ["Nice.", "Thanks!"]);
    await mia.comments.delete(here, second.id);
    assert.deepEqual(bodies(mia, here), ["Nice."]);
    assert.deepEqual(atService(), ["Nice."]);
    assert.deepEqual(mia.comments.drafts(here), []);
    assert.deepEqual(setting.requests, [
      `GET ${path}?per_page=100`,
      `POST ${path}`,
      `PATCH ${path}/${second.id}`,
      `DELETE ${path}/${second.id}`,
    ]);
  });

  it("are read one by one, as they are now", async () => {
    const [first] = await mia.comments.list(here);
    const id = first?.id ?? 0;
    await otto.comments.edit(otto.place(publicId), id, "Very nice.");
    assert.equal((await mia.comments.get(here, id)).body, "Very nice.");
    assert.deepEqual(bodies(mia, here), ["Very nice."]);
    await assert.rejects(mia.comments.get(here, id + 999), (error) => HttpError.is(error, "notFound"));
  });

  it("know whose they are", async () => {
    const [first] = await mia.comments.list(here);
    assert.ok(first);
    assert.equal(mia.comments.isMine(mia.accountId, first), false);
    assert.equal(otto.comments.isMine(otto.accountId, first), true);
  });

  it("of another user are neither changed nor deleted, and the text that was typed is kept", async () => {
    const [first] = await mia.comments.list(here);
    const id = first?.id ?? 0;
    await assert.rejects(mia.comments.edit(here, id, "Mine now"), (error) => HttpError.is(error, "forbidden"));
    await assert.rejects(mia.comments.delete(here, id), (error) => HttpError.is(error, "forbidden"));
    assert.deepEqual(atService(), ["Nice."]);
    assert.deepEqual(bodies(mia, here), ["Nice."]);
    const { body, editOf, error } = onlyDraft();
    assert.deepEqual([body, editOf, error], ["Mine now", id, "forbidden"]);
  });

  it("that another user deleted already count as deleted", async () => {
    const [first] = await mia.comments.list(here);
    await otto.comments.list(otto.place(publicId));
    await otto.comments.delete(otto.place(publicId), first?.id ?? 0);
    await mia.comments.delete(here, first?.id ?? 0);
    assert.deepEqual(bodies(mia, here), []);
  });

  it("fire for every change", async () => {
    let fired = 0;
    mia.comments.onDidChange(({ gistId }) => {
      assert.equal(gistId, publicId);
      fired++;
    });
    for (const act of [
      () => mia.comments.list(here),
      () => mia.comments.create(here, "One"),
      () => mia.comments.delete(here, mia.comments.known(here)?.at(-1)?.id ?? 0),
    ]) {
      fired = 0;
      await act();
      assert.ok(fired > 0);
    }
  });

  it("are read once by all who ask at the same time", async () => {
    await Promise.all([mia.comments.list(here), mia.comments.list(here)]);
    assert.equal(setting.requests.length, 1);
  });

  it("do not lose what was written while they were read", async () => {
    let release = (): void => {};
    const held = new Promise<void>((resolve) => (release = resolve));
    let first = true;
    setting.hooks.after = async (answer, request) => {
      if (request.method !== "GET" || !first) return answer;
      first = false;
      await held;
      return answer;
    };
    const reading = mia.comments.list(here);
    while (setting.requests.length === 0) await new Promise((resolve) => setImmediate(resolve));
    await mia.comments.create(here, "Meanwhile");
    release();
    await reading;
    assert.deepEqual(bodies(mia, here), ["Nice.", "Meanwhile"]);
  });

  it("cost nothing of the request limit when they are read again unchanged, and are received again when they changed", async () => {
    await mia.comments.list(here);
    const client = mia.accounts.get(mia.accountId)?.client;
    const before = client?.quota?.remaining;
    assert.ok(before);
    for (let time = 0; time < 3; time++) await mia.comments.list(here);
    assert.equal(setting.requests.length, 4);
    assert.equal(client?.quota?.remaining, before);
    await otto.comments.create(otto.place(publicId), "And another");
    await mia.comments.list(here);
    assert.deepEqual(bodies(mia, here), ["Nice.", "And another"]);
    assert.equal(client?.quota?.remaining, before - 1);
  });

  it("that the service refuses are kept with the reason, and go out once when they are sent again", async () => {
    await mia.comments.list(here);
    refuse("POST", 422);
    await assert.rejects(mia.comments.create(here, "Kept"), (error) => HttpError.is(error, "unprocessable"));
    const { localId, body, error } = onlyDraft();
    assert.deepEqual([body, error], ["Kept", "unprocessable"]);
    assert.deepEqual(atService(), ["Nice."]);
    heal();
    setting.requests.length = 0;
    await Promise.all([mia.comments.retry(localId), mia.comments.retry(localId)]);
    assert.deepEqual(setting.sent("POST"), [`POST ${path}`]);
    assert.deepEqual(atService(), ["Nice.", "Kept"]);
    assert.deepEqual(bodies(mia, here), ["Nice.", "Kept"]);
    assert.deepEqual(mia.comments.drafts(here), []);
    await mia.comments.retry(localId);
    assert.deepEqual(setting.sent("POST"), [`POST ${path}`]);
  });

  it("that fail again stay kept, with the text that was typed last", async () => {
    refuse("POST");
    await assert.rejects(mia.comments.create(here, "First"));
    await assert.rejects(mia.comments.retry(onlyDraft().localId, "Second"));
    assert.equal(onlyDraft().body, "Second");
    heal();
    await mia.comments.retry(onlyDraft().localId);
    assert.deepEqual(atService(), ["Nice.", "Second"]);
  });

  it("that the service took though its answer was lost are found at once", async () => {
    await mia.comments.list(here);
    setting.hooks.after = (answer, { method }) =>
      method === "GET" ? answer : Response.json({ message: "Lost" }, { status: 502 });
    await mia.comments.create(here, "Once");
    const id = mia.comments.known(here)?.at(-1)?.id ?? 0;
    await mia.comments.edit(here, id, "Changed");
    assert.deepEqual(atService(), ["Nice.", "Changed"]);
    assert.deepEqual(bodies(mia, here), ["Nice.", "Changed"]);
    await mia.comments.delete(here, id);
    assert.deepEqual(bodies(mia, here), ["Nice."]);
    assert.deepEqual(mia.comments.drafts(here), []);
    assert.equal(setting.sent("POST").length, 1);
  });

  it("of a conversation that was not read are found by their time when the answer was lost", async () => {
    await mia.comments.create(here, "+1");
    mia.comments.dispose();
    loseAnswers("POST");
    hide();
    await assert.rejects(mia.comments.create(here, "Unread"));
    heal();
    await mia.comments.retry(onlyDraft().localId);
    assert.deepEqual(atService(), ["Nice.", "+1", "Unread"]);
  });

  it("that the service took though its answer was lost are not sent twice", async () => {
    await mia.comments.list(here);
    loseAnswers("POST");
    hide();
    await assert.rejects(mia.comments.create(here, "Once"), (error) => HttpError.is(error, "server"));
    await assert.rejects(mia.comments.create(here, "Once"), (error) => HttpError.is(error, "server"));
    assert.deepEqual(atService(), ["Nice.", "Once", "Once"]);
    heal();
    setting.requests.length = 0;
    for (const { localId } of mia.comments.drafts(here)) await mia.comments.retry(localId);
    assert.deepEqual(setting.sent("POST"), []);
    assert.deepEqual(mia.comments.drafts(here), []);
    assert.deepEqual(bodies(mia, here), ["Nice.", "Once", "Once"]);
  });

  it("of which one arrived unnoticed and one of the same text did not are both there after sending again", async () => {
    await mia.comments.list(here);
    loseAnswers("POST");
    hide();
    await assert.rejects(mia.comments.create(here, "Twice"));
    heal();
    refuse("POST", 500);
    hide();
    await assert.rejects(mia.comments.create(here, "Twice"));
    heal();
    setting.requests.length = 0;
    for (const { localId } of mia.comments.drafts(here)) await mia.comments.retry(localId);
    assert.deepEqual(setting.sent("POST"), [`POST ${path}`]);
    assert.deepEqual(atService(), ["Nice.", "Twice", "Twice"]);
  });

  it("that say the same as an earlier one are sent all the same", async () => {
    await mia.comments.create(here, "+1");
    await mia.comments.list(here);
    refuse("POST", 500);
    await assert.rejects(mia.comments.create(here, "+1"));
    heal();
    await mia.comments.retry(onlyDraft().localId);
    assert.deepEqual(atService(), ["Nice.", "+1", "+1"]);
  });

  it("whose change fails keep the changed text, and a retry sends that", async () => {
    await mia.comments.create(here, "Thank you");
    const [, own] = await mia.comments.list(here);
    refuse("PATCH");
    await assert.rejects(mia.comments.edit(here, own?.id ?? 0, "Thanks"));
    await assert.rejects(mia.comments.edit(here, own?.id ?? 0, "Thanks a lot"));
    assert.deepEqual(bodies(mia, here), ["Nice.", "Thank you"]);
    assert.equal(onlyDraft().body, "Thanks a lot");
    heal();
    await mia.comments.retry(onlyDraft().localId);
    assert.deepEqual(atService(), ["Nice.", "Thanks a lot"]);
    assert.deepEqual(mia.comments.drafts(here), []);
  });

  it("are sent as the guard redacted them, and an edit passes the guard what the service has already", async () => {
    const asked: (readonly [string, string | undefined])[] = [];
    mia.inspect = async (body, former) => {
      asked.push([body, former]);
      return body.replace("hunter2", "REDACTED");
    };
    await mia.comments.list(here);
    await mia.comments.create(here, "It is hunter2");
    assert.deepEqual(atService(), ["Nice.", "It is REDACTED"]);
    const [, own] = mia.comments.known(here) ?? [];
    await mia.comments.edit(here, own?.id ?? 0, "No, hunter2");
    assert.deepEqual(atService(), ["Nice.", "No, REDACTED"]);
    assert.deepEqual(asked, [
      ["It is hunter2", undefined],
      ["No, hunter2", "It is REDACTED"],
    ]);
  });

  it("that the guard's question kept back stay with their text, and nothing was sent", async () => {
    const send = mia.inspect;
    mia.inspect = () => Promise.reject(new CancelledError());
    await assert.rejects(mia.comments.create(here, "It is hunter2"), CancelledError);
    assert.deepEqual(setting.sent("POST"), []);
    assert.deepEqual([onlyDraft().body, onlyDraft().error], ["It is hunter2", "cancelled"]);
    mia.inspect = send;
    await mia.comments.retry(onlyDraft().localId, "Never mind");
    assert.deepEqual(atService(), ["Nice.", "Never mind"]);
  });

  it("that the guard's question kept back the second time are still looked for at the service", async () => {
    await mia.comments.list(here);
    loseAnswers("POST");
    hide();
    await assert.rejects(mia.comments.create(here, "Arrived"));
    heal();
    const send = mia.inspect;
    mia.inspect = () => Promise.reject(new CancelledError());
    await assert.rejects(mia.comments.retry(onlyDraft().localId));
    mia.inspect = send;
    await mia.comments.retry(onlyDraft().localId);
    assert.deepEqual(atService(), ["Nice.", "Arrived"]);
  });

  it("that were not sent can be discarded", async () => {
    refuse("POST");
    await assert.rejects(mia.comments.create(here, "Never mind"));
    mia.comments.discard(onlyDraft().localId);
    assert.deepEqual(mia.comments.drafts(here), []);
    assert.deepEqual(mia.storage.drafts, []);
    assert.deepEqual(atService(), ["Nice."]);
  });

  it("that were not sent outlive the window, even one that closed while they were under way", async () => {
    let kept: readonly CommentDraft[] = [];
    setting.hooks.before = (request) => {
      if (request.method === "POST") kept = structuredClone(mia.storage.drafts);
      return undefined;
    };
    await mia.comments.create(here, "Under way");
    assert.deepEqual(
      kept.map(({ body, error }) => [body, error]),
      [["Under way", undefined]],
    );
    refuse("POST");
    await assert.rejects(mia.comments.create(here, "Kept"));
    const next = new CommentsModel({
      accounts: mia.accounts,
      storage: mia.storage,
      own: () => [],
      inspect: async (_, body) => body,
    });
    assert.deepEqual(
      next.drafts(here).map(({ body, error }) => [body, error]),
      [["Kept", "forbidden"]],
    );
    next.dispose();
  });

  it("are forgotten with everything about them when the account is signed out", async () => {
    await mia.comments.list(here);
    mia.comments.markRead(here);
    refuse("POST");
    await assert.rejects(mia.comments.create(here, "Kept"));
    await mia.accounts.remove(mia.accountId);
    assert.equal(mia.comments.known(here), undefined);
    assert.deepEqual([mia.storage.drafts, mia.storage.seen], [[], {}]);
    await assert.rejects(mia.comments.list(here), SignedOutError);
  });
});

describe("a long conversation", () => {
  it("is read page by page to its end, in order", async () => {
    const texts = Array.from({ length: 250 }, (_, index) => `Comment ${index + 1}`);
    const setting = await openSetting(texts);
    try {
      const { mia } = setting;
      await mia.comments.list(mia.place(publicId));
      assert.deepEqual(bodies(mia, mia.place(publicId)), texts);
      assert.deepEqual(
        setting.requests.map((request) => new URLSearchParams(request.split("?")[1]).get("page")),
        [null, "2", "3"],
      );
      const client = mia.accounts.get(mia.accountId)?.client;
      const before = client?.quota?.remaining;
      await mia.comments.list(mia.place(publicId));
      assert.equal(client?.quota?.remaining, before);
      assert.equal(setting.requests.length, 6);
    } finally {
      await setting.close();
    }
  });
});
