import { basename } from "node:path";
import type { Browser, BrowserContext, CDPSession, Page } from "playwright-core";
import { ensureBrowser, launchBrowser } from "./browser.ts";

/** Milliseconds between two frames. At 60 frames a second, a sixth of all processor time of a run goes into drawing. */
const frameGap = 100;

/** Only the headless shell of Chromium lets a client say when it draws. */
const canHoldFrames = (executablePath: string): boolean => basename(executablePath).includes("headless-shell");

const holdFrames = ["--enable-begin-frame-control", "--run-all-compositor-stages-before-draw"];

/** A page that draws only when it is asked to, which Playwright has no option for. */
const newHeldPage = async (browser: Browser, context: BrowserContext): Promise<Page> => {
  const first = await context.newPage();
  const { targetInfo } = await (await context.newCDPSession(first)).send("Target.getTargetInfo");
  const opened = context.waitForEvent("page");
  const target = { url: "about:blank", enableBeginFrameControl: true, width: 1280, height: 720 };
  const { browserContextId = "" } = targetInfo;
  await (await browser.newBrowserCDPSession()).send("Target.createTarget", { ...target, browserContextId });
  const page = await opened;
  await first.close();
  return page;
};

const drawUntilClosed = async (session: CDPSession): Promise<void> => {
  for (;;) {
    try {
      await session.send("HeadlessExperimental.beginFrame");
    } catch {
      return;
    }
    await new Promise((resolve) => setTimeout(resolve, frameGap));
  }
};

/**
 * A page of a browser of its own, for a run that no one looks at: where the browser can, it draws seldom. Journeys don't get
 * one: what Playwright clicks and types then waits for frames without an end.
 */
export const openUnseenPage = async (): Promise<{ readonly browser: Browser; readonly page: Page }> => {
  const executablePath = await ensureBrowser();
  const isHeld = canHoldFrames(executablePath);
  const browser = await launchBrowser(executablePath, { seesRequests: false, args: isHeld ? holdFrames : [] });
  try {
    const context = await browser.newContext();
    if (!isHeld) return { browser, page: await context.newPage() };
    const page = await newHeldPage(browser, context);
    const session = await context.newCDPSession(page);
    await session.send("HeadlessExperimental.enable");
    void drawUntilClosed(session);
    return { browser, page };
  } catch (error) {
    await browser.close();
    throw error;
  }
};
