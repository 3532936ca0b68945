// Loaded before a file of node:test when only some of its tests are wanted: registers these and no others. The patterns of
// node:test itself are compared with each name alone (Node.js 20), not with `suite › test`.
import { createRequire, syncBuiltinESMExports } from "node:module";
import { isWanted, readWantedNames } from "../run/wantedNames.ts";

type Register = (name: unknown, ...rest: readonly unknown[]) => unknown;

// What a test starts is not meant.
process.env["NODE_OPTIONS"] = process.env["NODE_OPTIONS"]?.replace(/ ?--import=\S*selectNodeTests\.mjs/, "");

const nodeTest = createRequire(import.meta.url)("node:test") as Record<string, Register>;
const wanted = readWantedNames();
const suites: string[] = [];

/** The same function with its modifiers, such as `skip`. */
const replace = (name: string, change: (register: Register) => Register): void => {
  const register = nodeTest[name];
  if (register) nodeTest[name] = Object.assign(change(register), register);
};

for (const name of ["describe", "suite"])
  replace(name, (register) => (title, ...rest) => {
    const body = rest.at(-1);
    if (typeof title !== "string" || typeof body !== "function") return register(title, ...rest);
    const inSuite = (...given: readonly unknown[]): unknown => {
      suites.push(title);
      try {
        return Reflect.apply(body, undefined, given) as unknown;
      } finally {
        suites.pop();
      }
    };
    return register(title, ...rest.slice(0, -1), inSuite);
  });
for (const name of ["it", "test"])
  replace(name, (register) => (title, ...rest) => {
    if (typeof title !== "string" || isWanted([...suites, title].join(" › "), wanted))
      return register(title, ...rest);
    return Promise.resolve();
  });
syncBuiltinESMExports();
