import axe from "axe-core";
import type { Workbench } from "./workbench.ts";

/** The themes that VS Code offers for each kind of colors. */
export const themes = [
  ["Dark Modern", "dark"],
  ["Dark High Contrast", "contrast"],
  ["Light High Contrast", "contrast-light"],
  ["Light Modern", "light"],
] as const;

export const setTheme = async (workbench: Workbench, theme: string): Promise<void> => {
  await workbench.command("Preferences: Color Theme");
  await workbench.quickInput.waitOpen({ placeholder: "Select Color Theme" });
  await workbench.quickInput.type(theme);
  await workbench.quickInput.pick(theme);
  await workbench.quickInput.waitClosed();
};

/** What axe finds against WCAG 2.2 AA and its best practices in the webview that is on screen, and where. */
export const accessibilityProblems = async (workbench: Workbench): Promise<readonly string[]> => {
  const frame = await (await workbench.webview().locator("body").elementHandle())?.ownerFrame();
  if (!frame) throw new Error("No webview is on screen.");
  // Not as a script element, which the page's policy refuses.
  await frame.evaluate(axe.source);
  const { violations, passes } = await frame.evaluate(() =>
    (globalThis as unknown as { readonly axe: typeof axe }).axe.run(document, { resultTypes: ["violations"] }),
  );
  if (passes.length < 10) throw new Error(`axe looked at ${passes.length} rules only.`);
  return violations.flatMap(({ id, help, nodes }) =>
    nodes.map(({ target }) => `${id}: ${help}: ${target.join(" ")}`),
  );
};
