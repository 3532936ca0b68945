import { existsSync, readFileSync } from "node:fs";
import { SourceMap, type SourceMapPayload } from "node:module";
import { dirname, relative, resolve } from "node:path";
import { projectRoot } from "./projectPaths.ts";

/** In a stack: the file, the line and the column, both from 1. */
const place = /((?:\/|[A-Za-z]:[\\/]|out[\\/]|dist[\\/])[^\s():]+\.m?js):(\d+):(\d+)/g;

const maps = new Map<string, SourceMap | undefined>();

const mapOf = (file: string): SourceMap | undefined => {
  if (!maps.has(file)) {
    const text = existsSync(`${file}.map`) ? readFileSync(`${file}.map`, "utf8") : undefined;
    maps.set(file, text === undefined ? undefined : new SourceMap(JSON.parse(text) as SourceMapPayload));
  }
  return maps.get(file);
};

/** Names the places in our bundles by their sources. VS Code's extension host does not let Node do that itself. */
export const mapStack = (stack: string): string =>
  stack.replaceAll(place, (whole, path: string, line: string, column: string) => {
    const file = resolve(projectRoot, path);
    const origin = mapOf(file)?.findOrigin(Number(line), Number(column));
    if (origin === undefined || !("fileName" in origin)) return whole;
    const source = relative(projectRoot, resolve(dirname(file), origin.fileName));
    return `${source}:${origin.lineNumber}:${origin.columnNumber}`;
  });
