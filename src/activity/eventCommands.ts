import * as vscode from "vscode";
import type { Handler } from "../commands/registry.ts";
import { activityCommands } from "../ids.ts";
import { pluralText } from "../ui/pluralText.ts";
import type { ReadonlyDocuments } from "../ui/readonlyDocuments.ts";
import { selectedItems } from "../ui/selectedItems.ts";
import { showStatus } from "../ui/showStatus.ts";
import { activityNodeOf, type EventNode } from "./nodeTypes.ts";
import { openEvent, openInBrowser, type OpenDeps, pageOf } from "./openEvent.ts";
import { eventOf } from "./targetEvent.ts";
import { momentText } from "./times.ts";
import type { Activity } from "./types.ts";

export interface EventCommandDeps extends OpenDeps {
  readonly texts: ReadonlyDocuments;
  readonly markRead: (activity: Activity) => void;
}

const markdownOf = async (deps: EventCommandDeps, node: EventNode): Promise<string> => {
  const { activity, eventText } = node;
  const { page, repository } = pageOf(deps, node);
  const { markdown } = await import("./eventText.ts");
  return markdown({
    sentence: eventText.sentence,
    page: page ?? repository,
    repository: activity.repository,
    repositoryPage: repository,
    when: momentText(activity.at),
  });
};

const copyMarkdown = async (deps: EventCommandDeps, target: unknown, rows: unknown): Promise<void> => {
  const selected = selectedItems(
    rows,
    (row) => {
      const node = activityNodeOf(row);
      return node.kind === "event" ? (node as EventNode) : undefined;
    },
    ({ id }) => id,
  );
  const nodes = selected.length > 0 ? selected : [eventOf(target)];
  const texts = await Promise.all(nodes.map((node) => markdownOf(deps, node)));
  await vscode.env.clipboard.writeText(texts.join("\n"));
  const done = pluralText(
    vscode.l10n.t(
      "{count, plural, =1 {Event copied to clipboard as Markdown.} one {# event copied to clipboard as Markdown.} other {# events copied to clipboard as Markdown.}}",
    ),
    nodes.length,
  );
  showStatus(done, 4000);
};

type EventCommand = (typeof activityCommands)["open" | "openInBrowser" | "copyMarkdown" | "showJson"];

/** Commands that are about an event. */
export const eventHandlers = (deps: EventCommandDeps): Record<EventCommand, Handler> => ({
  [activityCommands.open]: async (target) => {
    const node = eventOf(target);
    deps.markRead(node.activity);
    await openEvent(deps, node);
  },
  [activityCommands.openInBrowser]: (target) => openInBrowser(deps, eventOf(target)),
  [activityCommands.copyMarkdown]: (target, rows) => copyMarkdown(deps, target, rows),
  [activityCommands.showJson]: (target) => {
    const { type, raw } = eventOf(target).activity;
    return deps.texts.show(`${type || "event"}.json`, `${JSON.stringify(raw, undefined, 2)}\n`);
  },
});
