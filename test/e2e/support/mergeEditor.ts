import type { Workbench } from "./workbench.ts";

/** Waits for the merge editor with one conflict. */
export const waitConflict = ({ page }: Workbench): Promise<void> =>
  page.locator(".merge-editor", { hasText: "1 Conflict Remaining" }).waitFor();

/** Takes the user's side of the conflict. */
export const acceptMine = async ({ page }: Workbench): Promise<void> => {
  await page.locator(".merge-editor a", { hasText: "Accept Mine" }).click();
  await page.locator(".merge-editor", { hasText: "0 Conflicts Remaining" }).waitFor();
};

/** Completes the merge; of a repository's file with a message for the commit. */
export const completeMerge = async (workbench: Workbench, message?: string): Promise<void> => {
  await workbench.command("Merge Editor: Complete Merge");
  if (message === undefined) return;
  await workbench.quickInput.waitOpen();
  await workbench.quickInput.submit(message);
};
