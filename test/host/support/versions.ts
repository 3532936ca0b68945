import { extensions, version } from "vscode";
import { fieldsOf } from "../../../src/base/fieldsOf.ts";

const minorOf = (text: unknown): string => /\d+\.\d+/.exec(String(text))?.[0] ?? "";

/** The oldest VS Code that the manifest allows. */
const oldest = fieldsOf(fieldsOf(extensions.getExtension("forgeside.forgeside")?.packageJSON)["engines"])[
  "vscode"
];

const none: Mocha.SuiteFunction = Object.assign(() => undefined as never, {
  only: () => undefined as never,
  skip: () => undefined,
});

/**
 * As `describe`, but not in the oldest VS Code: for many cases of what does not depend on VS Code's version, of which
 * that one runs a few in other tests.
 */
export const describeInNewer = minorOf(version) === minorOf(oldest) ? none : describe;

/** Whether the tests run in the worker of VS Code for the Web. */
export const isBrowser = "importScripts" in globalThis;

/** As `describe`, but not in a browser's worker: see `itWithNode`. */
export const describeWithNode = isBrowser ? none : describe;

/** As `it`, but not in a browser's worker: for what needs a disk, a port, or what VS Code for the Web has not. */
export const itWithNode = (title: string, run: Mocha.AsyncFunc): void => {
  if (!isBrowser) it(title, run);
};
