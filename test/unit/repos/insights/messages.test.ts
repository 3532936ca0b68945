import assert from "node:assert/strict";
import { describe, it } from "node:test";
import { newNonce, pageHtml } from "../../../../src/ui/webviewPage.ts";
import { parsePageMessage, parsePanelMessage } from "../../../../src/repos/insights/messages.ts";

describe("Messages between the panel and its page", () => {
  it("of the page are understood when they name what there is", () => {
    assert.deepEqual(parsePageMessage({ type: "ready", more: 1 }), { type: "ready" });
    assert.deepEqual(parsePageMessage({ type: "refresh" }), { type: "refresh" });
    assert.deepEqual(parsePageMessage({ type: "copy", key: "languages" }), { type: "copy", key: "languages" });
    for (const odd of [
      undefined,
      null,
      "ready",
      7,
      [],
      {},
      { type: "run", command: "x" },
      { type: "copy" },
      { type: "retry", key: "toString" },
      { type: "copy", key: ["languages"] },
    ])
      assert.equal(parsePageMessage(odd), undefined, JSON.stringify(odd));
  });

  it("of the panel are understood when they name what there is", () => {
    const say = { type: "say", text: "Hello" };
    assert.equal(parsePanelMessage(say), say);
    for (const odd of [
      null,
      "say",
      {},
      { type: "say" },
      { type: "chart", key: "none", text: "" },
      { type: "eval" },
    ])
      assert.equal(parsePanelMessage(odd), undefined, JSON.stringify(odd));
  });
});

describe("The page of insights", () => {
  it("runs one script and loads nothing from elsewhere", () => {
    const nonce = newNonce();
    assert.match(nonce, /^[0-9a-f]{32}$/);
    assert.notEqual(nonce, newNonce());
    const html = pageHtml({
      language: "en",
      title: `<img src=x onerror="alert('1')">`,
      script: "https://own.example/insights.js",
      style: "https://own.example/insights.css",
      nonce,
    });
    assert.ok(
      html.includes(
        `content="default-src 'none'; script-src 'nonce-${nonce}'; style-src 'nonce-${nonce}'; base-uri 'none'; form-action 'none'"`,
      ),
    );
    assert.doesNotMatch(html, /<img|<style|\son\w+="|style=|unsafe|javascript:/);
    assert.equal([...html.matchAll(/<script/g)].length, 1);
  });
});
