import { join } from "node:path";
import type { PictureTheme } from "../docsPictures.ts";
import { outFolder } from "../run/projectPaths.ts";

/** Where the journeys put their pictures of that VS Code. */
export const screenshotFolder = (vscodeVersion: string, theme: PictureTheme): string =>
  join(outFolder, "screenshots", theme === "light" ? vscodeVersion : `${vscodeVersion}-${theme}`);
