import type { PictureTheme } from "../../support/docsPictures.ts";

/** What npm run test:e2e hands to each test file. */
export interface E2eEnvironment {
  readonly vscodeVersion: string;
  readonly browser: string;
  /** The packaged extension; it is installed in `extensionsDir` already. */
  readonly vsix: string;
  readonly extensionsDir: string;
  /** Emptied before each run; each workbench makes a folder of its own in it. */
  readonly folder: string;
  /** The test failed before and is run again: evidence is stored beside that of the first run, also when it passes. */
  readonly isRerun: boolean;
  /** The colors of VS Code. */
  readonly theme: PictureTheme;
  /** Pixels for each of the page, along a line: more for the pictures of the docs, so that they are sharp. */
  readonly scale: 1 | 2;
}

const required = (name: string): string => {
  const value = process.env[name];
  if (value === undefined) throw new Error(`${name} is not set: run these tests with npm run test:e2e.`);
  return value;
};

export const readEnvironment = (): E2eEnvironment => ({
  vscodeVersion: required("FORGESIDE_E2E_VSCODE"),
  browser: required("FORGESIDE_E2E_BROWSER"),
  vsix: required("FORGESIDE_E2E_VSIX"),
  extensionsDir: required("FORGESIDE_E2E_EXTENSIONS"),
  folder: required("FORGESIDE_E2E_FOLDER"),
  isRerun: process.env["FORGESIDE_E2E_RERUN"] === "1",
  theme: process.env["FORGESIDE_E2E_THEME"] === "dark" ? "dark" : "light",
  scale: process.env["FORGESIDE_E2E_THEME"] === undefined ? 1 : 2,
});
