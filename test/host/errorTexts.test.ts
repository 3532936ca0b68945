import assert from "node:assert/strict";
import { localizable, localizablePlural } from "../../src/base/localizable.ts";
import { unreadable } from "../../src/client/answers.ts";
import { HttpError, noAnswer, redirectRefused } from "../../src/client/errors.ts";
import { resolveLink } from "../../src/client/links.ts";
import { DamagedBodyError } from "../../src/client/transport.ts";
import { errorText } from "../../src/ui/errorText.ts";

const refusal = (link: string): unknown => {
  try {
    return resolveLink(link, "https://api.example.com/");
  } catch (error) {
    return error;
  }
};

describe("The text of an error", () => {
  it("says where the server referred to, and what to check", () => {
    const texts = ["https://evil.example/page", "https://mia:secret@api.example.com/page", "https://["].map(
      (link) => errorText(refusal(link)),
    );
    assert.deepEqual(texts, [
      "The server linked to a page of another server (evil.example). It was not read. Check the server's URL.",
      "The server linked to a URL with a username or password (api.example.com). Check the server's URL.",
      "api.example.com linked to a page whose URL can't be read. Check the server's URL.",
    ]);
  });

  it("does not say that nothing happened when a write was redirected", () => {
    const error = redirectRefused(localizable("{0} redirected too many times.", "api.example.com"), true);
    assert.match(
      errorText(error),
      /^The change may have been made, .*: api\.example\.com redirected too many times\. Refresh/,
    );
  });

  it("ends like one sentence, whatever the service's words end with", () => {
    for (const end of ["", ".", "!", "?", "…", "..", ". "])
      assert.equal(
        errorText(new HttpError("forbidden", 403, `Blocked by an admin${end}`)),
        "The server refused it: Blocked by an admin.",
      );
    for (const kind of ["permission", "validation", "http"] as const)
      assert.deepEqual(
        ["Blocked", "Blocked.", "Blocked!", "Blocked? "].map((text) => errorText(new HttpError(kind, 400, text))),
        ["Blocked.", "Blocked.", "Blocked!", "Blocked?"],
      );
  });

  it("asks for the URL only where something else than the API has answered", () => {
    const answer = (type: string, body: string) => ({ status: 200, headers: { "content-type": type }, body });
    const read = { isWrite: false };
    const texts = [
      unreadable(localizable("The server's response isn't JSON."), answer("text/html", "<p>"), read),
      unreadable(localizable("The server's response isn't valid JSON."), answer("application/json", "["), read),
      unreadable(
        localizablePlural(
          "{count, plural, one {The server's response has more than # byte.} other {The server's response has more than # bytes.}}",
          9,
        ),
        answer("application/json", ""),
        read,
      ),
      noAnswer("https://api.example.com/user", new DamagedBodyError("cut"), false),
    ].map(errorText);
    assert.deepEqual(texts, [
      "The server's response can't be read. Check that the URL is the one of its API.",
      "The server's response isn't valid JSON. Try again.",
      "The server's response has more than 9 bytes.",
      "The response from api.example.com was damaged. Try again.",
    ]);
  });

  it("says when to try again where the rate limit is exceeded, be it the server or the client that found it", () => {
    const retryAt = Date.now() + 60_000;
    const raw = { status: 429, headers: {}, body: "" };
    assert.match(errorText(new HttpError("rateLimited", 429, "", { retryAt })), /until .+\. Try again then\.$/);
    assert.match(
      errorText(new HttpError("rateLimited", 429, "", { retryAt, raw })),
      /until .+\. Try again then\.$/,
    );
  });

  it("is what the error says where its reason is not known", () => {
    assert.equal(errorText(new HttpError("http", 418, "I am a teapot.")), "I am a teapot.");
  });
});
