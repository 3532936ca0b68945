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

/**
 * The controls of the webview that is on screen which Tab reaches in another order than they are read, or which have no name. The
 * order is that of lines from the top, and within a line from the left.
 */
export const focusProblems = async (workbench: Workbench): Promise<readonly string[]> => {
  const controls = workbench.webview().locator("button, a[href], input, select, summary, [tabindex]");
  const found = await controls.evaluateAll((all) =>
    all.flatMap((element) => {
      const { top, bottom, left, width } = element.getBoundingClientRect();
      const { tabIndex } = element as HTMLElement;
      if (width === 0 || tabIndex < 0) return [];
      const name = (element.getAttribute("aria-label") ?? element.textContent).trim();
      const hasLabel = name !== "" || ((element as HTMLInputElement).labels?.length ?? 0) > 0;
      return [{ name: name || element.outerHTML.slice(0, 80), hasLabel, tabIndex, top, bottom, left }];
    }),
  );
  if (found.length < 3) throw new Error(`The page has ${found.length} controls only.`);
  return found.flatMap(({ name, hasLabel, tabIndex, top, left }, index) => {
    const before = found[index - 1];
    const isBefore = !before || top >= before.bottom - 1 || (left >= before.left && top > before.top - 8);
    return [
      ...(hasLabel ? [] : [`has no name: ${name}`]),
      ...(tabIndex > 0 ? [`has a place of its own in the order: ${name}`] : []),
      ...(isBefore ? [] : [`is reached after ${before.name}: ${name}`]),
    ];
  });
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
