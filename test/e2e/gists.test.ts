import assert from "node:assert/strict";
import { after, before } from "node:test";
import { Client } from "../../src/client/client.ts";
import { nodeTransport } from "../../src/client/nodeTransport.ts";
import { systemClock } from "../../src/base/clock.ts";
import { createSandbox, demoSeed, demoToken } from "../../src/sandbox/embedded.ts";
import { type SandboxServer, serveSandbox } from "../../src/sandbox/server.ts";
import { testInWorkbench } from "./support/testInWorkbench.ts";
import type { Workbench } from "./support/workbench.ts";

const source = `import { createServer } from "node:http";

export const serve = (port: number): void => {
  createServer((_, response) => response.end("hello")).listen(port);
};
`;

let server: SandboxServer;
let service: Client;
before(async () => {
  server = await serveSandbox(createSandbox({ clock: systemClock, seed: demoSeed(Date.now()) }));
  service = new Client({ baseUrl: `${server.url}/api/v3`, dialect: "github", transport: nodeTransport });
  service.authenticate({ type: "token", token: demoToken });
});
after(() => server.close());

const signInWithToken = async (workbench: Workbench): Promise<void> => {
  await workbench.command("Forgeside: Sign In...");
  await workbench.quickInput.waitOpen({ placeholder: "Where are your gists?" });
  await workbench.quickInput.pick("Another server with a token");
  await workbench.quickInput.waitOpen({ placeholder: "https://" });
  await workbench.quickInput.submit(`${server.url}/api/v3`);
  await workbench.quickInput.waitOpen({ placeholder: "Which routes" });
  await workbench.quickInput.pick("Today's routes");
  await workbench.page.locator(".quick-input-box input[type=password]").waitFor();
  await workbench.quickInput.submit("wrong");
  await workbench.quickInput.waitValidation("does not accept this token");
  await workbench.quickInput.submit(`  ${demoToken}\n`);
  await workbench.toasts.wait("Signed in to 127.0.0.1");
};

testInWorkbench(
  "A person tries the sandbox, shares a selection, opens it, edits it and saves it",
  { files: { "src/serve.ts": source } },
  async (workbench) => {
    await workbench.openContainer("Forgeside");
    const tree = workbench.tree("Gists");
    await workbench.screenshot("signed-out");
    await tree.clickWelcome("Try the Sandbox");
    await workbench.toasts.wait("Signed in to sandbox as ada-finch");
    await tree.waitRow("Your Gists");
    await workbench.screenshot("sandbox-signed-in");
    await workbench.openFile("src/serve.ts");
    await workbench.editor.select(3, 5);
    await workbench.command("Forgeside: Share Selection as Gist");
    await workbench.toasts.wait("Shared as secret gist “serve.ts, lines 3–5”");
    const link = await workbench.clipboard();
    assert.match(link, /^https:\/\/sandbox\.invalid\/.*[0-9a-f]{20,}$/);
    await tree.waitRow("serve.ts, lines 3–5");
    await workbench.screenshot("shared");
  },
);

testInWorkbench(
  "A person signs in with a token, and what is saved in the editor is changed on the service",
  { files: { "src/serve.ts": source } },
  async (workbench) => {
    await signInWithToken(workbench);
    await workbench.openContainer("Forgeside");
    const tree = workbench.tree("Gists");
    await tree.waitRow("Your Gists");
    await workbench.openFile("src/serve.ts");
    await workbench.editor.select(3, 5);
    await workbench.command("Forgeside: Share Selection as Gist");
    await workbench.toasts.wait("Shared as secret gist");
    const id = /[0-9a-f]{20,}$/.exec(await workbench.clipboard())?.[0] ?? "";
    assert.equal((await service.call("gists.get", { id })).public, false);
    await tree.click("serve.ts, lines 3–5");
    await workbench.editor.waitTab("serve.ts");
    await workbench.editor.select(1);
    await workbench.editor.type("// saved from the editor");
    await workbench.editor.save();
    const saved = await service.call("gists.get", { id });
    assert.match(saved.files["serve.ts"]?.content ?? "", /^\/\/ saved from the editor/);
    await workbench.screenshot("edited");
  },
);
