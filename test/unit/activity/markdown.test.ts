import assert from "node:assert/strict";
import { describe, it } from "node:test";
import { markdownOf } from "../../../src/activity/markdown.ts";
import { ownPage, repositoryPage } from "../../../src/activity/page.ts";

describe("an event as Markdown", () => {
  const shown = {
    sentence: "otto opened the issue #1: Hello",
    page: "https://example.com/mia/tools/issues/1",
    repository: "mia/tools",
    repositoryPage: "https://example.com/mia/tools",
    when: "1 Jan 2026",
  };

  it("is a line with links", () => {
    assert.equal(
      markdownOf(shown),
      "[otto opened the issue \\#1: Hello](https://example.com/mia/tools/issues/1) ([mia/tools](https://example.com/mia/tools)) – 1 Jan 2026",
    );
    assert.equal(
      markdownOf({ ...shown, page: undefined, repository: "", when: "" }),
      "otto opened the issue \\#1: Hello",
    );
  });

  it("has nothing that Markdown or HTML takes for its own", () => {
    const sentence = "<img src=x onerror=1> ](https://evil.example) | *b* `c` [d](e) & $f$ ~g~ \\";
    const text = markdownOf({ ...shown, sentence, repository: "", when: "" });
    assert.ok(
      text.startsWith(
        "[\\<img src=x onerror=1\\> \\]\\(https://evil.example\\) \\| \\*b\\* \\`c\\` \\[d\\]\\(e\\) \\&",
      ),
    );
    assert.ok(text.endsWith(" \\$f\\$ \\~g\\~ \\\\](https://example.com/mia/tools/issues/1)"));
  });

  it("keeps an address from ending its link", () => {
    const text = markdownOf({ ...shown, page: "https://example.com/a) [b](c <d>|", repository: "", when: "" });
    assert.match(text, /\]\(https:\/\/example\.com\/a%29%20%5Bb%5D%28c%20%3Cd%3E%7C\)$/);
  });
});

describe("the page of an event", () => {
  const api = "https://git.example.com/api/v3";

  it("is one of the account's own server", () => {
    const page = "https://git.example.com/mia/tools/issues/1";
    assert.equal(ownPage(page, api), page);
    assert.equal(
      ownPage("https://www.example.com/mia", "https://api.www.example.com"),
      "https://www.example.com/mia",
    );
    assert.equal(ownPage("http://127.0.0.1:80/mia", "http://127.0.0.1:80"), "http://127.0.0.1/mia");
  });

  it("is none elsewhere, of another scheme, or with a username in it", () => {
    for (const url of [
      "https://evil.example/mia",
      "https://git.example.com.evil.example/",
      "http://git.example.com/mia",
      "javascript:alert(1)",
      "command:workbench.action.quit",
      "file:///etc/passwd",
      "https://mia@git.example.com/",
      "//git.example.com/mia",
      "no address",
      "",
      undefined,
      7,
      { href: "https://git.example.com" },
    ])
      assert.equal(ownPage(url, api), undefined, JSON.stringify(url));
  });

  it("of a repository is at the server's web address", () => {
    assert.equal(repositoryPage("mia/tools", api), "https://git.example.com/mia/tools");
    assert.equal(repositoryPage("mia/a b", "https://api.example.com"), "https://example.com/mia/a%20b");
  });
});
