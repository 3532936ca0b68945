import assert from "node:assert/strict";
import { after, before } from "node:test";
import { poll } from "../support/run/poll.ts";
import { json, type RecordingServer, startRecordingServer } from "../support/recordingServer.ts";
import {
  adaSecondToken,
  adaToken,
  boToken,
  closePermissionTable,
  helloId,
  seed,
  type Service,
  signInWithToken,
  startService,
  waitPassword,
} from "./support/service.ts";
import { testInWorkbench } from "./support/testInWorkbench.ts";

let service: Service;
let noService: RecordingServer;
before(async () => {
  service = await startService();
  noService = await startRecordingServer((_, response) => {
    response.writeHead(200, { "content-type": "text/html" });
    response.end("<html><body>Welcome</body></html>");
  });
});
after(async () => {
  await service.close();
  await noService.close();
});

const retry = `import { setTimeout as wait } from "node:timers/promises";

/** Calls until it succeeds, with growing pauses. */
export const retry = async <T>(call: () => Promise<T>, attempts = 5): Promise<T> => {
  for (let attempt = 1; ; attempt++) {
    try {
      return await call();
    } catch (error) {
      if (attempt === attempts) throw error;
      await wait(2 ** attempt * 100);
    }
  }
};
`;

testInWorkbench(
  "A person without an account tries the sandbox from the welcome view and is still signed in after a reload",
  { files: { "src/retry.ts": retry } },
  async (workbench) => {
    const { editor, quickInput, toasts } = workbench;
    await workbench.openContainer("Forgeside");
    const tree = workbench.tree("Gists");
    await poll(async () => (await tree.welcome()).includes("Your gists beside your code"), {
      timeout: 30_000,
      what: "the welcome text",
    });
    await workbench.screenshot("welcome");
    await tree.clickWelcome("Try the sandbox");
    await toasts.wait("Signed in to the sandbox as ada-finch");
    await tree.waitRow("Checklist before a release");
    await toasts.dismiss("Signed in to the sandbox");
    await workbench.openFile("src/retry.ts");
    await editor.select(3, 13);
    await workbench.screenshot("share-select");
    await workbench.command("Forgeside: Share Selection as Gist");
    await toasts.wait("Shared as secret gist “retry.ts, lines 3–13”");
    await tree.waitRow("retry.ts, lines 3–13");
    await workbench.screenshot("share-done");
    await toasts.click("Shared as secret gist", "Undo");
    await tree.waitNoRow("retry.ts, lines 3–13");
    await workbench.screenshot("share-undone");
    await workbench.command("Forgeside: Share Selection as Gist");
    await toasts.wait("Shared as secret gist “retry.ts, lines 3–13”");
    assert.match(await workbench.clipboard(), /^https:\/\/sandbox\.invalid\//);
    await tree.click("retry.ts, lines 3–13");
    await poll(async () => (await editor.tabLabels()).length === 2, { timeout: 30_000, what: "the gist is open" });
    await editor.goTo(1);
    await editor.type("\n");
    await editor.goTo(1);
    await editor.type("// For the next time someone asks.");
    await editor.save();
    await workbench.command("Notifications: Clear All Notifications");
    await workbench.screenshot("readme");

    await workbench.reload();
    await workbench.openContainer("Forgeside");
    await tree.waitRow("retry.ts, lines 3–13");
    await tree.click("retry.ts, lines 3–13");
    await editor.waitText("// For the next time someone asks.");
    await (await workbench.tree("Accounts").open()).waitRow("ada-finch (sandbox)");

    await workbench.command("Forgeside: Simulate Activity in the Sandbox...");
    await quickInput.waitOpen({ placeholder: "Select what happens in the sandbox" });
    await workbench.screenshot("sandbox-simulate");
    await quickInput.pick("Edit the end of the open file elsewhere");
    await poll(async () => (await workbench.statusBar()).some((text) => text.startsWith("Simulated: ")), {
      timeout: 30_000,
      what: "the status bar says what another user did",
    });
  },
);

testInWorkbench(
  "An account without gists and a server that is gone are reported in the view",
  {},
  async (workbench) => {
    const own = await startService({
      ...seed,
      users: [...seed.users, { login: "cy" }],
      tokens: [{ token: "sandbox_cy", login: "cy", scopes: ["gist", "repo"] }],
    });
    let isOpen = true;
    const close = async (): Promise<void> => {
      if (isOpen) await own.close();
      isOpen = false;
    };
    try {
      await signInWithToken(workbench, own.url, "sandbox_cy");
      await workbench.openContainer("Forgeside");
      const tree = workbench.tree("Gists");
      const says = (text: string): Promise<unknown> =>
        poll(async () => (await tree.welcome()).includes(text), { timeout: 30_000, what: text });
      await says("You have no gists yet.");
      await workbench.screenshot("empty");
      const repos = await workbench.tree("Repositories").open();
      await repos.pane.locator(".welcome-view-content", { hasText: "You have no repositories yet" }).waitFor();
      assert.deepEqual(await repos.pane.locator(".welcome-view-content .button-container").count(), 1);
      await workbench.screenshot("no-repositories");
      await repos.clickWelcome("New Repository");
      await workbench.quickInput.waitOpen();
      await workbench.quickInput.cancel();
      await repos.fold();
      // The palette has nothing that takes a gist or a repository to select from.
      for (const title of ["Star Gist", "Edit Gist Description...", "New Webhook...", "Add Deploy Key..."])
        assert.deepEqual(await workbench.commandsWith(`Forgeside: ${title}`), []);
      assert.deepEqual(await workbench.commandsWith("Forgeside: New Gist..."), ["Forgeside: New Gist..."]);
      await close();
      await workbench.command("Forgeside: Refresh Gists");
      await says("The server can't be reached.");
      assert.match(
        await tree.pane.locator(".pane-header").innerText(),
        /127\.0\.0\.1:\d+ can't be reached \(ECONNREFUSED\)/,
      );
      await workbench.screenshot("offline");
    } finally {
      await close();
    }
  },
);

testInWorkbench(
  "A wrong address and a wrong token are refused in the wizard, which keeps what was typed",
  {},
  async (workbench) => {
    const { quickInput } = workbench;
    const toAddress = async (): Promise<void> => {
      await workbench.command("Forgeside: Sign In...");
      await quickInput.waitOpen({ placeholder: "Select a server to sign in to" });
      await quickInput.pick("Another server with a token");
      await quickInput.waitOpen({ placeholder: "https://" });
    };
    await toAddress();
    await quickInput.submit("http://forge.example.com/api");
    await quickInput.waitValidation("Plain http would send the token unprotected");
    assert.equal(await quickInput.value(), "http://forge.example.com/api");
    await workbench.screenshot("refused-address");
    await quickInput.submit(noService.url);
    await waitPassword(workbench);
    await quickInput.submit("   ");
    await quickInput.waitValidation("Paste the token");
    assert.equal(noService.requests.length, 0, "nothing is sent for an empty token");
    await quickInput.submit("sandbox_some_token");
    await quickInput.waitValidation("No service was found at this URL");
    await quickInput.cancel();

    await toAddress();
    await quickInput.submit(service.url);
    await waitPassword(workbench);
    await quickInput.submit("wrong");
    await quickInput.waitValidation("The server does not accept this token");
    await workbench.screenshot("refused-token");
    await quickInput.submit(`  ${adaToken}  `);
    await workbench.toasts.wait("as ada. Scopes: gist.");
    await closePermissionTable(workbench);
  },
);

testInWorkbench(
  "The API of a server is found out at sign-in, and asked for only where it can't be",
  {},
  async (workbench) => {
    const { quickInput, toasts } = workbench;
    let hidden = ["/user/subscriptions"];
    const other = await startService(seed, 0, {
      answer: ({ url }) =>
        hidden.some((path) => new URL(url).pathname.endsWith(path))
          ? Response.json({ message: "Not Found" }, { status: 404 })
          : undefined,
    });
    try {
      await signInWithToken(workbench, other.url, adaToken);
      await workbench.openContainer("Forgeside");
      const accounts = workbench.tree("Accounts");
      await accounts.open();
      const name = `ada (${new URL(other.url).host})`;
      await accounts.waitRow(name);
      await accounts.menu(name, "Sign Out...");
      await workbench.dialog.waitOpen();
      await workbench.dialog.click("Sign Out");
      await accounts.waitNoRow(name);

      hidden = ["/user/subscriptions", "/user/watched"];
      await workbench.command("Forgeside: Sign In...");
      await quickInput.waitOpen({ placeholder: "Select a server to sign in to" });
      await quickInput.pick("Another server with a token");
      await quickInput.waitOpen({ placeholder: "https://" });
      await quickInput.submit(other.url);
      await waitPassword(workbench);
      await quickInput.submit(adaToken);
      await quickInput.waitOpen({ placeholder: "Select the API version" });
      await workbench.screenshot("api-version");
      await quickInput.pick("Current");
      await toasts.wait("as ada. Scopes: gist.");
      await closePermissionTable(workbench);
    } finally {
      await other.close();
    }
  },
);

testInWorkbench(
  "A refused token is replaced in place, and the failed save then goes through",
  {},
  async (workbench) => {
    const { editor, quickInput, toasts } = workbench;
    // Behind a proxy that rejects one token once `refused` is set.
    let refused = false;
    const gate = await startRecordingServer((request, response) => {
      if (refused && request.headers.authorization === `Bearer ${adaToken}`) {
        json({ message: "Bad credentials" }, 401)(request, response);
        return;
      }
      const { host: _host, connection: _connection, "content-length": _length, ...headers } = request.headers;
      void fetch(new URL(service.url).origin + request.url, {
        method: request.method,
        headers: headers as Record<string, string>,
        ...(request.body === "" ? {} : { body: request.body }),
      }).then(async (answer) => {
        response.writeHead(answer.status, { "content-type": answer.headers.get("content-type") ?? "text/plain" });
        response.end(Buffer.from(await answer.arrayBuffer()));
      });
    });
    try {
      await signInWithToken(workbench, `${gate.url}/api/v3`, adaToken);
      await workbench.openContainer("Forgeside");
      const tree = workbench.tree("Gists");
      await tree.expand("Hello in two languages");
      await tree.click("hello.py");
      await editor.waitText('print("Hello")');
      refused = true;
      await editor.goTo(1);
      await editor.type("# greeting\n");
      await editor.save({ wait: false });
      await toasts.wait("no longer accepts the token of ada");
      await workbench.screenshot("token-refused");
      await toasts.click("no longer accepts the token of ada", "Replace Token...");
      await waitPassword(workbench);
      await quickInput.submit(boToken);
      await quickInput.waitValidation("This token belongs to bo, not to ada");
      await quickInput.submit(adaSecondToken);
      await quickInput.waitClosed();
      await editor.waitDirty(false);
      const text = async (): Promise<string> => (await service.gist(helloId)).files["hello.py"]?.content ?? "";
      await poll(async () => (await text()).startsWith("# greeting\n"), {
        timeout: 20_000,
        what: "it is published",
      });
    } finally {
      await gate.close();
    }
  },
);

testInWorkbench(
  "Two accounts stand side by side; the active one is switched and one is signed out with its documents",
  {},
  async (workbench) => {
    const { dialog, editor, quickInput } = workbench;
    await signInWithToken(workbench, service.url, boToken);
    await signInWithToken(workbench, service.url, adaToken);
    const host = new URL(service.url).host;
    await workbench.openContainer("Forgeside");
    const tree = workbench.tree("Gists");
    const accounts = await workbench.tree("Accounts").open();
    await accounts.waitRow(`ada (${host})`);
    await tree.waitRow(`bo (${host})`);
    await tree.waitRow("Hello in two languages");
    await tree.click(`bo (${host})`);
    await tree.waitRow("Bo's notes");
    await workbench.screenshot("two-accounts");
    await tree.click("Bo's notes");
    await editor.waitTab("notes.md");
    await editor.goTo(3, 6);
    await editor.type(" and others");
    await editor.save();

    await workbench.command("Forgeside: Switch Account...");
    await quickInput.waitOpen({ placeholder: "Select the account that commands use" });
    await quickInput.pick(`bo (${host})`);
    await poll(
      async () =>
        (await accounts.rows()).some(
          ({ label, description }) => label.startsWith("bo") && description === "active",
        ),
      {
        timeout: 30_000,
        what: "bo is active",
      },
    );

    await accounts.menu(`bo (${host})`, "Sign Out...");
    await dialog.waitOpen(`Sign out bo (${host})?`);
    await dialog.click("Sign Out");
    await accounts.waitNoRow(`bo (${host})`);
    await poll(async () => (await editor.tabLabels()).length === 0, {
      timeout: 30_000,
      what: "bo's document is closed",
    });
    await tree.waitRow("Your Gists");
  },
);
