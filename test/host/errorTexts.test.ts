import assert from "node:assert/strict";
import { localizable } from "../../src/base/localizable.ts";
import { HttpError, redirectRefused } from "../../src/client/errors.ts";
import { resolveLink } from "../../src/client/links.ts";
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
      "The server linked to a page of another server (evil.example). It was not read. Check the server's address.",
      "The server linked to an address with a user name or a password (api.example.com). Check the server's address.",
      "api.example.com linked to a page whose address can't be read. Check the server's address.",
    ]);
  });

  it("does not say that nothing happened when a write was redirected", () => {
    const error = redirectRefused(localizable("{0} redirected more than {1} times.", "api.example.com", 5), true);
    assert.match(
      errorText(error),
      /^The change may have been made, .* \(api\.example\.com redirected more than 5 times\)\. Refresh/,
    );
  });

  it("has one period where the service's words have one", () => {
    assert.equal(
      errorText(new HttpError("forbidden", 403, "Blocked by an admin.")),
      "The server refused it: Blocked by an admin.",
    );
  });

  it("is what the error says where its reason is not known", () => {
    assert.equal(errorText(new HttpError("http", 418, "I am a teapot.")), "I am a teapot.");
  });
});
