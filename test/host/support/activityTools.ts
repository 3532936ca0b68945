import assert from "node:assert/strict";
import { commands, env, type Uri } from "vscode";
import { feedId } from "../../../src/activity/feed.ts";
import type { ActivityNode, EventNode } from "../../../src/activity/nodeTypes.ts";
import type { Feed } from "../../../src/activity/types.ts";
import { activityCommands } from "../../../src/ids.ts";
import type { SandboxSeed } from "../../../src/sandbox/seed.ts";
import { answering } from "./answers.ts";
import { toolsSeed } from "./repoTools.ts";
import { nodeLabelled, type Row, rowsOf } from "./rows.ts";
import { ids, tokens } from "./seeds.ts";
import { useSession } from "./session.ts";

export const viewId = "forgeside.activity";

/** So many minutes before noon, some days ago: all of them on one day, wherever this runs. */
const minutesBefore = (minutes: number, daysAgo = 2): string => {
  const noon = new Date();
  noon.setDate(noon.getDate() - daysAgo);
  noon.setHours(12, -minutes, 0, 0);
  return noon.toISOString().replace(/\.\d+Z$/, "Z");
};

const seed = (): SandboxSeed => {
  const given = toolsSeed();
  return {
    ...given,
    users: given.users.map((user) => (user.login === "mia" ? { ...user, following: ["nora"] } : user)),
    repositories: (given.repositories ?? []).map((each) =>
      each.name === "tools"
        ? {
            ...each,
            collaborators: { otto: "write" as const },
            issues: [
              {
                title: "Too <b>loud</b>",
                login: "otto",
                createdAt: minutesBefore(2, 4),
                events: [
                  { event: "labeled", login: "otto", createdAt: minutesBefore(1, 4), label: "bug" },
                  { event: "closed", login: "otto", createdAt: minutesBefore(0, 4) },
                ],
              },
            ],
          }
        : each,
    ),
    events: [
      { type: "WatchEvent", login: "otto", repository: "mia/tools", createdAt: minutesBefore(0) },
      { type: "NeverHeardOfEvent", login: "nora", createdAt: minutesBefore(1), payload: { html: "<script>" } },
      {
        type: "ReleaseEvent",
        login: "otto",
        repository: "mia/tools",
        createdAt: minutesBefore(2),
        payload: { action: "published", release: { id: 1, tag_name: "v1", name: "One" } },
      },
      {
        type: "GistEvent",
        login: "nora",
        createdAt: minutesBefore(3),
        payload: { action: "create", gist: { id: ids.starred, description: "Clean up" } },
      },
      {
        type: "PullRequestEvent",
        login: "nora",
        repository: "mia/tools",
        createdAt: minutesBefore(4),
        payload: {
          action: "opened",
          number: 4,
          pull_request: { number: 4, title: "Elsewhere", html_url: "https://evil.example/4" },
        },
      },
    ],
  };
};

/** The events of rows, without their hours, however they are arranged. */
export const eventsOf = (rows: readonly Row[]): readonly string[] =>
  rows.flatMap(([label, description, context, children = []]) =>
    context.startsWith("activityEvent")
      ? [[label, ...description.split(" · ").slice(0, -1)].filter(Boolean).join(" | ")]
      : eventsOf(children),
  );

/** Called in a `describe`: its tests find mia signed in, with the feeds that an account has at first. */
export const useActivity = () => {
  const session = useSession({ seed });
  const tree = () => session.parts.trees.activity;
  const said = () => session.messages.filter((text) => text !== "");
  const received: Feed = { kind: "received", target: "mia" };
  const place = (feed = received) => ({ accountId: session.accountId, feed });
  const shownFeeds = () => session.parts.feeds.of(session.accountId, "mia").map(feedId);
  const roots = () => rowsOf(tree());
  const feedRow = async (label: string): Promise<Row> => {
    const rows = await roots();
    return (
      rows.find(([text]) => text === label) ?? assert.fail(`${label} in ${rows.map(([text]) => text).join()}`)
    );
  };
  const node = async (label: string): Promise<ActivityNode> =>
    (await nodeLabelled(tree(), label)).node as ActivityNode;
  const event = (label: string) => node(label) as Promise<EventNode>;
  const otto = () => session.forge.client(tokens.otto);
  const star = () => otto().call("repos.star", { user: "mia", repo: "tools" });
  const add = (...feeds: readonly Feed[]) => session.parts.feeds.add(session.accountId, "mia", feeds);
  /** Takes the rows whose labels have these texts; of lists with several answers all of one entry. */
  const picking = (texts: readonly (string | readonly string[])[], act: () => PromiseLike<unknown>) => {
    const rest = [...texts];
    return answering(
      {
        showQuickPick: (rows: readonly { readonly label: string }[]) => {
          const text = rest.shift();
          if (text === undefined) return undefined;
          if (typeof text !== "string") return rows.filter(({ label }) => text.some((one) => label.includes(one)));
          return rows.find(({ label }) => label.includes(text)) ?? assert.fail(`${text}: ${JSON.stringify(rows)}`);
        },
      },
      act,
    );
  };
  const opened: string[] = [];
  let former: PropertyDescriptor | undefined;
  beforeEach(() => {
    opened.length = 0;
    former = Object.getOwnPropertyDescriptor(env, "openExternal");
    Object.defineProperty(env, "openExternal", {
      value: async (uri: Uri) => opened.push(uri.toString(true)),
      configurable: true,
    });
  });
  afterEach(async () => {
    if (former) Object.defineProperty(env, "openExternal", former);
    await commands.executeCommand(activityCommands.clearFilter);
    await picking(["By repository"], () => commands.executeCommand(activityCommands.group));
    await commands.executeCommand("workbench.view.explorer");
  });
  return { session, tree, said, place, shownFeeds, roots, feedRow, node, event, otto, star, add, picking, opened };
};
