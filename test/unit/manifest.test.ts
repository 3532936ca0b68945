import assert from "node:assert/strict";
import { existsSync, readdirSync, readFileSync } from "node:fs";
import { describe, test } from "node:test";
import * as ids from "../../src/ids.ts";
import { manifestText, readContributions, rowMenuItems } from "../support/readContributions.ts";

const text = manifestText();
const manifest = readContributions();
const nls = JSON.parse(readFileSync("package.nls.json", "utf8")) as Readonly<Record<string, string>>;
const { contributes } = manifest;
const menuItems = Object.entries(contributes.menus).flatMap(([menu, items]) =>
  items.filter((item) => !("submenu" in item)).map((item) => ({ menu, ...item })),
);
const commandTables = new Map(
  Object.entries(ids).flatMap(([name, table]): readonly (readonly [string, Readonly<Record<string, string>>])[] =>
    name.endsWith("Commands") && typeof table === "object" && !Array.isArray(table)
      ? [[name, table as Readonly<Record<string, string>>]]
      : [],
  ),
);
const commandIds: readonly string[] = [...commandTables.values()].flatMap((table) => Object.values(table));
const sources = readdirSync("src", { recursive: true })
  .map(String)
  .filter((file) => file.endsWith(".ts"))
  .map((file) => ({ file: file.replaceAll("\\", "/"), source: readFileSync(`src/${file}`, "utf8") }));
/** They end something at the service or here. */
const asking: readonly string[] = commandIds.filter((id) =>
  /delete|discard|forgetDeleted|signOut|revert/i.test(id),
);
const whens = [
  ...menuItems.map(({ when }) => when),
  ...contributes.keybindings.map(({ when }) => when),
  ...contributes.viewsWelcome.map(({ when }) => when),
].filter((when) => when !== undefined);

describe("package.json and the code", () => {
  test("give VS Code addresses of schemas that it takes, which begin with a scheme and three slashes or are those of its files", () => {
    for (const { url } of contributes.jsonValidation) {
      const schemes = [ids.operationTextScheme, ids.schemaScheme];
      const isOfDocument = schemes.some((scheme) => url.startsWith(`${scheme}:///`));
      assert.ok(isOfDocument || existsSync(url), url);
    }
  });

  test("name in menus, keys and welcome texts only commands that there are", () => {
    const linked = Object.values(nls).flatMap((entry) =>
      [...entry.matchAll(/\(command:([\w.]+)\)/g)].map(([, id = ""]) => id),
    );
    for (const id of [
      ...menuItems.map(({ command }) => command),
      ...contributes.keybindings.map(({ command }) => command),
      ...linked,
    ])
      assert.ok(commandIds.includes(id), id);
    const helps = Object.values(contributes.views).flatMap((views) =>
      views.map(({ accessibilityHelpContent: key }) => nls[key.slice(1, -1)] ?? ""),
    );
    assert.equal(helps.length, Object.keys(ids.views).length);
    for (const help of helps) {
      const keys = [...help.matchAll(/<keybinding:([^>]+)>/g)].map(([, id = ""]) => id);
      assert.ok(help.length > 200 && keys.length > 0, help);
      for (const id of keys) assert.ok(commandIds.includes(id), id);
    }
    for (const { view } of contributes.viewsWelcome)
      assert.ok(Object.values(ids.views).includes(view as ids.ViewId), view);
  });

  test("use every command somewhere: in the palette, a menu or a welcome text", () => {
    const hidden = (contributes.menus["commandPalette"] ?? []).filter(({ when }) => when === "false");
    const inMenus = menuItems.filter(({ menu }) => menu !== "commandPalette").map(({ command }) => command);
    // Some run when a row is clicked, such as those that continue a list.
    const ofRows = sources.flatMap(({ source }) =>
      [...source.matchAll(/\bcommand: (\w+Commands)\.(\w+)/g)].map(
        ([, table = "", key = ""]) => commandTables.get(table)?.[key],
      ),
    );
    const withKeys = contributes.keybindings.map(({ command }) => command);
    assert.ok(hidden.length > 0);
    for (const { command } of hidden)
      assert.ok(
        inMenus.includes(command) || ofRows.includes(command) || withKeys.includes(command),
        `${command} cannot be run`,
      );
    for (const id of [ids.commentCommands.show, ids.commentCommands.refresh]) assert.ok(inMenus.includes(id), id);
  });

  test("open each submenu somewhere, with more than one entry", () => {
    const opened = Object.values(contributes.menus).flatMap((items) =>
      items.flatMap((item) => ("submenu" in item ? [String(item.submenu)] : [])),
    );
    assert.deepEqual(opened.toSorted(), contributes.submenus.map(({ id }) => id).toSorted());
    for (const { id } of contributes.submenus) assert.ok((contributes.menus[id] ?? []).length > 1, id);
  });

  test("know the context keys and context values of the when clauses", () => {
    const known = [
      ...Object.values(ids.contextKeys),
      "view",
      "viewItem",
      "listMultiSelection",
      "editorHasSelection",
      "editorTextFocus",
      "editorReadonly",
      "editorLangId",
      "editorIsOpen",
      "activeEditorIsDirty",
      "workspaceFolderCount",
      "resource",
      "resourceScheme",
      "resourcePath",
      "resourceExtname",
      "resourceFilename",
      "isFileSystemResource",
      "in",
      "not",
      "explorerResourceIsFolder",
      "focusedView",
      "listMultiSelection",
      "listFocus",
      "inputFocus",
      "treestickyScrollFocused",
      "treeElementCanExpand",
      "treeElementCanCollapse",
      "terminalFocus",
      "terminalTextSelected",
      "terminalCount",
      "activeEditor",
      "gitOpenRepositoryCount",
      "scmProvider",
      "commentController",
      "commentThread",
      "comment",
      "commentIsEmpty",
    ];
    const kinds = sources.flatMap(({ source }) =>
      [...source.matchAll(/contextValue\("(\w+)"/g)].map(([, kind = ""]) => kind),
    );
    const flags = [
      "failed",
      "conflict",
      "protected",
      "followed",
      "own",
      "public",
      "added",
      "opened",
      "admin",
      "watched",
      "commits",
      "comments",
      "collaborators",
      "branches",
      "downloads",
      "symlink",
      "submodule",
      "branch",
      "changeable",
      "top",
      "narrowed",
      "mine",
      "foreign",
      "deletable",
      "starred",
      "single",
      "active",
      "inactive",
      "token",
      "conflict",
      "forkable",
      "target",
      "first",
      "last",
      "payload",
      "open",
      "named",
      "current",
    ];
    for (const when of whens) {
      const regexes = [...when.matchAll(/=~ (\/.*?\/)(?=\s|\)|$)/g)].map(([, regex = ""]) => regex);
      const plain = regexes.reduce((rest, regex) => rest.replace(regex, ""), when);
      for (const [key] of plain.matchAll(/[a-zA-Z][\w.-]*/g)) {
        const values = [
          ...Object.values(ids.views),
          ids.gistScheme,
          ids.repoScheme,
          ids.gistSideScheme,
          ids.hookScheme,
          ids.payloadScheme,
          ids.operationScheme,
          ids.operationTextScheme,
          ids.conversationScheme,
          ids.commitConversationScheme,
          ids.commentsController,
          "file",
          "untitled",
          "multi-diff-editor",
          "new.hook.json",
          "http",
          "workbench.editor.notebook",
          "workbench.editor.interactive",
          "workbench.editor.repl",
          "git",
          "signedOut",
          "empty",
          "offline",
          "limited",
          "noToken",
          "refused",
          "unreadable",
          "forbidden",
          "notOffered",
          "notStarted",
          "error",
          "loading",
          "ready",
          "false",
        ];
        assert.ok(known.includes(key as never) || values.includes(key), `${key} in ${when}`);
      }
      // An address of the active editor; the others are context values.
      for (const regex of regexes.filter((each) => !when.includes(`resource =~ ${each}`))) {
        assert.match(regex, /^\/\^/, `not anchored: ${regex}`);
        const [kind = "", ...rest] = (regex.match(/[a-zA-Z]+/g) ?? []) as string[];
        assert.ok(kinds.includes(kind), `${kind} in ${regex}`);
        for (const word of rest) assert.ok(flags.includes(word) || kinds.includes(word), `${word} in ${regex}`);
      }
      assert.ok(!when.includes("!~"), `VS Code has no operator !~: ${when}`);
    }
  });

  test("have a text for every key, and a key for every text", () => {
    const used = [...text.matchAll(/%([\w.]+)%/g)].map(([, key = ""]) => key);
    assert.deepEqual([...new Set(used)].toSorted(), Object.keys(nls).toSorted());
    for (const { title, category } of contributes.commands) {
      assert.match(title, /^%.+%$/);
      assert.equal(category, "Forgeside");
    }
  });
});

describe("the manifest", () => {
  test("asks for the VS Code whose types are used", () => {
    assert.equal(manifest.engines.vscode, `^${manifest.devDependencies["@types/vscode"]}`);
  });

  test("has no dependency at run time: everything is bundled", () => {
    assert.equal(manifest.dependencies, undefined);
  });

  test("puts three dots behind each command that deletes: it asks first", () => {
    for (const command of asking) assert.match(nls[command] ?? "", /\.\.\.$/, command);
  });

  test("repeats each inline action in the row's menu, and has at most two per row", () => {
    const rows = rowMenuItems(manifest).filter(({ when }) => when);
    const inline = rows.filter(({ group }) => group?.startsWith("inline"));
    assert.ok(inline.length > 0);
    for (const { command, when } of inline) {
      const repeated = rows.some(
        (row) =>
          row.command === command &&
          row.when?.replace(" && !listMultiSelection", "") === when &&
          !row.group?.startsWith("inline"),
      );
      assert.ok(repeated, `${command} when ${when ?? ""}`);
    }
    const slots = new Map<string, Set<string>>();
    for (const { when = "", group = "" } of inline) {
      const kind = /viewItem =~ \/\^\(?(\w+)/.exec(when)?.[1] ?? when;
      slots.set(kind, (slots.get(kind) ?? new Set()).add(group));
    }
    assert.ok(slots.size > 1);
    for (const [kind, groups] of slots) assert.ok(groups.size <= 2, `${kind} has ${groups.size}`);
  });

  test("has one button in all views of a signed-out user, in the first one; the others have links in sentences", () => {
    const isSignedOut = (when: string): boolean => when.endsWith("== signedOut");
    const texts = contributes.viewsWelcome.filter(({ when }) => isSignedOut(when));
    assert.equal(texts.length, Object.keys(ids.views).length);
    const linesOf = (contents: string): readonly string[] => (nls[contents.slice(1, -1)] ?? "").split("\n");
    // VS Code shows a line that is nothing but a link as a button.
    const buttons = texts.flatMap(({ view, contents }) =>
      linesOf(contents).flatMap((line) => (/^\[[^\]]*\]\([^)]*\)$/.test(line) ? [[view, line]] : [])),
    );
    assert.deepEqual(buttons, [[ids.views.gists, `[Sign In](command:${ids.accountCommands.signIn})`]]);
    for (const { view, contents } of texts)
      assert.ok(
        linesOf(contents).some((line) => line.includes(ids.accountCommands.signIn)),
        view,
      );
  });

  test("works without trust and without a disk", () => {
    assert.equal(manifest.capabilities.virtualWorkspaces, true);
    assert.equal(manifest.capabilities.untrustedWorkspaces.supported, "limited");
  });
});

describe("before an account is signed in", () => {
  const isForAccounts = (when = ""): boolean => when.includes(ids.contextKeys.signedIn);

  test("the palette lists at most 15 commands, with those of VS Code that focus our views", () => {
    const entries = new Map(
      (manifest.contributes.menus["commandPalette"] ?? []).map(({ command, when }) => [command, when]),
    );
    const listed = manifest.contributes.commands
      .map(({ command }) => command)
      .filter((command) => entries.get(command) !== "false" && !isForAccounts(entries.get(command)));
    const focusing = Object.keys(ids.views).length;
    assert.ok(listed.length > 5 && listed.length + focusing <= 15, listed.join("\n"));
  });

  test("menus of editors, the explorer and terminals have nothing but what shares", () => {
    const menus = [
      "forgeside.editorMenu",
      "editor/title",
      "forgeside.tabMenu",
      "forgeside.explorerMenu",
      "terminal/context",
      "editor/lineNumber/context",
      "file/newFile",
    ];
    const commands = menus.flatMap((menu) =>
      (manifest.contributes.menus[menu] ?? [])
        .filter(({ when }) => !isForAccounts(when))
        .map(({ command }) => command),
    );
    assert.ok(commands.length > 0);
    for (const command of commands) assert.match(command ?? "", /\.share|guard\.scanEditor/);
  });
});

describe("the house rules", () => {
  const found = (pattern: RegExp): readonly string[] =>
    sources.filter(({ source }) => pattern.test(source)).map(({ file }) => file);

  test("only ui/showError.ts shows an error message, and features/startFailures.ts where nothing else could be loaded", () => {
    assert.deepEqual(found(/showErrorMessage\(/), ["features/startFailures.ts", "ui/showError.ts"]);
  });

  test("only ui/unsavedText.ts takes a document for saved because VS Code says so", () => {
    assert.deepEqual(found(/(document|draft|editor)\??\.isDirty/i), ["ui/unsavedText.ts"]);
    // Tabs and notebooks.
    assert.deepEqual(found(/\(\{[^{}]*\bisDirty\b/), ["ui/openDocument.ts", "ui/tabs.ts"]);
  });

  test("only the buttons of errors in ui/errorButtons.ts call commands of ours", () => {
    const call = /executeCommand(<[^<>]*>)?\(\s*(["'`]forgeside|\w*[cC]ommands\.(?!executeCommand))/;
    assert.deepEqual(found(call), ["ui/errorButtons.ts"]);
  });

  test("no Markdown from the service is trusted, no HTML is made", () => {
    assert.deepEqual(found(/(?<!workspace\.)isTrusted|supportHtml/), []);
    assert.deepEqual(found(/MarkdownString\(/), ["comments/commentView.ts"]);
  });

  test("texts for people go through the translation", () => {
    const untranslated =
      /(showInformationMessage|showWarningMessage|showErrorMessage|setStatusBarMessage|UserError)\(\s*["'`]/;
    assert.deepEqual(found(untranslated), []);
  });

  test("only server addresses and the standalone client name the service's public hosts", () => {
    const hosts = /(?<!docs\.)github\.com|githubusercontent\.com|github\.dev|github\.io/;
    assert.deepEqual(found(hosts), ["accounts/serverAddress.ts", "client/standalone.ts"]);
  });

  test("only the transport talks to the network, only the receiver of hooks listens, and nothing changes how certificates are checked", () => {
    const asking = found(/from "node-fetch"|from "(node:)?https?"|(?<![.\w])fetch\(/);
    assert.deepEqual(
      asking.filter((file) => !file.startsWith("sandbox/")),
      ["client/browserTransport.ts", "client/nodeTransport.ts", "hooks/listen/receiver.ts"],
    );
    assert.deepEqual(found(/rejectUnauthorized|NODE_TLS_REJECT|checkServerIdentity|strictSSL/), []);
  });

  test("no other program is started: nothing of ours is in its arguments or its environment", () => {
    assert.deepEqual(found(/child_process|createTerminal\(/), []);
    // Read for the doctor: which proxy is set.
    assert.deepEqual(found(/process\.env/), ["features/nodePlatform.ts"]);
  });

  test("only the loader of VS Code for the Web makes code of texts", () => {
    assert.deepEqual(found(/new Function\(|(?<![.\w])eval\(/), ["web/files.ts"]);
  });

  test("only extension.ts starts features", () => {
    const outside = found(/"(\.\.?\/)+(extension\.ts|features\/)/).filter((file) => !file.startsWith("features/"));
    assert.deepEqual(outside, ["extension.ts"]);
  });
});
