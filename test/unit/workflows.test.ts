import assert from "node:assert/strict";
import { readdirSync, readFileSync } from "node:fs";
import { describe, test } from "node:test";

const folder = ".github/workflows";
const workflows = readdirSync(folder).map((name) => [name, readFileSync(`${folder}/${name}`, "utf8")] as const);
const textOf = (name: string): string => workflows.find(([each]) => each === name)?.[1] ?? "";

describe("The workflows", () => {
  test("use actions by their major version, and only those of GitHub", () => {
    const used = workflows.flatMap(([, text]) =>
      [...text.matchAll(/uses: (\S+)/g)].map(([, action = ""]) => action),
    );
    assert.ok(used.length > 8);
    for (const action of used) assert.match(action, /^actions\/[\w-]+@v\d+$/);
  });

  test("may read the repository only; a job that makes a release may write", () => {
    for (const [name, text] of workflows) {
      assert.match(text, /^permissions:\n {2}contents: read\n/m, name);
      const writing = [...text.matchAll(/^ +[\w-]+: write$/gm)].map(([line]) => line.trim());
      assert.deepEqual(writing, name === "release.yml" ? ["contents: write"] : [], name);
      assert.doesNotMatch(text, /pull_request_target|write-all/, name);
    }
  });

  test("test on three systems, with the oldest and the newest Node", () => {
    const text = textOf("ci.yml");
    assert.match(text, /os: \[ubuntu-latest, macos-latest, windows-latest\]/);
    assert.match(text, /node: \[20, 24\]/);
    assert.match(text, /if: runner\.os == 'Linux'\n\s+run: npm test\n/);
    const { scripts } = JSON.parse(readFileSync("package.json", "utf8")) as {
      readonly scripts: Readonly<Record<string, string>>;
    };
    const others = /if: runner\.os != 'Linux'\n\s+run: (.+)\n/.exec(text)?.[1] ?? "";
    const names = [...others.matchAll(/npm run ([\w:]+)/g)].map(([, name = ""]) => name);
    assert.ok(names.includes("test:desktop"));
    for (const name of names) assert.ok(name in scripts, name);
  });

  test("release what was tested, on a tag, with a secret for each place", () => {
    const text = textOf("release.yml");
    assert.match(text, /^on:\n {2}push:\n {4}tags: \["v\*"\]\n/m);
    assert.ok(text.indexOf("run: npm test") < text.indexOf("run: npm run package"));
    const secrets = [...text.matchAll(/secrets\.(\w+)/g)].map(([, secret]) => secret);
    assert.deepEqual(secrets, ["VSCE_PAT", "OVSX_PAT"]);
    for (const command of ["vsce@3 publish", "ovsx@0 publish", "gh release create"])
      assert.ok(text.includes(command));
  });
});

test("The change log › has the headings of Keep a Changelog, each once in what is not published", () => {
  const headings = [...readFileSync("CHANGELOG.md", "utf8").matchAll(/^(#+) (.+)$/gm)].map(([line]) => line);
  assert.deepEqual(headings.slice(0, 2), ["# Changelog", "## [Unreleased]"]);
  const allowed =
    /^(# Changelog|## (\[Unreleased\]|\[\d+\.\d+\.\d+\] - \d{4}-\d\d-\d\d)|### (Added|Changed|Deprecated|Removed|Fixed|Security))$/;
  for (const heading of headings) assert.match(heading, allowed);
  const published = headings.findIndex((heading, index) => index > 1 && heading.startsWith("## "));
  const unreleased = headings.slice(2, published < 0 ? undefined : published);
  assert.equal(new Set(unreleased).size, unreleased.length);
});
