import assert from "node:assert/strict";
import { commands } from "vscode";
import { showReason } from "../../src/accounts/nodes.ts";
import { fieldsOf } from "../../src/base/fieldsOf.ts";
import {
  activityCommands,
  contextKeys,
  gistCommands,
  logCommands,
  repoCommands,
  serviceCommands,
  views,
} from "../../src/ids.ts";
import { eventually } from "../support/eventually.ts";
import { hearCommands } from "./support/heardCommands.ts";
import { toolsSeed } from "./support/repoTools.ts";
import { manifest } from "./support/menus.ts";
import { tokens } from "./support/seeds.ts";
import { signIn, useSession } from "./support/session.ts";

interface ViewTest {
  readonly tree: "activity" | "gists" | "repos";
  readonly view: string;
  readonly key: string;
  readonly refresh: string;
}

const viewTests: readonly ViewTest[] = [
  { tree: "gists", view: views.gists, key: contextKeys.gistsState, refresh: gistCommands.refresh },
  { tree: "repos", view: views.repos, key: contextKeys.reposState, refresh: repoCommands.refresh },
  { tree: "activity", view: views.activity, key: contextKeys.activityState, refresh: activityCommands.refresh },
];

const signedOutViews = [
  { tree: "service", key: contextKeys.serviceState },
  { tree: "accounts", key: contextKeys.accountsState },
] as const;

const inAnHour = (): string => String(Math.floor(Date.now() / 1000) + 3600);

const answers: Readonly<Record<string, () => Response>> = {
  limited: () =>
    Response.json(
      { message: "API rate limit exceeded" },
      {
        status: 403,
        headers: { "x-ratelimit-limit": "60", "x-ratelimit-remaining": "0", "x-ratelimit-reset": inAnHour() },
      },
    ),
  refused: () => Response.json({ message: "Bad credentials" }, { status: 401 }),
  forbidden: () => Response.json({ message: "Not for you](command:x)" }, { status: 403 }),
  unreadable: () => new Response("<p>Sign in to this network", { headers: { "content-type": "text/html" } }),
};

describe("A view without rows", () => {
  const session = useSession({ seed: toolsSeed });
  const states = new Map<string, unknown>();
  let restore: (() => void) | undefined;
  before(() => {
    restore = hearCommands((id, key, state) => {
      if (id === "setContext") states.set(String(key), state);
    });
  });
  after(() => restore?.());
  const rows = async ({ tree }: ViewTest): Promise<readonly unknown[]> => session.parts.trees[tree].getChildren();

  for (const each of viewTests) {
    for (const [state, answer] of Object.entries(answers)) {
      it(`${each.tree}: ${state} has a text and a button; rows come back once it can be read`, async () => {
        session.forge.answer = ({ method }) => (method === "GET" ? answer() : undefined);
        assert.deepEqual([await rows(each), states.get(each.key)], [[], state]);
        const texts = manifest().contributes.viewsWelcome.filter(
          ({ view, when }) => view === each.view && when === `${each.key} == ${state}`,
        );
        assert.equal(texts.length, 1);
        assert.match(texts[0]?.contents ?? "", /\n\[[^\]]+\]\(command:forgeside\.\S+\)/);
        // The service asked for silence until then.
        if (state === "limited") return;
        session.forge.answer = () => undefined;
        await commands.executeCommand(each.refresh);
        assert.ok((await rows(each)).length > 0);
        assert.equal(states.get(each.key), "ready");
      });
    }

    it(`${each.tree}: what has no text of its own has rows with what can be done`, async () => {
      // What is gone has a row of its own in Activity.
      session.forge.answer = ({ method }) =>
        method === "GET" ? Response.json({ message: "Conflict" }, { status: 409 }) : undefined;
      const found = await rows(each);
      assert.equal(states.get(each.key), "error");
      assert.deepEqual(
        found.map((row) => [fieldsOf(row)["text"], fieldsOf(fieldsOf(row)["command"])["command"]]),
        [
          ["Try Again", each.refresh],
          ["Check the Connection", serviceCommands.doctor],
          ["Show Log", logCommands.show],
        ],
      );
      session.forge.answer = () => undefined;
      await commands.executeCommand(each.refresh);
      assert.ok((await rows(each)).length > 0);
      assert.equal(states.get(each.key), "ready");
    });

    it(`${each.tree}: offline has a text, and leads to the doctor`, async () => {
      await session.forge.stop();
      assert.deepEqual([await rows(each), states.get(each.key)], [[], "offline"]);
    });

    it(`${each.tree}: an account that is signed out leads to signing in`, async () => {
      await rows(each);
      await session.parts.accounts.remove(session.accountId);
      assert.deepEqual([await rows(each), states.get(each.key)], [[], "signedOut"]);
    });
  }

  it("what the rate limit kept from being read is asked for again when the limit is over", async () => {
    const limit = { status: 429, headers: { "retry-after": "2" } };
    session.forge.answer = ({ method, url }) =>
      method === "GET" && url.includes("/gists") ? Response.json({ message: "Slow down" }, limit) : undefined;
    await commands.executeCommand("forgeside.gists.focus");
    await eventually(() => states.get(contextKeys.gistsState) === "limited", "the limit is known");
    session.forge.answer = () => undefined;
    await eventually(() => states.get(contextKeys.gistsState) === "ready", "the gists are there");
    // So is what could not be read below a row, and a list that is shown as it was before.
    session.forge.answer = ({ method, url }) =>
      method === "GET" && url.includes("/gists") ? Response.json({ message: "Slow down" }, limit) : undefined;
    await commands.executeCommand(gistCommands.refresh);
    const tree = session.parts.trees.gists;
    const [own, starred] = await tree.getChildren();
    const text = async (node: typeof own) => String(fieldsOf((await tree.getChildren(node))[0])["text"]);
    const changed = new Set<unknown>();
    tree.onDidChangeTreeData((node) => changed.add(node?.id));
    const [ofOwn, ofStarred] = await Promise.all([text(own), text(starred)]);
    assert.match(ofOwn, /^Updated .+ · rate limit exceeded until /);
    assert.match(ofStarred, /^Rate limit exceeded until /);
    session.forge.answer = () => undefined;
    const before = session.forge.sent("GET").length;
    // With the whole view, where its own reading was refused, too.
    const isAsked = () => changed.has(starred?.id) && (changed.has(own?.id) || changed.has(undefined));
    await eventually(isAsked, "both are asked for");
    await eventually(async () => !/rate limit/i.test((await text(own)) + (await text(starred))), "both are read");
    const sent = session.forge
      .sent("GET")
      .slice(before)
      .filter((request) => /\/gists\b/.test(request));
    assert.deepEqual([sent.length, new Set(sent).size], [2, 2], sent.join(", "));
  });

  it("a reason without a text of its own is the message, which wraps, and all others are beside the title", () => {
    const view = { message: "" };
    assert.equal(showReason(view, "error", "Conflict."), "");
    assert.equal(view.message, "Conflict.");
    showReason(view, "error", `No ${"x".repeat(40)}.`);
    assert.deepEqual(
      view.message.split("\u200B").map((piece) => piece.length),
      [33, 11],
    );
    assert.equal(showReason(view, "limited", "Rate limit exceeded."), "Rate limit exceeded.");
    // A message would hide the text.
    assert.equal(view.message, "");
  });

  for (const { tree, key } of signedOutViews)
    it(`${tree}: has no text of a signed-out user while an account is signed in`, async () => {
      const { accounts, trees } = session.parts;
      await accounts.remove(session.accountId);
      assert.deepEqual([await trees[tree].getChildren(), states.get(key)], [[], "signedOut"]);
      await signIn(session.parts, session.forge, tokens.mia);
      assert.ok((await trees[tree].getChildren()).length > 0);
      assert.equal(states.get(key), "ready");
    });

  it("activity: without feeds, it has a button that adds one", async () => {
    const { accountId } = session;
    const [, , activity] = viewTests;
    assert.ok(activity);
    for (const feed of session.parts.feeds.of(accountId, "mia"))
      session.parts.feeds.remove(accountId, "mia", feed);
    assert.deepEqual([await rows(activity), states.get(activity.key)], [[], "empty"]);
  });

  const lists = ["/user/repos", "/user/starred", "/user/subscriptions"];
  for (const full of [undefined, ...lists]) {
    const what =
      full === undefined ? "without any repository, has a text" : `with a repository of ${full} has rows`;
    it(`repos: an account ${what}`, async () => {
      const [, repos] = viewTests;
      assert.ok(repos);
      session.forge.answer = ({ url }) => {
        const path = lists.find((list) => new URL(url).pathname.endsWith(list));
        return path === undefined || path === full ? undefined : Response.json([]);
      };
      const { accountId, parts } = session;
      if (full === "/user/starred")
        await parts.accounts.get(accountId)?.client.repos.star({ user: "mia", repo: "tools" });
      const shown = await rows(repos);
      const isEmpty = full === undefined;
      assert.deepEqual([shown.length, states.get(repos.key)], isEmpty ? [0, "empty"] : [3, "ready"]);
      if (!isEmpty) return;
      session.forge.answer = () => undefined;
      await commands.executeCommand(repos.refresh);
      assert.deepEqual([(await rows(repos)).length, states.get(repos.key)], [3, "ready"]);
    });
  }

  it("repos: what is stored or opened stays in sight when the server is gone", async () => {
    const [, repos] = viewTests;
    assert.ok(repos);
    session.parts.repoRoots.open({ accountId: session.accountId, owner: "mia", repo: "tools" });
    await session.forge.stop();
    assert.equal((await rows(repos)).length, 4);
    assert.equal(states.get(repos.key), "ready");
    session.parts.repoRoots.forget(session.accountId);
  });
});
