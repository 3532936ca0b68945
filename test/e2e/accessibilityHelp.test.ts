import { testInWorkbench } from "./support/testInWorkbench.ts";

testInWorkbench(
  "A view explains itself to screen readers, with the keys of its commands",
  // VS Code collects the help of views once, a few seconds after its start. Extensions of a server may come later.
  { web: true },
  async (workbench) => {
    const { page, toasts } = workbench;
    await workbench.openContainer("Forgeside");
    await workbench.command("Forgeside: Try the Sandbox");
    await toasts.wait("Signed in to the sandbox as ada-finch");
    const tree = workbench.tree("Gists");
    // The welcome text that rows replace takes the focus with it.
    await tree.waitRow("Your Gists");
    await workbench.command("Forgeside: Focus on Gists View");
    await tree.waitFocused();
    await page.keyboard.press("Alt+F1");
    const help = page.locator(".accessible-view .view-lines");
    await help.getByText("The Gists view lists your gists").waitFor();
    await help.getByText("Shift+S").first().waitFor();
  },
);
