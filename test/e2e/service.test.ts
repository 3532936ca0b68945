import assert from "node:assert/strict";
import { adaToken, seed, signInWithToken, startService, waitPassword } from "./support/service.ts";
import { testInWorkbench } from "./support/testInWorkbench.ts";
import { onlyView } from "./support/views.ts";

const password = "hunter2-of-ada";

testInWorkbench(
  "A person sees what used the limit, lets the doctor look, takes an emoji, and makes a token with a one-time password",
  {},
  async (workbench) => {
    const service = await startService({
      ...seed,
      users: seed.users.map((user) =>
        user.login === "ada" ? { ...user, password, oneTimePassword: "123456" } : user,
      ),
    });
    const { editor, quickInput, toasts, dialog } = workbench;
    try {
      await signInWithToken(workbench, service.url, adaToken);
      await toasts.dismiss("Signed in to");
      const tree = await onlyView(workbench, "Service");
      await tree.expand("Rate Limit");
      await tree.waitRow("core");
      await tree.expand("Used by This Window");
      await tree.expand("Server Capabilities");
      await tree.waitRow("Public gists");
      await tree.expand("Server IP Ranges");
      await tree.waitRow("hooks");
      const limit = (await tree.rows()).find(({ label }) => label === "Rate Limit");
      assert.match(limit?.description ?? "", /^[\d,]+ of 5,000 left · resets at /);
      await workbench.screenshot("service-view");

      await workbench.command("Forgeside: Doctor: Check the Connection");
      await toasts.wait("Everything works. The report has no secret in it.");
      await editor.waitText("Secret storage: it works");
      const report = await editor.text();
      assert.ok(!report.includes(adaToken) && !report.includes(password), report);
      await workbench.screenshot("service-doctor");
      await toasts.dismiss("Everything works.");

      await workbench.command("File: New Untitled Text File");
      await workbench.command("Forgeside: Select Emoji...");
      await quickInput.waitOpen({ title: "Emoji", placeholder: "Enter a part of its name" });
      await quickInput.type("rocket");
      await workbench.page.locator(".quick-input-list").getByText(":rocket:").first().waitFor();
      await workbench.screenshot("service-emoji");
      await quickInput.accept();
      await quickInput.waitOpen({ title: "Emoji", placeholder: "Select what to do" });
      await quickInput.pick("Insert 🚀");
      await editor.waitText("🚀");

      await tree.collapse("Server Capabilities");
      await tree.collapse("Server IP Ranges");
      await tree.expand("Operations");
      await tree.expand("Gists");
      await tree.waitRow("gists.edit");
      await workbench.screenshot("service-operations");
      await tree.click("gists.getAll");
      await workbench.page.locator(".quick-input-list").getByText("since").first().waitFor();
      await workbench.screenshot("service-operation-form");
      await quickInput.cancel();
      await tree.collapse("Operations");
      await tree.inlineAction("Authorizations", "New Authorization...");
      const title = "New Authorization at";
      await workbench.page.locator(".quick-input-title", { hasText: title }).waitFor();
      await quickInput.pick("Note");
      await workbench.page.getByText("Enter what the token is for").waitFor();
      await quickInput.submit("Build machine");
      await workbench.page.locator(".quick-input-list").getByText("Build machine").waitFor();
      await workbench.screenshot("authorization-form");
      await quickInput.pick("Create Token");
      await workbench.page.getByText("Enter your username at").waitFor();
      await quickInput.accept();
      await waitPassword(workbench);
      await quickInput.submit(password);
      await workbench.page.getByText("The one-time password of your authenticator app").waitFor();
      await quickInput.submit("000000");
      await workbench.page.getByText("not accepted, try again").waitFor();
      await workbench.screenshot("authorization-code");
      await quickInput.submit("123456");
      await dialog.waitOpen("The token was created. It can't be shown again.");
      await workbench.screenshot("authorization-token");
      await dialog.click("Sign In with This Token");
      await tree.expand("Authorizations");
      await tree.waitRow("Show them: asks for your password");
      await tree.click("Show them: asks for your password");
      await workbench.page.getByText("Enter your username at").waitFor();
      await quickInput.accept();
      await waitPassword(workbench);
      await quickInput.submit(password);
      await workbench.page.getByText("The one-time password of your authenticator app").waitFor();
      await quickInput.submit("123456");
      await tree.waitRow("Build machine");
      await workbench.screenshot("authorizations");
    } finally {
      await service.close();
    }
  },
);
