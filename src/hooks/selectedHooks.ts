import * as vscode from "vscode";
import type { Hook } from "../client/types/hook.ts";
import { pluralText } from "../ui/pluralText.ts";
import type { ReadonlyDocuments } from "../ui/readonlyDocuments.ts";
import { Reports } from "../ui/reports.ts";
import { selectedItems } from "../ui/selectedItems.ts";
import type { LocalChanges } from "../localChanges/model.ts";
import { draftOf, urlOf } from "./hookDocument.ts";
import type { HookNode } from "./nodes.ts";
import { toHookError } from "./problemText.ts";
import { saveHook, type SaveHookDeps } from "./saveHook.ts";
import type { HookPlace } from "./types.ts";
import { discardText, unsentChanges } from "./unsentChanges.ts";
import { sentences } from "../ui/sentences.ts";

interface SelectedHook {
  readonly place: HookPlace;
  /** As the view has it. */
  readonly hook: Hook;
}

interface SelectionDeps extends SaveHookDeps {
  readonly changes: LocalChanges;
  readonly texts: ReadonlyDocuments;
}

/** The hooks of the rows that are selected together, each once. */
export const selectedHooks = (rows: unknown): readonly SelectedHook[] =>
  selectedItems(
    rows,
    (row) => {
      const { kind, place, hook } = (row ?? {}) as Partial<HookNode>;
      return kind === "hook" && place && hook ? { place, hook } : undefined;
    },
    ({ place, hook }) => `${place.accountId}/${place.owner}/${place.repo}/${hook.id}`,
  );

const labelOf = ({ place, hook }: SelectedHook): string => `${place.owner}/${place.repo}: ${urlOf(hook)}`;

/** Asks once for all of them. */
export const deleteHooks = async (
  { hooks, changes, texts }: SelectionDeps,
  selected: readonly SelectedHook[],
): Promise<void> => {
  const count = selected.length;
  const unsent = await unsentChanges(
    changes,
    selected.map(({ place }) => place),
  );
  const gone = vscode.l10n.t("Nothing will be delivered to these URLs. This can't be undone.");
  const batch = {
    question: pluralText(
      vscode.l10n.t("{count, plural, one {Delete # webhook?} other {Delete # webhooks?}}"),
      count,
    ),
    detail: sentences(gone, discardText(unsent)),
    button: unsent.length === 0 ? vscode.l10n.t("Delete") : vscode.l10n.t("Delete and Discard"),
    title: vscode.l10n.t("Delete webhooks"),
    allDone: pluralText(
      vscode.l10n.t("{count, plural, one {# webhook deleted.} other {# webhooks deleted.}}"),
      count,
    ),
    labelOf,
    explain: toHookError,
  };
  await new Reports(texts).runConfirmed(selected, batch, async ({ place }) => {
    await hooks.delete(place);
    const its = await unsentChanges(changes, [place]);
    // What another window has stored since the question stays.
    for (const { id } of its) if (unsent.some((each) => each.id === id)) await changes.remove(id);
  });
};

export const activateHooks = async (
  deps: SelectionDeps,
  selected: readonly SelectedHook[],
  active: boolean,
): Promise<void> => {
  const count = selected.length;
  const batch = active
    ? {
        title: vscode.l10n.t("Activate webhooks"),
        allDone: pluralText(
          vscode.l10n.t("{count, plural, one {# webhook activated.} other {# webhooks activated.}}"),
          count,
        ),
      }
    : {
        title: vscode.l10n.t("Deactivate webhooks"),
        allDone: pluralText(
          vscode.l10n.t("{count, plural, one {# webhook deactivated.} other {# webhooks deactivated.}}"),
          count,
        ),
      };
  const texts = { ...batch, labelOf, explain: toHookError };
  await new Reports(deps.texts).runEach(selected, texts, async ({ place }) => {
    // As the service has it now: it may have changed since the view was read.
    const hook = await deps.hooks.get(place);
    await saveHook(deps, place, hook, { ...draftOf(hook), active });
  });
};
