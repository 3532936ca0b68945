import * as vscode from "vscode";
import type { Clock } from "../../base/clock.ts";
import type { Disposable } from "../../base/disposable.ts";
import { plainText } from "../../ui/plainText.ts";
import type { GistUris } from "../uri.ts";
import { createYieldIfBusy } from "./yieldIfBusy.ts";
import { factsOf, progressText, titleOfIndexed, uriOfHit } from "./hitText.ts";
import { bestLine, excerpt, type MatchingLine } from "./lines.ts";
import type { SearchModel } from "./model.ts";
import { open, Preview } from "./preview.ts";
import { parseQuery } from "./query.ts";
import type { Hit } from "./types.ts";
import { showStatus } from "../../ui/showStatus.ts";
import { numberText } from "../../ui/textLanguage.ts";

export interface PickDeps {
  readonly search: SearchModel;
  readonly uris: GistUris;
  readonly clock: Clock;
  /** Undefined while there is one account only. */
  readonly accountName: (accountId: string) => string | undefined;
  readonly showDocument: (query: string) => Promise<void>;
  readonly onError: (what: string, error: unknown) => void;
}

interface HitItem extends vscode.QuickPickItem {
  readonly hit?: Hit;
  readonly line?: MatchingLine | undefined;
}

/** Hits in the list; the document has them all. */
const maxItems = 60;
/** Milliseconds: after a key, before what is active is shown, and between looks at a growing index. */
const pauses = { typing: 120, preview: 200, growing: 500 };

const sideButton = (): vscode.QuickInputButton => ({
  iconPath: new vscode.ThemeIcon("split-horizontal"),
  tooltip: vscode.l10n.t("Open to the Side"),
});
const linkButton = (): vscode.QuickInputButton => ({
  iconPath: new vscode.ThemeIcon("link"),
  tooltip: vscode.l10n.t("Copy Link"),
});

const itemOf = (hit: Hit, account: string | undefined, buttons: readonly vscode.QuickInputButton[]): HitItem => {
  const { gist, file, comment, words } = hit;
  const line = bestLine(comment?.text ?? file?.text ?? "", words);
  const label = comment ? vscode.l10n.t("Comment of {0}", comment.author) : (file?.name ?? "");
  return {
    label: `$(${comment ? "comment" : gist.isPublic ? "globe" : "lock"}) ${plainText(label)}`,
    description: plainText(`${titleOfIndexed(gist)} · ${factsOf(gist, account)}`),
    ...(line ? { detail: plainText(`${line.line + 1}: ${excerpt(line, 160).text.trim()}`) } : {}),
    buttons,
    // What fits is found by the index, not by the list.
    alwaysShow: true,
    hit,
    line,
  };
};

const keyOf = ({ hit, detail }: HitItem): string =>
  JSON.stringify([hit?.accountId, hit?.gist.id, hit?.file?.name, hit?.comment?.id, hit?.gist.updated, detail]);

const selectionOf = ({ line }: HitItem): vscode.Range | undefined => {
  const [range] = line?.ranges ?? [];
  return line && range ? new vscode.Range(line.line, range[0], line.line, range[1]) : undefined;
};

/** The live search. Ends when the list is closed, and returns whether results were opened. */
export const searchInPick = async (deps: PickDeps, value = ""): Promise<boolean> => {
  const { search, uris, clock, onError } = deps;
  const pick = vscode.window.createQuickPick<HitItem>();
  const preview = new Preview();
  const [side, link] = [sideButton(), linkButton()];
  const all: vscode.QuickInputButton = {
    iconPath: new vscode.ThemeIcon("go-to-search"),
    tooltip: vscode.l10n.t("Show All Results as a Document"),
  };
  pick.placeholder = vscode.l10n.t(
    'Words, #tag, lang:ts, is:secret, is:public, is:starred, user:name, "a phrase"',
  );
  pick.buttons = [all];
  pick.value = value;
  pick.busy = true;

  const timers = new Map<string, Disposable>();
  const later = (name: keyof typeof pauses, act: () => void): void => {
    timers.get(name)?.dispose();
    timers.set(name, clock.setTimer(pauses[name], act));
  };
  const quietly = (task: Promise<unknown>): void =>
    void task.catch((error: unknown) => onError(vscode.l10n.t("Search"), error));

  let run = 0;
  let shown = "";
  const isReading = (): boolean => ["loading", "listing", "reading"].includes(search.progress.state);
  const showProgress = (): void => {
    const { progress } = search;
    pick.title = vscode.l10n.t("Search Gists: {0}", progressText(progress));
    pick.busy = isReading();
  };
  const note = (label: string): HitItem => ({ label, alwaysShow: true });
  const refresh = async (): Promise<void> => {
    const mine = ++run;
    const yieldIfBusy = createYieldIfBusy(clock);
    const hits = search.search(pick.value);
    const items: HitItem[] = [];
    for (const hit of hits.slice(0, maxItems)) {
      items.push(itemOf(hit, deps.accountName(hit.accountId), [side, link]));
      await yieldIfBusy();
      if (mine !== run) return;
    }
    const { unusable } = parseQuery(pick.value);
    if (unusable.length > 0)
      items.unshift(note(`$(info) ${plainText(vscode.l10n.t("Unknown search terms: {0}", unusable.join(" ")))}`));
    if (hits.length > maxItems)
      items.push(
        note(
          `$(ellipsis) ${vscode.l10n.t("{0} more: show all results as a document", numberText(hits.length - maxItems))}`,
        ),
      );
    const nothing = isReading() ? vscode.l10n.t("Nothing was found so far.") : vscode.l10n.t("Nothing was found.");
    if (hits.length === 0 && pick.value.trim() !== "") items.push(note(`$(info) ${nothing}`));
    showProgress();
    const keys = items.map((item) => item.label + keyOf(item)).join("\n");
    // Setting them again would scroll the list while the user chooses.
    if (keys === shown) return;
    shown = keys;
    const [active] = pick.activeItems;
    pick.items = items;
    const same = active && items.find((item) => item.hit && keyOf(item) === keyOf(active));
    if (same) pick.activeItems = [same];
  };

  const openHit = (item: HitItem, viewColumn?: vscode.ViewColumn): Promise<void> =>
    item.hit
      ? open(uriOfHit(uris, item.hit), {
          preview: false,
          selection: item.hit.comment ? undefined : selectionOf(item),
          ...(viewColumn === undefined ? {} : { viewColumn }),
        })
      : Promise.resolve();
  const toDocument = (): Promise<void> => deps.showDocument(pick.value);

  const subscriptions = [
    pick.onDidChangeValue(() => later("typing", () => quietly(refresh()))),
    search.onDidChange(() => {
      // A growing index changes with each gist.
      if (!timers.has("growing"))
        later("growing", () => {
          timers.delete("growing");
          quietly(refresh());
        });
    }),
    pick.onDidChangeActive(([item]) => {
      const { hit } = item ?? {};
      if (item && hit && !hit.comment)
        later("preview", () => quietly(preview.show(uriOfHit(uris, hit), selectionOf(item))));
    }),
    pick.onDidTriggerItemButton(({ item, button }) => {
      if (!item.hit) return;
      if (button === link) {
        const text = vscode.l10n.t("Gist link copied to clipboard.");
        const copied = Promise.resolve(vscode.env.clipboard.writeText(item.hit.gist.url));
        quietly(copied.then(() => showStatus(text, 4000)));
        return;
      }
      finish(() => preview.restore().then(() => openHit(item, vscode.ViewColumn.Beside)));
    }),
    pick.onDidTriggerButton(() => finish(() => preview.restore().then(toDocument))),
    pick.onDidAccept(() => {
      const [item] = pick.activeItems;
      if (item?.hit) finish(() => preview.end().then(() => openHit(item)));
      else if (item?.label.startsWith("$(ellipsis)")) finish(() => preview.restore().then(toDocument));
    }),
  ];
  let after: (() => Promise<void>) | undefined;
  const finish = (act: () => Promise<void>): void => {
    after = act;
    pick.hide();
  };
  const closed = new Promise<void>((resolve) => {
    subscriptions.push(pick.onDidHide(() => resolve()));
  });
  pick.show();
  showProgress();
  quietly(search.use().then(refresh));
  await closed;
  run++;
  for (const each of [...subscriptions, ...timers.values(), pick]) each.dispose();
  await (after ?? (() => preview.restore()))();
  return after !== undefined;
};
