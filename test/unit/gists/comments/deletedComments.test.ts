import assert from "node:assert/strict";
import { afterEach, beforeEach, describe, it } from "node:test";
import { HttpError } from "../../../../src/client/errors.ts";
import { CommentGoneError } from "../../../../src/comments/types.ts";
import type { ConversationPlace } from "../../../../src/gists/comments/types.ts";
import { type Person, openSetting, publicId, type Setting } from "./service.ts";

describe("changes of comments", () => {
  let setting: Setting;
  let mia: Person;
  let here: ConversationPlace;
  beforeEach(async () => {
    setting = await openSetting();
    ({ mia } = setting);
    here = mia.place(publicId);
  });
  afterEach(() => setting.close());

  it("whose comments were deleted are not sent: the text is kept, and can be a new comment", async () => {
    await mia.comments.create(here, "Mine");
    const id = (await mia.comments.list(here)).at(-1)?.id ?? 0;
    await mia.accounts.get(mia.accountId)?.client.call("gists.deleteComment", { gist_id: publicId, id });
    const error = await mia.comments.edit(here, id, "Mine now").catch((failure: unknown) => failure);
    assert.ok(error instanceof CommentGoneError);
    assert.equal(mia.comments.drafts(here)[0]?.localId, error.localId);
    await assert.rejects(mia.comments.retry(error.localId), CommentGoneError);
    await mia.comments.sendAsNew(error.localId);
    assert.deepEqual(mia.comments.drafts(here), []);
    assert.deepEqual(
      (await mia.comments.list(here)).map(({ body }) => body),
      ["Nice.", "Mine now"],
    );
  });

  it("whose change finds nothing while the conversation can't be read keep the service's answer", async () => {
    await mia.comments.create(here, "Mine");
    const id = (await mia.comments.list(here)).at(-1)?.id ?? 0;
    setting.hooks.before = ({ method }) =>
      Response.json({ message: "Not Found" }, { status: method === "PATCH" ? 404 : 403 });
    await assert.rejects(mia.comments.edit(here, id, "Mine now"), (error) => HttpError.is(error, "notFound"));
    assert.equal(mia.comments.drafts(here)[0]?.body, "Mine now");
  });
});
