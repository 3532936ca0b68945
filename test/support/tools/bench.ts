// npm run bench [-- name]: the name is part of a file's name.
import { spawn } from "node:child_process";
import { once } from "node:events";
import { basename } from "node:path";
import { builtFiles } from "../run/testFiles.ts";

const filter = process.argv[2] ?? "";
const files = builtFiles("bench", ".bench.mjs").filter((file) => basename(file).includes(filter));
if (files.length === 0) throw new Error(`There is no benchmark with "${filter}" in its name.`);

// One after the other, each in a process of its own: they must not disturb each other.
for (const file of files) {
  const child = spawn(process.execPath, ["--enable-source-maps", "--expose-gc", file], { stdio: "inherit" });
  const [code] = (await once(child, "exit")) as [number | null];
  if (code !== 0) process.exit(code ?? 1);
}
