import assert from "node:assert/strict";
import { adaToken, foreignId, seed, signInWithToken, startService } from "./support/service.ts";
import { testInWorkbench } from "./support/testInWorkbench.ts";

const link = "[see the advisory](command:workbench.action.toggleZenMode)";
const fileName = `${link}.md`;

testInWorkbench("Text from the service is never a link in a message", {}, async (workbench) => {
  const service = await startService({
    ...seed,
    gists: (seed.gists ?? []).map((gist) =>
      gist.id === foreignId ? { ...gist, description: link, files: { [fileName]: "# Notes\n" } } : gist,
    ),
  });
  const { editor, page, toasts } = workbench;
  const links = page.locator(".notifications-toasts .notification-list-item-message a");
  try {
    await signInWithToken(workbench, service.url, adaToken);
    await toasts.dismiss("Signed in to");
    await workbench.openContainer("Forgeside");
    const tree = workbench.tree("Gists");
    await tree.expand("Public");
    await tree.click(link);
    await editor.waitText("# Notes");
    await editor.goTo(1);
    await editor.type("Mine. ");
    await editor.save({ wait: false });
    const refused = await toasts.wait("or the token may not change it");
    assert.ok(refused.includes("see the advisory"), refused);
    assert.equal(await links.count(), 0);
    await workbench.screenshot("hostile-file-name");

    await tree.menu(link, "Fork Gist");
    const forked = await toasts.wait("Forked");
    assert.ok(forked.includes("see the advisory"), forked);
    assert.equal(await links.count(), 0);
    await workbench.screenshot("hostile-title");
  } finally {
    await service.close();
  }
});
