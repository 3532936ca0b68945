import assert from "node:assert/strict";
import { after, before, describe, it } from "node:test";
import { emojis, urls } from "github-emojis";
import { publicId, type Service, startService } from "./service.ts";

describe("the sandbox's metadata and pages", () => {
  let service: Service;
  before(async () => {
    service = await startService();
  });
  after(() => service.close());

  it("knows every emoji that the service knows, under the same file names", async () => {
    const { body } = await service.call("GET", "/emojis");
    const fileOf = (address: unknown) => String(address).replace(/^.*\/images\//, "");
    assert.ok(URL.canParse(body.shipit));
    assert.deepEqual(Object.keys(body).length, Object.keys(emojis).length);
    for (const [name, address] of Object.entries(urls)) assert.equal(fileOf(body[name]), fileOf(address), name);
  });

  it("draws emoji and avatars itself", async () => {
    const { body } = await service.call("GET", "/emojis");
    for (const [address, text] of [
      [body["+1"], "👍"],
      [body["shipit"], "shipit"],
      [(await service.call("GET", "/users/mia")).body.avatar_url, "M"],
    ]) {
      const picture = await service.call("GET", address);
      assert.equal(picture.headers.get("content-type"), "image/svg+xml");
      assert.ok(picture.text.includes(`>${text}</text>`));
    }
    for (const path of ["/avatars/u/1", "/images/icons/emoji/unicode/0000.png", "/images/icons/emoji/none.png"]) {
      assert.equal((await service.call("GET", path)).status, 404);
    }
  });

  it("names address ranges, and a version on the enterprise path", async () => {
    const { body } = await service.call("GET", "/meta");
    for (const name of ["hooks", "git", "web", "api"]) assert.match(body[name][0], /^[\d.]+\/\d+$/);
    assert.equal(body.verifiable_password_authentication, true);
    assert.equal("installed_version" in body, false);
    assert.match((await service.call("GET", "/api/v3/meta")).body.installed_version, /^\d+\.\d+\.\d+$/);
  });

  it("shows a gist as a page that treats every text as data", async () => {
    const hostile = `<script>alert("1")</script>&'`;
    const { body } = await service.call("POST", "/gists", {
      token: "sandbox_mia",
      body: { description: hostile, files: { [hostile.replaceAll("/", "-")]: { content: hostile } } },
    });
    const page = await service.call("GET", body.html_url);
    assert.equal(page.status, 200);
    assert.equal(page.headers.get("content-type"), "text/html; charset=utf-8");
    assert.match(page.headers.get("content-security-policy") ?? "", /^default-src 'none'/);
    assert.equal(page.text.includes("<script"), false);
    assert.ok(page.text.includes("&lt;script&gt;alert(&quot;1&quot;)&lt;/script&gt;&amp;&#39;"));
    assert.equal((await service.call("GET", body.html_url.replace("mia", "otto"))).status, 404);
  });

  it("gives raw files of every version without a token, and of nothing else", async () => {
    const { body } = await service.call("GET", `/gists/${publicId}`);
    const address: string = body.files["hello.py"].raw_url;
    assert.equal((await service.call("GET", address)).text, 'print("Hello")\n');
    const old = address.replace(body.history[0].version, body.history[1].version);
    assert.equal((await service.call("GET", old)).text, "print('Hi')\n");
    for (const wrong of [address.replace("hello.py", "none"), address.replace("mia", "otto"), `${address}/x`]) {
      assert.equal((await service.call("GET", wrong)).status, 404);
    }
  });
});
