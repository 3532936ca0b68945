// npm run package [-- --update]
import { parseArgs } from "node:util";
import { packageVsix } from "../vscode/packageVsix.ts";

const { values } = parseArgs({ options: { update: { type: "boolean", default: false } } });
const { path, bytes, files, differences } = await packageVsix(values);
console.log(`${path}: ${files.length} files, ${bytes} bytes`);
if (differences.length > 0) {
  console.error(
    "The vsix does not hold the files that test/support/vsixFiles.txt lists (- missing, + not expected):\n" +
      `${differences.join("\n")}\nIf that is right: npm run package -- --update`,
  );
  process.exit(1);
}
