import { poll } from "../../support/run/poll.ts";
import { plain } from "./text.ts";
import type { Workbench } from "./workbench.ts";

/** All titles of ours that the open palette lists for `>Forgeside:`, in whatever language. */
export const listedCommands = async (workbench: Workbench): Promise<readonly string[]> => {
  // Below each title is the English one, by which VS Code finds it too.
  const labels = workbench.page.locator(".quick-input-list .quick-input-list-row:first-child .label-name");
  await labels.filter({ hasText: "Forgeside: " }).first().waitFor();
  // Those used before are listed first, and the others a moment later.
  await poll(async () => (await labels.count()) > 5, { timeout: 30_000, what: "the commands are listed" });
  const titles = new Set<string>();
  // Only rows on screen are rendered.
  for (let former = -1; former < titles.size;) {
    former = titles.size;
    for (let pages = 0; pages < 3; pages += 1) {
      for (const title of await labels.allInnerTexts()) titles.add(plain(title));
      await workbench.press("PageDown");
    }
  }
  return [...titles].filter((title) => title.startsWith("Forgeside:"));
};
