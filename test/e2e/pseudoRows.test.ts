import assert from "node:assert/strict";
import { pseudoLanguage } from "../support/l10n/pseudoTexts.ts";
import { poll } from "../support/run/poll.ts";
import { tideClock } from "../../src/sandbox/demo/tideClock.ts";
import { times, unlocalized, usePseudoTexts } from "./support/pseudo.ts";
import { adaSecondToken, seed, startService, waitPassword } from "./support/service.ts";
import { testInWorkbench } from "./support/testInWorkbench.ts";
import type { TreeRow, TreeView } from "./support/treeView.ts";

const { paletteTitle, textOf, titleOf, trySandbox } = usePseudoTexts();

const { commits = [], comments = [], hooks = [], deployKeys = [], deployments = [] } = tideClock(String);

/** What the service sends of the demo's repository: names, and what people wrote. The longest comes first, since one may contain another. */
const data: readonly (string | RegExp)[] = [
  ...[
    ...commits.flatMap(({ message, branch, tag }) => [message, branch, tag]),
    ...comments.flatMap(({ body, path }) => [body, path]),
    ...hooks.flatMap(({ config, events = [] }) => [`web ${new URL(String(config.url)).host}`, events.join(", ")]),
    ...deployKeys.map(({ title }) => title),
    ...deployments.flatMap(({ ref, environment, description, task }) => [ref, environment, description, task]),
    "ada-finch",
    "tomas-berg",
    "lin-okafor",
    "June Park",
  ]
    .filter((text) => text !== undefined)
    .toSorted((one, other) => other.length - one.length),
  /\b[\da-f]{7}\b/,
  /\bSHA256:\S+/,
  /\bEd25519\b/,
  ...times,
];

/** The sections with what they have in them, and with nothing but the row that says so. */
const filled = [
  "Branches",
  "Tags",
  "Commits",
  "Contributors",
  "Languages",
  "Collaborators",
  "Stargazers",
  "Watchers",
  "Commit Comments",
  "Webhooks",
  "Deploy Keys",
  "Deployments",
];
const empty = ["Teams", "Forks"];

/** The rows below a row, which are loaded by then. */
const below = (tree: TreeView, label: string, level: number): Promise<readonly TreeRow[]> =>
  poll(
    async () => {
      const rows = await tree.rows();
      const after = rows.slice(rows.findIndex((row) => row.label === label && row.level === level) + 1);
      const end = after.findIndex((row) => row.level <= level);
      const own = end === -1 ? after : after.slice(0, end);
      return own.length > 0 && own;
    },
    { timeout: 30_000, what: `rows below ${label}` },
  );

testInWorkbench(
  "The rows of a repository, its webhooks, deploy keys and deployments show nothing but localized texts",
  { language: pseudoLanguage },
  async (workbench) => {
    await trySandbox(workbench);
    const tree = await workbench.tree(titleOf("view.repos")).open();
    await tree.waitRow("ada-finch/tide-clock");
    await workbench.tree(titleOf("view.gists")).fold();
    await workbench.tree(titleOf("view.accounts")).fold();
    await tree.expand("ada-finch/tide-clock");
    for (const section of [...filled, ...empty]) {
      const label = textOf(section);
      await tree.expand(label);
      const rows = await below(tree, label, 3);
      await workbench.screenshot(`pseudo-rows-${section.toLowerCase().replace(" ", "-")}`);
      assert.equal(rows.length > 1, filled.includes(section), `${section}: ${String(rows.length)}`);
      const texts = rows.flatMap((row) => [row.name, row.label, row.description]);
      assert.deepEqual(unlocalized(texts, data), [], section);
      await tree.collapse(label);
    }
  },
);

/** The words of the service, which are in its own language. */
const serverError = "Server Error";

/** State of the view → how the server answers then. */
const failures: Readonly<Record<string, () => Response>> = {
  error: () => Response.json({ message: serverError }, { status: 500 }),
  forbidden: () => Response.json({ message: "Forbidden" }, { status: 403 }),
  unreadable: () => new Response("<html>Sign in</html>", { headers: { "content-type": "text/html" } }),
  limited: () =>
    Response.json(
      { message: "API rate limit exceeded" },
      { status: 429, headers: { "retry-after": "600", "x-ratelimit-remaining": "0" } },
    ),
};

testInWorkbench(
  "The welcome texts of views that can't be read show nothing but localized texts",
  { language: pseudoLanguage },
  async (workbench) => {
    const { quickInput, toasts } = workbench;
    let fail: () => Response = () => Response.json([]);
    const answer = ({ url }: Request) => (url.includes("/gists") ? fail() : undefined);
    const service = await startService(seed, 0, { answer });
    try {
      await workbench.openContainer(titleOf("container.title"));
      await workbench.command(paletteTitle("forgeside.account.signIn"));
      await quickInput.waitOpen({ placeholder: textOf("Select a server to sign in to") });
      await quickInput.pick(textOf("Another server with a token"));
      await quickInput.waitOpen({ placeholder: "https://" });
      await quickInput.submit(service.url);
      await waitPassword(workbench);
      await quickInput.submit(adaSecondToken);
      const proceed = textOf("Press Enter to continue. Replace the token at any time to grant more permissions.");
      await quickInput.waitOpen({ placeholder: proceed });
      await quickInput.accept();
      const tree = await workbench.tree(titleOf("view.gists")).open();
      for (const [state, answerOf] of Object.entries(failures)) {
        fail = answerOf;
        await workbench.command(paletteTitle("forgeside.gist.refresh"));
        let shown: readonly string[];
        if (state === "error") {
          // The reason, and rows in place of buttons: VS Code shows no welcome text beside a message.
          const reason = tree.pane.locator(".message").filter({ hasText: serverError });
          await reason.waitFor();
          await tree.pane.locator(".monaco-list-row", { hasText: textOf("Try Again") }).waitFor();
          const rows = await tree.pane.locator(".monaco-list-row").allInnerTexts();
          shown = [(await reason.innerText()).replace(serverError, ""), ...rows];
        } else {
          const [sentence = ""] = titleOf(`welcome.gists.${state}`).split("\n");
          const content = tree.pane.locator(".welcome-view-content");
          await content.filter({ hasText: sentence }).waitFor();
          shown = await content.locator(":is(p, .button-container)").allInnerTexts();
        }
        await workbench.screenshot(`pseudo-welcome-${state}`);
        assert.ok(shown.length >= 2, shown.join());
        assert.deepEqual(unlocalized(shown), [], state);
        assert.deepEqual(unlocalized(await toasts.texts()), [], state);
      }
    } finally {
      await service.close();
    }
  },
);
