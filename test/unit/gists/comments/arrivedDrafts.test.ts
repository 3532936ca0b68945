import assert from "node:assert/strict";
import { afterEach, beforeEach, describe, it } from "node:test";
import type { CommentDraft, ConversationPlace } from "../../../../src/gists/comments/types.ts";
import { type Person, openSetting, publicId, type Setting } from "./service.ts";

describe("an unsent comment that the service has after all", () => {
  let setting: Setting;
  let mia: Person;
  let here: ConversationPlace;
  beforeEach(async () => {
    setting = await openSetting();
    ({ mia } = setting);
    here = mia.place(publicId);
    await mia.comments.list(here);
  });
  afterEach(() => setting.close());

  const known = (): readonly string[] | undefined => mia.comments.known(here)?.map(({ body }) => body);
  const unsent = (): readonly string[] => mia.comments.drafts(here).map(({ body }) => body);
  /** What is stored of a comment of a window that ended before the answer to its request with this method. */
  const endWindow = async (method: string, send: () => Promise<void>): Promise<CommentDraft> => {
    setting.hooks.after = (answer, request) =>
      request.method === method ? Response.json({ message: "Lost" }, { status: 502 }) : answer;
    setting.hooks.before = (request) =>
      request.method === "GET" ? Response.json({ message: "Not yet" }, { status: 403 }) : undefined;
    await assert.rejects(send());
    setting.hooks.before = () => undefined;
    setting.hooks.after = (answer) => answer;
    const { error: _, ...draft } = mia.comments.drafts(here)[0] ?? assert.fail("nothing is stored");
    mia.storage.drafts = [draft];
    return draft;
  };

  it("is not unsent any longer when the conversation is read, and others are", async () => {
    const draft = await endWindow("POST", () => mia.comments.create(here, "Once"));
    mia.storage.drafts = [draft, { ...draft, localId: "other", body: "Not there" }];
    await mia.comments.list(here);
    assert.deepEqual(known(), ["Nice.", "Once"]);
    assert.deepEqual(unsent(), ["Not there"]);
  });

  it("as a change of another is not unsent any longer, either", async () => {
    await mia.comments.create(here, "Thank you");
    const id = mia.comments.known(here)?.at(-1)?.id ?? assert.fail("it is there");
    await endWindow("PATCH", () => mia.comments.edit(here, id, "Thanks"));
    await mia.comments.list(here);
    assert.deepEqual(known(), ["Nice.", "Thanks"]);
    assert.deepEqual(unsent(), []);
  });

  it("is not one that the user wrote elsewhere before it was sent", async () => {
    const draft = await endWindow("POST", () => mia.comments.create(here, "Looks good"));
    // Of the comment that is there the conversation had not been read when this one was sent, an hour later.
    mia.storage.drafts = [{ ...draft, sentAt: (draft.sentAt ?? 0) + 3_600_000, error: "network" }];
    await mia.comments.list(here);
    assert.deepEqual(known(), ["Nice.", "Looks good"]);
    assert.deepEqual(unsent(), ["Looks good"]);
  });

  it("is sent again though the user wrote the same elsewhere before it was sent", async () => {
    const draft = await endWindow("POST", () => mia.comments.create(here, "Looks good"));
    mia.storage.drafts = [{ ...draft, error: "network" }];
    // For the server an hour has passed since it got the comment, and not since this was sent.
    setting.hooks.after = (answer) => {
      const headers = new Headers(answer.headers);
      headers.set("date", new Date(Date.parse(headers.get("date") ?? "") + 3_600_000).toUTCString());
      return new Response(answer.body, { status: answer.status, headers });
    };
    await mia.comments.retry(draft.localId);
    assert.deepEqual(known(), ["Nice.", "Looks good", "Looks good"]);
    assert.deepEqual(unsent(), []);
  });

  it("is not sent again where the service does not say what time it is", async () => {
    const draft = await endWindow("POST", () => mia.comments.create(here, "Once"));
    setting.hooks.after = (answer) => {
      const headers = new Headers(answer.headers);
      headers.set("date", "");
      return new Response(answer.body, { status: answer.status, headers });
    };
    await mia.comments.retry(draft.localId);
    assert.deepEqual(known(), ["Nice.", "Once"]);
  });

  it("does not stand for two of the same text", async () => {
    const draft = await endWindow("POST", () => mia.comments.create(here, "Twice"));
    mia.storage.drafts = [draft, { ...draft, localId: "other" }];
    await mia.comments.list(here);
    assert.deepEqual(unsent(), ["Twice", "Twice"]);
    for (const { localId } of mia.comments.drafts(here)) await mia.comments.retry(localId);
    assert.deepEqual(unsent(), []);
    assert.deepEqual(known(), ["Nice.", "Twice", "Twice"]);
  });
});
