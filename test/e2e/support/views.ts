import assert from "node:assert/strict";
import type { TreeView } from "./treeView.ts";
import type { Workbench } from "./workbench.ts";

/** The extension's view of that name alone: it has room enough for the whole tree. */
export const onlyView = async (workbench: Workbench, name: string): Promise<TreeView> => {
  await workbench.openContainer("Forgeside");
  const tree = await workbench.tree(name).open();
  await workbench.tree("Gists").fold();
  await workbench.tree("Accounts").fold();
  return tree;
};

/** Makes the side bar wider, for rows with long texts. */
export const widen = async ({ page }: Workbench): Promise<void> => {
  const edge = await page.locator(".part.sidebar").boundingBox();
  assert.ok(edge);
  await page.mouse.move(edge.x + edge.width + 2, 300);
  await page.mouse.down();
  await page.mouse.move(800, 300, { steps: 5 });
  await page.mouse.up();
};
