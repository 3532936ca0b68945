import assert from "node:assert/strict";
import type { FrameLocator } from "playwright-core";
import { poll } from "../support/run/poll.ts";
import { openRepositories, repositorySeed } from "./support/repositories.ts";
import { hoursAgo, startService } from "./support/service.ts";
import { testInWorkbench } from "./support/testInWorkbench.ts";
import type { Workbench } from "./support/workbench.ts";

/** A window of 1280 × 800 at 200 % has half of the CSS pixels, and a narrow one. */
const sizes = [
  ["200-percent", { width: 640, height: 400 }],
  ["880-wide", { width: 880, height: 800 }],
] as const;

const commit = (message: string, date: string, more = {}) => ({
  author: "ada",
  date,
  message,
  files: { "mill.ts": `// ${message}\n` },
  ...more,
});

const seed = {
  ...repositorySeed,
  repositories: [
    {
      owner: "ada",
      name: "engine",
      commits: [
        commit("Begin", hoursAgo(200)),
        commit("Next", hoursAgo(100), {
          branch: "a-branch-with-a-name-that-has-no-end-and-no-space",
          from: "main",
        }),
      ],
      deployments: [
        {
          ref: "main",
          environment: "production",
          description: "For everybody who waited for the new wheel of the mill, and for those who did not",
          createdAt: hoursAgo(72),
          statuses: [{ state: "success" as const, createdAt: hoursAgo(71), targetUrl: "https://example.com/up" }],
        },
        {
          ref: "a-branch-with-a-name-that-has-no-end-and-no-space",
          environment: "production",
          payload: { region: "north" },
          createdAt: hoursAgo(5),
          statuses: [
            { state: "pending" as const, createdAt: hoursAgo(5) },
            { state: "failure" as const, createdAt: hoursAgo(4), description: "The disk is full" },
          ],
        },
      ],
    },
  ],
};

/** What a person with that window can't reach or read. */
const layoutProblems = (page: FrameLocator): Promise<readonly string[]> =>
  page.locator("body").evaluate(({ ownerDocument: document }) => {
    const problems: string[] = [];
    const root = document.documentElement;
    if (root.scrollWidth > root.clientWidth)
      problems.push(`the page is ${root.scrollWidth} wide in ${root.clientWidth}`);
    const scroll = root.scrollTop;
    const nameOf = (element: Element): string => `${element.textContent} ${element.className}`.trim();
    const controls = [...document.querySelectorAll("button, .stretch")].filter(
      (element) => element.getClientRects().length > 0,
    );
    for (const control of controls) {
      control.scrollIntoView({ block: "center" });
      const { left, right, top, width, height } = control.getBoundingClientRect();
      if (left < 0 || right > root.clientWidth) problems.push(`${nameOf(control)} is cut off`);
      const hit = document.elementFromPoint(left + width / 2, top + height / 2);
      if (!hit || !(control === hit || control.contains(hit)))
        problems.push(`${nameOf(control)} can't be clicked`);
      if (control.tagName !== "BUTTON") continue;
      if (control.scrollWidth > control.clientWidth) problems.push(`the text of ${nameOf(control)} is cut off`);
      for (const other of controls) {
        const one = other.getBoundingClientRect();
        const isApart = one.left >= right || one.right <= left || one.top >= top + height || one.bottom <= top;
        if (other !== control && !isApart) problems.push(`${nameOf(control)} overlaps ${nameOf(other)}`);
      }
    }
    root.scrollTop = scroll;
    return problems;
  });

/** The ids of the page's controls in the order of its elements, and in the order in which Tab reaches them. */
const assertTabOrder = async (workbench: Workbench, page: FrameLocator, count: number): Promise<void> => {
  const body = page.locator("body");
  const inDocument = await body.evaluate(({ ownerDocument: document }) =>
    [...document.querySelectorAll<HTMLElement>("button, a[href], summary, [tabindex='0']")]
      .filter((element) => element.getClientRects().length > 0)
      .map((element) => element.dataset["key"] ?? element.id),
  );
  assert.equal(inDocument.length, count, inDocument.join());
  // All controls come after it.
  await page.getByRole("heading", { level: 1 }).click();
  for (const key of inDocument) {
    await workbench.press("Tab");
    await poll(
      () =>
        body.evaluate(({ ownerDocument: { activeElement: focused, documentElement: root } }, wanted) => {
          if (!(focused instanceof HTMLElement) || (focused.dataset["key"] ?? focused.id) !== wanted) return false;
          const { top, bottom } = focused.getBoundingClientRect();
          return top >= 0 && bottom <= root.clientHeight;
        }, key),
      { timeout: 30_000, what: `Tab leads to ${key}, which is then on screen` },
    );
  }
};

const assertFits = async (workbench: Workbench, name: string, controls: number): Promise<void> => {
  const page = workbench.webview();
  for (const [label, size] of sizes) {
    await workbench.page.setViewportSize(size);
    await poll(() => page.locator("html").evaluate(({ clientWidth }, most) => clientWidth <= most, size.width), {
      timeout: 30_000,
      what: "the page has the window's size",
    });
    await workbench.screenshot(`${name}-${label}`);
    // Charts are drawn again in the new size a moment later.
    let problems: readonly string[] = [];
    await poll(async () => (problems = await layoutProblems(page)).length === 0, {
      timeout: 5000,
      what: `${name} fits`,
    }).catch(() => undefined);
    assert.deepEqual(problems, [], label);
    await assertTabOrder(workbench, page, controls);
    await workbench.screenshot(`${name}-${label}-below`);
  }
};

testInWorkbench("At 200 % and in a narrow window, Insights can be read and worked with", {}, async (workbench) => {
  const service = await startService(seed);
  try {
    const tree = await openRepositories(workbench, service);
    await workbench.toasts.dismiss("Signed in to");
    await tree.expand("ada/engine");
    const whole = workbench.page.viewportSize();
    for (const [label, size] of sizes) {
      await workbench.page.setViewportSize(size);
      // Rows below the edge of the view are not rendered.
      await tree.waitRow("Branches");
      await workbench.screenshot(`zoomed-repositories-${label}`);
    }
    if (whole) await workbench.page.setViewportSize(whole);
    await tree.click("Insights");
    const page = workbench.webview();
    await page.getByRole("heading", { level: 2, name: "Languages", exact: true }).waitFor();
    await poll(async () => (await page.locator("section:not([aria-busy=false])").count()) === 0, {
      timeout: 30_000,
      what: "all charts are there",
    });
    await workbench.command("View: Toggle Primary Side Bar Visibility");
    const buttons = await page.getByRole("button").count();
    assert.equal(buttons, 13);
    await assertFits(workbench, "zoomed-insights", buttons);
    await page.getByRole("button", { name: "Show as Table Punch Card" }).press("Enter");
    await page.getByRole("table", { name: "Punch Card" }).waitFor();
    // Wide tables scroll by themselves, and the keyboard reaches them.
    await assertFits(workbench, "zoomed-insights-table", buttons + 1);
  } finally {
    await service.close();
  }
});

testInWorkbench(
  "At 200 % and in a narrow window, the timeline of deployments can be read and worked with",
  {},
  async (workbench) => {
    const service = await startService(seed);
    try {
      const tree = await openRepositories(workbench, service);
      await workbench.toasts.dismiss("Signed in to");
      await tree.expand("ada/engine");
      await tree.expand("Deployments");
      await tree.inlineAction("production", "Show Deployment Timeline");
      const page = workbench.webview();
      await page.getByRole("listitem").nth(1).waitFor();
      await workbench.command("View: Toggle Primary Side Bar Visibility");
      const buttons = await page.getByRole("button").count();
      assert.equal(buttons, 6);
      await assertFits(workbench, "zoomed-timeline", buttons);
    } finally {
      await service.close();
    }
  },
);
