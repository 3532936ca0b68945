import assert from "node:assert/strict";
import { afterEach, beforeEach, describe, it } from "node:test";
import { CancelledError } from "../../../../src/base/errors.ts";
import type { ConversationPlace } from "../../../../src/gists/comments/types.ts";
import { openSetting, type Person, publicId, type Setting } from "./service.ts";

describe("a comment that is sent again", () => {
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

  const atService = (): readonly string[] =>
    setting.sandbox
      .state()
      .gists.find(({ id }) => id === publicId)
      ?.comments.map(({ body }) => body) ?? [];
  const draft = () => mia.comments.drafts(here)[0] ?? assert.fail();
  const refuse = (method: string, status: number): void => {
    setting.hooks.before = (request) =>
      request.method === method ? Response.json({ message: "Not today" }, { status }) : undefined;
  };
  const heal = (): void => {
    setting.hooks.before = () => undefined;
    setting.hooks.after = (answer) => answer;
  };
  /** The service takes it, and neither its answer nor a look at the comments arrives. */
  const sendUnconfirmed = async (text: string): Promise<void> => {
    refuse("GET", 403);
    setting.hooks.after = (answer, { method }) =>
      method === "POST" ? Response.json({ message: "Lost" }, { status: 502 }) : answer;
    await assert.rejects(mia.comments.create(here, text));
    heal();
    assert.deepEqual(atService(), ["Nice.", text]);
  };

  it("is looked for as before when it could not be looked for", async () => {
    await sendUnconfirmed("Thanks");
    const { error, isUnconfirmed } = draft();
    refuse("GET", 403);
    await assert.rejects(mia.comments.retry(draft().localId));
    assert.deepEqual([draft().error, draft().isUnconfirmed], [error, isUnconfirmed]);
    heal();
    await mia.comments.retry(draft().localId);
    assert.deepEqual([atService(), mia.comments.drafts(here)], [["Nice.", "Thanks"], []]);
  });

  it("with another text changes the one that arrived, though that could not be looked for at first", async () => {
    await sendUnconfirmed("Thanks");
    refuse("GET", 403);
    await assert.rejects(mia.comments.retry(draft().localId, "Thanks a lot"));
    heal();
    mia.inspect = () => Promise.reject(new CancelledError());
    await assert.rejects(mia.comments.retry(draft().localId, "Thanks a lot, mia"));
    mia.inspect = async (body) => body;
    await mia.comments.retry(draft().localId);
    assert.deepEqual([atService(), mia.comments.drafts(here)], [["Nice.", "Thanks a lot, mia"], []]);
  });

  it("with another text stays where only the former one arrived, until that is changed", async () => {
    await sendUnconfirmed("Thanks");
    refuse("GET", 403);
    await assert.rejects(mia.comments.retry(draft().localId, "Thanks a lot"));
    heal();
    await mia.comments.list(here);
    assert.equal(draft().body, "Thanks a lot");
    refuse("PATCH", 500);
    await assert.rejects(mia.comments.retry(draft().localId));
    heal();
    await mia.comments.retry(draft().localId);
    assert.deepEqual([atService(), mia.comments.drafts(here)], [["Nice.", "Thanks a lot"], []]);
  });

  it("and changes the one that arrived is not taken for another one with the same text", async () => {
    await sendUnconfirmed("Thanks");
    const first = draft().localId;
    setting.hooks.before = ({ method }) => Response.json({}, { status: method === "GET" ? 403 : 502 });
    await assert.rejects(mia.comments.create(here, "Thanks"));
    heal();
    refuse("PATCH", 500);
    await assert.rejects(mia.comments.retry(first, "Thanks a lot"));
    heal();
    await mia.comments.list(here);
    const bodies = mia.comments.drafts(here).map(({ body }) => body);
    assert.deepEqual(bodies.toSorted(), ["Thanks", "Thanks a lot"]);
    for (const { localId } of mia.comments.drafts(here)) await mia.comments.retry(localId);
    assert.deepEqual(atService().toSorted(), ["Nice.", "Thanks", "Thanks a lot"]);
  });

  it("is found also when the user has begun to change what arrived", async () => {
    await sendUnconfirmed("Thanks");
    const arrived = setting.sandbox
      .state()
      .gists.find(({ id }) => id === publicId)
      ?.comments.at(-1);
    refuse("PATCH", 403);
    await assert.rejects(mia.comments.edit(here, arrived?.id ?? 0, "Thanks!"));
    heal();
    await mia.comments.list(here);
    assert.deepEqual(
      mia.comments.drafts(here).map(({ body }) => body),
      ["Thanks!"],
    );
  });

  it("is stored without the reason why it failed before: its window may be closed before the answer", async () => {
    refuse("POST", 403);
    await assert.rejects(mia.comments.create(here, "Thanks"));
    assert.equal(draft().error, "forbidden");
    let whileSent: string | undefined = "nothing was sent";
    setting.hooks.before = (request) => {
      if (request.method === "POST") whileSent = draft().error;
      return undefined;
    };
    await mia.comments.retry(draft().localId);
    assert.equal(whileSent, undefined);
    assert.deepEqual(atService(), ["Nice.", "Thanks"]);
  });
});
