// npm test: every stage, even after one has failed; the last line is the sum.
import { join } from "node:path";
import { startChild } from "../run/childProcess.ts";
import { npm } from "../run/npm.ts";
import { outFolder, projectRoot } from "../run/projectPaths.ts";
import { type StageResult, forgetResult, readResult, secondsSince, writeResult } from "../run/results.ts";
import { ensureBrowser } from "../vscode/browser.ts";
import { installVscode, newestVscode, oldestVscode, vscodeVersions } from "../vscode/install.ts";
import { packageVsix } from "../vscode/packageVsix.ts";

/** Milliseconds after which a stage is ended and has failed. */
const stageLimit = 120 * 60_000;

/** Journeys through what VS Code has changed most between the two: JSON schemas, webviews, modal dialogs, comments. */
const onOldestToo = ["deployments", "guard", "hooks", "keys"];

/**
 * Host tests that run in the newest VS Code on Node only, and each night in the oldest and in the worker, too: of what the
 * extension asks the service, of its texts and its models, where VS Code shows a picker, a message or a row as in the tests
 * that run everywhere. What runs everywhere is each way in which the extension and VS Code meet: trees, documents and their
 * saves, editors, comments, notebooks, storage, starts, sign-in.
 */
const newestOnNodeOnly = [
  "activityFailures",
  "activityFeeds",
  "activityNews",
  "appLinks",
  "authorizations",
  "basicAuth",
  "branches",
  "commitConversation",
  "commitRows",
  "commitWaits",
  "conflictTexts",
  "countTexts",
  "deleteFiles",
  "deployments",
  "differenceAddresses",
  "doctor",
  "editRows",
  "errorTexts",
  "gistHistory",
  "gistRestore",
  "hookAnswers",
  "hookDeletions",
  "hookSafety",
  "hooks",
  "insights",
  "keyFailures",
  "keys",
  "largeLists",
  "links",
  "linksInConflict",
  "listenPort",
  "longDescriptions",
  "nextSteps",
  "openGist",
  "openRepository",
  "operationWalk",
  "operations",
  "permissionWalk",
  "permissions",
  "protectedBranches",
  "publishAll",
  "recreate",
  "refusedToken",
  "repeatedCreate",
  "repoDownloads",
  "repoFileCommands",
  "repoManage",
  "repos",
  "search",
  "searchRenewal",
  "service",
  "shareElsewhere",
  "shareMore",
  "signOut",
  "slowServer",
  "snippets",
  "staleRows",
  "statusTexts",
  "storedChanges",
  "switchFromAnonymous",
  "transfer",
  "trash",
  "twoAddresses",
  "undoShare",
  "unsentSaves",
];

/** In the worker of the oldest: what may differ there, which is how VS Code for the Web stores, signs in and saves. */
const inOldestWorker = ["drafts", "fileSystemRefusals", "gistCommands", "sharedState", "signInWays", "repoFiles"];

const heading = (stage: string): void => console.log(`\n=== ${stage}`);

const crashed = (stage: string, start: number): StageResult => ({
  stage,
  passed: 0,
  failed: 1,
  skipped: 0,
  seconds: secondsSince(start),
  failures: ["It did not come to its end."],
});

/** A stage of its own process, which leaves its result in out/results/. Its output is printed when it has ended. */
const runTool = async (stage: string, tool: string, args: readonly string[]): Promise<StageResult> => {
  console.log(`... ${stage}`);
  forgetResult(stage);
  const start = performance.now();
  const child = startChild(process.execPath, [join(outFolder, "tools", `${tool}.mjs`), ...args], {
    cwd: projectRoot,
    env: process.stdout.isTTY ? { FORCE_COLOR: "1" } : {},
    timeout: stageLimit,
  });
  const { code, output, timedOut } = await child.ended;
  heading(stage);
  process.stdout.write(output);
  const result = readResult(stage);
  if (timedOut) console.error(`${stage} took longer than ${stageLimit / 60_000} minutes.`);
  if (result === undefined || timedOut) return crashed(stage, start);
  if (code === 0 || result.failed > 0) return { ...result, seconds: secondsSince(start) };
  return { ...crashed(stage, start), passed: result.passed, seconds: secondsSince(start) };
};

const runChecks = async (): Promise<StageResult> => {
  heading("check");
  const start = performance.now();
  const checks = ["check:types", "check:lint", "check:format", "check:unused", "check:language"];
  const outcomes = await Promise.all(
    checks.map(async (check) => {
      const child = startChild(npm, ["run", "--silent", check], { cwd: projectRoot, timeout: stageLimit });
      const { code, output } = await child.ended;
      console.log(code === 0 ? `  ✔ ${check}` : `  ✖ ${check}\n${output}`);
      return code === 0 ? [] : [check];
    }),
  );
  const failures = outcomes.flat();
  const failed = failures.length;
  return {
    stage: "check",
    passed: checks.length - failed,
    failed,
    skipped: 0,
    seconds: secondsSince(start),
    failures,
  };
};

/** The packaged extension, which the journeys install; undefined when it could not be packaged. */
let vsix: string | undefined;

const runPackage = async (): Promise<StageResult> => {
  heading("package");
  const start = performance.now();
  try {
    const { bytes, differences, path } = await packageVsix();
    vsix = path;
    const passed = differences.length === 0;
    console.log(passed ? `  ✔ the vsix (${bytes} bytes) holds what it should` : differences.join("\n"));
    return {
      ...crashed("package", start),
      passed: passed ? 1 : 0,
      failed: differences.length,
      failures: differences,
    };
  } catch (error) {
    console.error(error);
    return crashed("package", start);
  }
};

const printTable = (results: readonly StageResult[]): void => {
  console.log(
    `\n${"stage".padEnd(16)}${["passed", "failed", "skipped", "seconds"].map((name) => name.padStart(9)).join("")}`,
  );
  for (const { stage, passed, failed, skipped, seconds } of results) {
    const cells = [String(passed), String(failed), String(skipped), seconds.toFixed(1)];
    console.log(`${stage.padEnd(16)}${cells.map((cell) => cell.padStart(9)).join("")}`);
  }
};

// What is missing downloads while the first stages run; if that fails, the stage that needs it says why.
const downloads = Promise.allSettled([
  (async () => {
    for (const version of vscodeVersions) await installVscode(version);
  })(),
  ensureBrowser(),
]);

const first = [await runChecks(), await runPackage()];
for (const result of first) writeResult(result);
const packaged = vsix === undefined ? [] : ["--vsix", vsix];

type Stage = () => Promise<StageResult>;
const node: readonly Stage[] = ["unit", "contract", "faults"].map(
  (kind) => () => runTool(kind, "testNode", [kind]),
);
const withoutNodeOnly = ["--without", newestOnNodeOnly.join(",")];
const host = vscodeVersions.map((version): Stage => async () => {
  await downloads;
  return runTool(`host-${version}`, "testHost", [
    "--version",
    version,
    ...(version === oldestVscode ? withoutNodeOnly : []),
  ]);
});
const journeys =
  (version: string, ...files: readonly string[]): Stage =>
  async () => {
    await downloads;
    return runTool(`e2e-${version}`, "testE2e", ["--version", version, ...packaged, ...files]);
  };

const web =
  (version: string, ...wanted: readonly string[]): Stage =>
  async () => {
    await downloads;
    return runTool(`web-${version}`, "testWeb", ["--version", version, ...wanted]);
  };

/** The stages in their order, so many of them at a time. */
const runStages = async (stages: readonly Stage[], atATime: number): Promise<readonly StageResult[]> => {
  const ended: StageResult[] = [];
  const left = stages.entries();
  const work = async (): Promise<void> => {
    for (const [index, stage] of left) ended[index] = await stage();
  };
  await Promise.all(Array.from({ length: atATime }, work));
  return ended;
};
const nodeResults = await runStages(node, 1);
// Two side by side, the longest first: a VS Code under test waits most of its time.
const vscodeResults = await runStages(
  [
    journeys(newestVscode),
    ...host.toReversed(),
    web(newestVscode, ...withoutNodeOnly),
    web(oldestVscode, ...inOldestWorker),
    journeys(oldestVscode, ...onOldestToo),
  ],
  2,
);
const results = [...first, ...nodeResults, ...vscodeResults];

printTable(results);
const sum = (pick: (result: StageResult) => number): number =>
  results.reduce((total, result) => total + pick(result), 0);
const failed = sum((result) => result.failed);
for (const { stage, failures } of results)
  for (const failure of failures ?? []) console.log(`Failed: ${stage}: ${failure}`);
const unstable = results.flatMap((result) => (result.unstable ?? []).map((name) => `${result.stage}: ${name}`));
for (const name of unstable) console.log(`Unstable: ${name}`);
console.log(`${unstable.length} unstable`);
console.log(`${sum((result) => result.passed)} passed, ${failed} failed`);
process.exitCode = failed === 0 ? 0 : 1;
