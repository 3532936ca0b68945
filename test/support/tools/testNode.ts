// npm run test:unit [-- path or name ...], and test:contract, test:faults: parts of paths and names, see selectTests.ts.
import { availableParallelism } from "node:os";
import { runNodeTests } from "../run/nodeTests.ts";
import { forgetResult, writeResult } from "../run/results.ts";
import { selectOrExit } from "../run/selectTests.ts";
import { builtFile } from "../run/testFiles.ts";

const [kind, ...wanted] = process.argv.slice(2);
if (kind !== "unit" && kind !== "contract" && kind !== "faults")
  throw new Error("Say which tests: unit, contract or faults.");

forgetResult(kind);
const { files, names } = selectOrExit(kind, wanted);
const result = await runNodeTests({
  stage: kind,
  files: files.map((file) => builtFile(kind, file)),
  concurrency: availableParallelism(),
  testNames: names,
});
writeResult(result);
process.exit(result.failed === 0 ? 0 : 1);
