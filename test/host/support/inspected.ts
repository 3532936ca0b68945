import assert from "node:assert/strict";
import { operationIds, operationOf } from "../../../src/client/operations/table.ts";
import type { Params } from "../../../src/client/params.ts";
import { operationParams } from "../../../src/client/request.ts";
import type { LeakGuard } from "../../../src/guard/guard.ts";
import type { Forge } from "./forge.ts";

/** The shortest text that the guard looks at. */
const shortest = 4;

const heard = new WeakMap<LeakGuard, string[]>();

/** Notes every text that the guard lets through from now on. */
export const listenToGuard = (guard: LeakGuard): void => {
  const texts: string[] = [];
  heard.set(guard, texts);
  const inspect = guard.inspect.bind(guard);
  guard.inspect = async (upload) => {
    const files = await inspect(upload);
    texts.push(...Object.values(files));
    return files;
  };
};

const leavesOf = (value: unknown, isFile: boolean, name = ""): readonly string[] => {
  if (typeof value === "string") {
    // The secret of a webhook is one by design.
    if (name === "secret" || value.length < shortest) return [];
    return [isFile && name === "content" ? Buffer.from(value, "base64").toString() : value];
  }
  if (typeof value !== "object" || value === null) return [];
  return Object.entries(value).flatMap(([key, entry]) => leavesOf(entry, isFile, key));
};

/** What the client fills in where nothing is given, such as the task of a deployment, is no one's text. */
const filled: ReadonlySet<unknown> = new Set(
  operationIds.flatMap((id) => {
    const places = operationParams(operationOf(id), "github");
    return Object.values<Params>({ ...places }).flatMap((params) => Object.values(params).map(({ fill }) => fill));
  }),
);

const plain = (text: string): string => text.replaceAll(/\\["\\nrt]|[^\x20-\x7e]/g, "").replaceAll(/["\\\s]/g, "");

/** Every text in the bodies that the extension sent was let through by the guard. */
export const assertInspected = (guard: LeakGuard, { requests }: Forge): void => {
  const seen = plain((heard.get(guard) ?? []).join("\n"));
  for (const { method, path, body } of requests) {
    if (method === "GET" || body === "") continue;
    for (const text of leavesOf(JSON.parse(body), path.includes("/contents/")).filter((each) => !filled.has(each)))
      assert.ok(seen.includes(plain(text)), `${method} ${path} sent what was not inspected: ${text.slice(0, 80)}`);
  }
};
