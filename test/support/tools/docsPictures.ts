// Takes the pictures of the docs with the journeys, in light and dark colors: npm run docs:pictures [-- name ...]
import { mkdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import type { Page } from "playwright-core";
import webp from "node-webpmux";
import { docsPictures, pictureFile, pictureThemes, type PictureTheme } from "../docsPictures.ts";
import { startChild } from "../run/childProcess.ts";
import { outFolder, projectRoot } from "../run/projectPaths.ts";
import { ensureBrowser, launchBrowser } from "../vscode/browser.ts";
import { newestVscode } from "../vscode/install.ts";
import { packageVsix } from "../vscode/packageVsix.ts";
import { screenshotFolder } from "../vscode/screenshotFolder.ts";

/** Pixels: twice as wide as the pages that show them. */
const width = 2000;
/** How long each part of an animation is shown. Milliseconds. */
const delay = 2500;

const wanted = new Set(process.argv.slice(2));
const pictures = docsPictures.filter(({ name }) => wanted.size === 0 || wanted.has(name));
if (pictures.length === 0) throw new Error(`The pictures are ${docsPictures.map(({ name }) => name).join(", ")}.`);

const takeShots = async (theme: PictureTheme, vsix: string): Promise<void> => {
  const tests = [...new Set(pictures.map(({ journey }) => journey))];
  const child = startChild(process.execPath, [join(outFolder, "tools", "testE2e.mjs"), "--vsix", vsix, ...tests], {
    cwd: projectRoot,
    env: { FORGESIDE_E2E_THEME: theme },
    onOutput: (text) => process.stdout.write(text),
  });
  if ((await child.ended).code !== 0) throw new Error("A journey failed: the pictures stay as they are.");
};

/** Encoded by the browser; the bytes of a WebP file. */
const encode = async (page: Page, png: Buffer): Promise<{ readonly bytes: Buffer; readonly height: number }> => {
  const { data, height } = await page.evaluate(
    async ({ source, to }) => {
      const image = new Image();
      image.src = source;
      await image.decode();
      const canvas = document.createElement("canvas");
      canvas.width = to;
      canvas.height = Math.round((image.height * to) / image.width);
      const context = canvas.getContext("2d");
      if (context) context.imageSmoothingQuality = "high";
      context?.drawImage(image, 0, 0, canvas.width, canvas.height);
      return { data: canvas.toDataURL("image/webp", 0.85), height: canvas.height };
    },
    { source: `data:image/png;base64,${png.toString("base64")}`, to: width },
  );
  return { bytes: Buffer.from(data.slice(data.indexOf(",") + 1), "base64"), height };
};

const vsix = (await packageVsix()).path;
for (const theme of pictureThemes) await takeShots(theme, vsix);
const browser = await launchBrowser(await ensureBrowser());
try {
  const page = await browser.newPage();
  for (const theme of pictureThemes)
    for (const { name, shots } of pictures) {
      const stills = [];
      for (const shot of shots)
        stills.push(await encode(page, readFileSync(join(screenshotFolder(newestVscode, theme), `${shot}.png`))));
      const [first] = stills;
      if (!first) throw new Error(`${name} has no screenshots.`);
      let { bytes } = first;
      if (stills.length > 1) {
        const frames = [];
        for (const still of stills) frames.push(await webp.Image.generateFrame({ buffer: still.bytes, delay }));
        bytes = await webp.Image.save(null, { frames, width, height: first.height, loops: 0 });
      }
      const file = join(projectRoot, pictureFile(name, theme));
      mkdirSync(dirname(file), { recursive: true });
      rmSync(file, { force: true });
      writeFileSync(file, bytes);
      console.log(`${pictureFile(name, theme)}: ${bytes.length} bytes`);
    }
} finally {
  await browser.close();
}
