import assert from "node:assert/strict";
import { after, before, beforeEach, describe, it } from "node:test";
import { findDialect } from "../../../src/accounts/signIn/findDialect.ts";
import { type Answer, json, type RecordingServer, startRecordingServer } from "../../support/recordingServer.ts";
import { candidateFor, openWindow } from "./window.ts";

const { model } = openWindow();
let server: RecordingServer;
before(async () => {
  server = await startRecordingServer();
});
after(() => server.close());
beforeEach(() => {
  server.requests.length = 0;
});

/** Answers by path; other paths are not there. */
const at =
  (answers: Readonly<Record<string, Answer>>): Answer =>
  (request, response) =>
    (answers[request.url.split("?")[0] ?? ""] ?? json({ message: "Not Found" }, 404))(request, response);

const found = (answer: Answer): Promise<string | undefined> => {
  server.answer = answer;
  return findDialect(model, candidateFor(server.url), "a-token");
};

describe("The API of a server", () => {
  for (const [title, answers, expected] of [
    ["of today", { "/user/subscriptions": json([]) }, "github"],
    ["of 2015", { "/user/watched": json([]) }, "interface"],
    ["with both paths", { "/user/subscriptions": json([]), "/user/watched": json([]) }, "github"],
    ["that refuses the list to this token", { "/user/subscriptions": json({ message: "No" }, 403) }, "github"],
    [
      "of 2015 that refuses the list to this token",
      { "/user/watched": json({ message: "No" }, 403) },
      "interface",
    ],
    ["that refuses any path", { "/user/subscriptions": json({}, 403), "/user/watched": json({}, 403) }, undefined],
    ["with neither path", {}, undefined],
    [
      "whose proxy answers with a page",
      { "/user/subscriptions": json("<html>"), "/user/watched": json("") },
      undefined,
    ],
    ["that fails", { "/user/subscriptions": json({}, 500), "/user/watched": json({}, 503) }, undefined],
  ] as const)
    it(`${title} is ${expected ?? "not known"}`, async () => {
      assert.equal(await found(at(answers)), expected);
      assert.deepEqual(
        new Set(server.requests.map(({ headers }) => headers.authorization)),
        new Set(["Bearer a-token"]),
      );
    });

  it("is not known when the server is gone", async () => {
    const gone = await startRecordingServer();
    await gone.close();
    assert.equal(await findDialect(model, candidateFor(gone.url), "a-token"), undefined);
  });
});
