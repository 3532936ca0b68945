// npm run test:unit [-- name], and test:contract, test:faults: the name is part of a file's or a test's name.
import { availableParallelism } from "node:os";
import { basename } from "node:path";
import { runNodeTests } from "../run/nodeTests.ts";
import { forgetResult, writeResult } from "../run/results.ts";
import { builtFiles } from "../run/testFiles.ts";

const [kind, filter] = process.argv.slice(2);
if (kind !== "unit" && kind !== "contract" && kind !== "faults")
  throw new Error("Say which tests: unit, contract or faults.");

forgetResult(kind);
const all = builtFiles(kind, ".test.mjs");
const named = filter === undefined ? all : all.filter((file) => basename(file).includes(filter));
const result = await runNodeTests({
  stage: kind,
  files: named.length > 0 ? named : all,
  concurrency: availableParallelism(),
  ...(named.length > 0 ? {} : { testName: filter }),
});
writeResult(result);
process.exit(result.failed === 0 ? 0 : 1);
