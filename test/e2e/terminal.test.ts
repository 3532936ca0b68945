import { poll } from "../support/run/poll.ts";
import { adaToken, signInWithToken, startService } from "./support/service.ts";
import { testInWorkbench } from "./support/testInWorkbench.ts";

testInWorkbench("A person shares what is selected in the terminal", {}, async (workbench) => {
  const service = await startService();
  const { page } = workbench;
  try {
    await signInWithToken(workbench, service.url, adaToken);
    await workbench.command("Terminal: Create New Terminal");
    const terminal = page.locator(".terminal-wrapper.active .xterm-helper-textarea");
    await terminal.waitFor({ state: "attached" });
    await page.keyboard.type("echo forge-$((40+2))\n");
    await poll(
      async () => {
        await workbench.command("Terminal: Select All");
        await workbench.command("Forgeside: Share Terminal Selection as Gist");
        const newest = (await service.ownGists())[0];
        if (!newest?.files["terminal.txt"]) return false;
        return /^forge-42/m.test((await service.gist(newest.id)).files["terminal.txt"]?.content ?? "");
      },
      { timeout: 30_000, what: "the terminal's text was shared" },
    );
  } finally {
    await service.close();
  }
});
