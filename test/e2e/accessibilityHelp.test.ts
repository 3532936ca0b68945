import { testInWorkbench } from "./support/testInWorkbench.ts";

testInWorkbench(
  "A view explains itself to screen readers, with the keys of its commands",
  {},
  async (workbench) => {
    const { page, toasts } = workbench;
    await workbench.openContainer("Forgeside");
    await workbench.command("Forgeside: Try the Sandbox");
    await toasts.wait("Signed in to sandbox as ada-finch");
    const tree = workbench.tree("Gists");
    await tree.open();
    await workbench.command("Forgeside: Focus on Gists View");
    await page.keyboard.press("Alt+F1");
    const help = page.locator(".accessible-view .view-lines");
    await help.getByText("The view Gists lists your gists").waitFor();
    await help.getByText("Shift+S").first().waitFor();
  },
);
