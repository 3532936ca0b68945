import assert from "node:assert/strict";
import { execFileSync } from "node:child_process";
import { mkdtempSync, readdirSync, rmSync, statSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { poll } from "../support/run/poll.ts";
import { openRepositories, repositorySeed } from "./support/repositories.ts";
import { startService, waitPassword } from "./support/service.ts";
import { testInWorkbench } from "./support/testInWorkbench.ts";
import { widen } from "./support/views.ts";

testInWorkbench(
  "A person generates a deploy key that ssh-keygen accepts, is kept from pasting a private one, and rotates",
  {},
  async (workbench) => {
    const service = await startService({
      ...repositorySeed,
      repositories: [{ owner: "ada", name: "engine" }],
    });
    const folder = mkdtempSync(join(tmpdir(), "forgeside-e2e-keys-"));
    const { quickInput, toasts, dialog } = workbench;
    const at = (name: string): string => join(folder, name);
    const publicHalf = (name: string, passphrase = ""): string =>
      execFileSync("ssh-keygen", ["-y", "-P", passphrase, "-f", at(name)], { encoding: "utf8" }).trim();
    const fingerprint = (name: string): string =>
      execFileSync("ssh-keygen", ["-l", "-f", at(name)], { encoding: "utf8" }).split(" ")[1] ?? "";
    const keys = () => service.ada.call("repos.getKeys", { user: "ada", repo: "engine" });
    const saveAs = async (title: string, name: string): Promise<void> => {
      await quickInput.waitOpen({ title });
      // The box before it has the same title.
      await poll(async () => ((await quickInput.value()).endsWith("/deploy_ada_engine") ? true : undefined), {
        timeout: 30_000,
        what: "the place of the private key is asked",
      });
      await quickInput.submitPath(at(name));
    };
    try {
      const tree = await openRepositories(workbench, service);
      await toasts.dismiss("Signed in to");
      await tree.expand("ada/engine");
      await tree.expand("Deploy Keys");
      await tree.waitRow("This repository has no deploy keys.");

      const heading = "Add Deploy Key to ada/engine";
      await tree.inlineAction("Deploy Keys", "Add Deploy Key");
      await quickInput.waitOpen({ title: heading, placeholder: "Select what the machine" });
      await quickInput.pick("Read-only");
      await quickInput.waitOpen({ placeholder: "Select where the key comes from" });
      await workbench.screenshot("deploy-key-source");
      await quickInput.pick("Generate a Pair");
      await quickInput.waitOpen({ title: heading });
      await quickInput.submit("Harbour screen");
      await quickInput.waitOpen({ placeholder: "Select the kind of key" });
      await quickInput.pick("Ed25519");
      await waitPassword(workbench);
      await quickInput.submit("");
      await saveAs(heading, "screen");
      await toasts.wait("“Harbour screen” is a deploy key of engine now.");
      await tree.waitRow("Harbour screen");
      await workbench.screenshot("deploy-keys");
      assert.equal(statSync(at("screen")).mode & 0o777, 0o600);
      const [first] = await keys();
      assert.equal(publicHalf("screen"), `${first?.key ?? ""} Harbour screen`);
      const row = (await tree.rows()).find(({ label }) => label === "Harbour screen");
      assert.match(row?.description ?? "", /^Ed25519 · read-only · .+ · SHA256:/);
      assert.ok(row?.description.endsWith(fingerprint("screen")), row?.description);
      await toasts.dismiss("“Harbour screen” is a deploy key");

      await widen(workbench);
      await tree.inlineAction("Deploy Keys", "Add Deploy Key");
      await quickInput.waitOpen({ placeholder: "Select what the machine" });
      await quickInput.pick("Read-only");
      await quickInput.waitOpen({ placeholder: "Select where the key comes from" });
      await workbench.screenshot("deploy-key-add");
      await quickInput.pick("Paste a Public Key");
      await quickInput.waitOpen({ placeholder: "ssh-ed25519" });
      await quickInput.type("-----BEGIN OPENSSH PRIVATE KEY-----b3BlbnNzaC1rZXktdjEAAAAA");
      await quickInput.waitValidation("This is a PRIVATE key. It wasn't sent");
      await workbench.screenshot("deploy-key-private");
      await quickInput.cancel();

      await tree.inlineAction("Harbour screen", "Rotate Deploy Key");
      await dialog.waitOpen("Replace the key “Harbour screen” with a new one?");
      await workbench.screenshot("deploy-key-rotate");
      await dialog.click("Rotate");
      await quickInput.waitOpen({ placeholder: "Select where the key comes from" });
      await quickInput.pick("Generate a Pair");
      await quickInput.waitOpen({ title: "Rotate “Harbour screen”" });
      await quickInput.submit("Harbour screen 2");
      await quickInput.waitOpen({ placeholder: "Select the kind of key" });
      await quickInput.pick("RSA 4096");
      await waitPassword(workbench);
      await quickInput.submit("low water");
      await workbench.page.getByText("Enter the passphrase again.").waitFor();
      await quickInput.submit("low water");
      await saveAs("Rotate “Harbour screen”", "screen2");
      await toasts.wait("“Harbour screen 2” has a new key; the former one is deleted.");
      await tree.waitNoRow("Harbour screen");
      await tree.waitRow("Harbour screen 2");
      const [second, ...others] = await keys();
      assert.equal(publicHalf("screen2", "low water"), `${second?.key ?? ""} Harbour screen 2`);
      assert.deepEqual([second?.read_only, others.length], [true, 0]);
      assert.deepEqual(readdirSync(folder).toSorted(), ["screen", "screen2"]);
      await workbench.screenshot("deploy-key-rotated");
    } finally {
      rmSync(folder, { recursive: true });
      await service.close();
    }
  },
);
