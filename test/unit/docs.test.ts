import assert from "node:assert/strict";
import { existsSync, readdirSync, readFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { test } from "node:test";
import { docsPictures, pictureFile, pictureThemes } from "../support/docsPictures.ts";
import { docsTables } from "../support/contributions/docsTables.ts";
import { tables } from "../support/contributions/tables.ts";
import { unwantedWords } from "../support/language/unwantedWords.ts";
import { permissionTable } from "../support/permissionTable.ts";
import { readTable, withTable } from "../support/docsTable.ts";

const docsPages = (): readonly string[] => [
  ...readdirSync("docs").flatMap((name) => (name.endsWith(".md") ? [`docs/${name}`] : [])),
  "README.md",
  "SECURITY.md",
  "SUPPORT.md",
  "CONTRIBUTING.md",
  "CHANGELOG.md",
];

const picturesOf = (page: string): readonly string[] =>
  [
    ...readFileSync(page, "utf8").matchAll(/!\[[^\]]*\]\(([^)\s]+)\)|<img[^>]+src="([^"]+)"|srcset="([^"]+)"/g),
  ].map(([, inMarkdown, inHtml, inSource]) => join(dirname(page), inMarkdown ?? inHtml ?? inSource ?? ""));

test("the docs › have the pictures that the journeys take, in light and dark, and no others", () => {
  const taken = docsPictures.flatMap(({ name }) => pictureThemes.map((theme) => pictureFile(name, theme)));
  const shown = new Set(docsPages().flatMap(picturesOf));
  assert.deepEqual([...shown].toSorted(), taken.toSorted());
  assert.deepEqual(
    readdirSync("docs/pictures")
      .map((name) => `docs/pictures/${name}`)
      .toSorted(),
    taken.toSorted(),
  );
  // The package has their addresses only.
  const packed = readFileSync("test/support/vsixFiles.txt", "utf8").split("\n");
  assert.deepEqual(
    packed.filter((file) => taken.includes(file)),
    [],
  );
});

test("the docs › have pictures whose journey and screenshots are in test/e2e", () => {
  const journeys = readdirSync("test/e2e")
    .filter((name) => name.endsWith(".test.ts"))
    .flatMap((name) =>
      readFileSync(`test/e2e/${name}`, "utf8")
        .split(/^testInWorkbench\(/m)
        .slice(1),
    );
  const missing = docsPictures.flatMap(({ name, journey, shots }) => {
    const source = journeys.find((each) => each.trimStart().startsWith(`${JSON.stringify(journey)},`));
    if (source === undefined) return [`${name}: ${journey}`];
    return shots.flatMap((shot) => (source.includes(`.screenshot("${shot}")`) ? [] : [`${name}: ${shot}`]));
  });
  assert.ok(journeys.length > 50, String(journeys.length));
  assert.deepEqual(missing, []);
});

test("the README › is short enough to be read, and has the two commands for developers", () => {
  const readme = readFileSync("README.md", "utf8");
  assert.ok(readme.split("\n").length <= 150);
  for (const command of ["npm ci && npm start", "npm ci && npm test"])
    assert.ok(readme.includes(`\n${command}\n`));
});

test("the docs › lead to pages and headings that are there", () => {
  const anchorOf = (heading: string): string =>
    heading
      .toLowerCase()
      .replaceAll(/[^\p{L}\p{N} -]/gu, "")
      .replaceAll(" ", "-");
  for (const page of docsPages())
    for (const [, target = ""] of readFileSync(page, "utf8").matchAll(/\]\(([^)\s]+)\)/g)) {
      if (/^[a-z]+:/.test(target)) continue;
      const [path = "", anchor] = target.split("#");
      const file = path === "" ? page : join(dirname(page), path);
      assert.ok(existsSync(file), `${page}: ${target}`);
      if (anchor === undefined) continue;
      const headings = [...readFileSync(file, "utf8").matchAll(/^#+ (.+)$/gm)].map(([, text = ""]) =>
        anchorOf(text),
      );
      assert.ok(headings.includes(anchor), `${page}: ${target}`);
    }
});

test("the docs › show what each feature needs, as the operations' rows say", () => {
  const page = readFileSync("docs/accounts.md", "utf8");
  const written = "node esbuild.mjs --tools && node out/tools/permissionTable.mjs && npm run format writes it";
  assert.deepEqual(readTable(page, "permissions"), permissionTable(), written);
  assert.deepEqual(readTable(withTable(page, "permissions", permissionTable()), "permissions"), permissionTable());
});

test("the docs › list the commands and settings as the tables of contributions do", () => {
  for (const [name, table] of Object.entries(docsTables(tables)))
    assert.deepEqual(
      readTable(readFileSync(`docs/${name}.md`, "utf8"), name),
      table,
      "npm run contributions writes it",
    );
});

test("the docs › name the narrowest scopes of webhooks and gists", () => {
  const rows = new Map(permissionTable().map(([name, ...cells]) => [name, cells]));
  assert.deepEqual(rows.get("Webhooks"), ["`admin:repo_hook`", "`admin:repo_hook`", "`repository_hooks: write`"]);
  assert.deepEqual(rows.get("Gists"), ["`gist`", "`gist`", "`gists: write`"]);
});

const nls = JSON.parse(readFileSync("package.nls.json", "utf8")) as Readonly<Record<string, string>>;
const withoutDots = (text: string): string => text.replace(/(\.{3}|…)$/, "");

/** Pages for users. The change log has former titles, too. */
const userPages = (): readonly string[] =>
  docsPages().filter((page) => !/CONTRIBUTING|CHANGELOG|performance/.test(page));

/** Without code, targets of links and tags. */
const proseOf = (markdown: string): string =>
  markdown.replaceAll(/^```[^]*?^```|`[^`]*`|\]\([^)]*\)|<[^>]*>/gm, "``");

test("the docs › use the words of the texts on screen", () => {
  const found = userPages().flatMap((page) =>
    unwantedWords.flatMap(([pattern, instead]) =>
      proseOf(readFileSync(page, "utf8"))
        .split("\n")
        .filter((line) => pattern.test(line))
        .map((line) => `${page}: ${line.replaceAll(/ {2,}/g, " ")}: ${instead}`),
    ),
  );
  assert.deepEqual(found, []);
});

test("the docs › name commands, views and buttons as they are called", () => {
  const titles = new Set(
    [
      ...Object.values(nls),
      ...Object.keys(JSON.parse(readFileSync("l10n/bundle.l10n.de.json", "utf8")) as object),
      // Of VS Code.
      "Save without Formatting",
    ].map(withoutDots),
  );
  let count = 0;
  for (const page of userPages())
    for (const [, bold = ""] of readFileSync(page, "utf8").matchAll(/(?<!\*)\*\*([^*[\]]+)\*\*/g)) {
      const name = bold.replaceAll(/\s+/g, " ").replace(/^Forgeside: /, "");
      // What begins a paragraph.
      if (/^(A token|Permissions\.|Report a vulnerability|Forgeside:)$/.test(name)) continue;
      assert.ok(titles.has(withoutDots(name)), `${page}: ${name}`);
      count++;
    }
  assert.ok(count > 50);
});

test("the docs › name settings that there are, and the README the keys that are bound", () => {
  const { configuration, keybindings } = (
    JSON.parse(readFileSync("package.json", "utf8")) as {
      readonly contributes: {
        readonly configuration: readonly { readonly properties: object }[];
        readonly keybindings: readonly { readonly command: string; readonly key: string }[];
      };
    }
  ).contributes;
  const settings = new Set(configuration.flatMap(({ properties }) => Object.keys(properties)));
  for (const page of userPages())
    for (const [, id = ""] of readFileSync(page, "utf8").matchAll(/`(forgeside\.[\w.]+)`/g))
      assert.ok(settings.has(id), `${page}: ${id}`);
  const bound = keybindings
    .filter(({ command }) => !command.startsWith("forgeside.row."))
    .map(({ command, key }) => `${key} ${withoutDots(nls[command] ?? "")}`.toLowerCase());
  const rows = [...readFileSync("README.md", "utf8").matchAll(/^\| (Ctrl\+\S+ \S+) \| (.+?) +\|$/gm)];
  assert.deepEqual(
    rows.map(([, key, title]) => `${key} ${title}`.toLowerCase()),
    bound,
  );
});
