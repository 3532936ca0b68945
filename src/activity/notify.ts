import * as vscode from "vscode";
import { plainText } from "../ui/plainText.ts";
import type { ActivityModel, Arrival } from "./model.ts";
import type { FeedPlace } from "./types.ts";
import { showInformation } from "../ui/messages.ts";

/** Events that a message describes in full. */
const maxDescribed = 3;

interface NotifyDeps {
  readonly activity: ActivityModel;
  readonly show: (place: FeedPlace) => Promise<void>;
}

/** One message for all unread events; an event of several feeds is shown once. */
export const notify = async (arrivals: readonly Arrival[], { activity, show }: NotifyDeps): Promise<void> => {
  const wanted = new Map(
    arrivals.flatMap(({ place, fresh }) =>
      fresh
        .filter((each) => activity.isUnread(place, each))
        .map((each) => [`${place.accountId}/${each.key}`, { place, each }] as const),
    ),
  );
  const [first] = wanted.values();
  if (!first) return;
  const { eventText } = await import("./eventText.ts");
  const lines = [...wanted.values()]
    .slice(0, maxDescribed)
    .map(({ each }) => plainText([eventText(each).sentence, each.repository].filter(Boolean).join(" · ")));
  const rest = wanted.size - lines.length;
  const text = [...lines, ...(rest > 0 ? [vscode.l10n.t("{0} more", rest)] : [])].join("; ");
  const look = vscode.l10n.t("Show Activity");
  if ((await showInformation(text, look)) === look) await show(first.place);
};
