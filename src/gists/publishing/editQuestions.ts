import * as vscode from "vscode";
import { type Disposable, DisposableStore } from "../../base/disposable.ts";
import { showStatus } from "../../ui/showStatus.ts";
import { gistScheme } from "../../manifestNames.ts";
import { onDidCloseMergeEditor } from "../../ui/mergeEditorTab.ts";
import { toUserError } from "../problemText.ts";
import type { EditDeps } from "./commands.ts";

/** Asks about edits that met a conflict or were refused, also when a timer or another window published them; the commands load with the first question. */
export const registerEditQuestions = (deps: EditDeps): Disposable => {
  const { files, onError } = deps;
  const store = new DisposableStore();
  const load = () => import("./commands.ts");
  const ask = (what: string, question: Promise<void>): void =>
    void question.catch((error: unknown) => onError(what, toUserError(error)));
  store.add(
    files.onDidMeetConflict((conflict) =>
      ask(
        vscode.l10n.t("Merge"),
        load().then(({ askAboutEdit }) => askAboutEdit(deps, conflict)),
      ),
    ),
  );
  store.add(
    files.engine.onDidFail(({ edit, error }) => {
      if (edit.state === "refused" || edit.reason === "heldBack" || edit.reason === "signedOut")
        ask(
          vscode.l10n.t("Publish"),
          load().then(({ askAboutRefusal }) => askAboutRefusal(deps, edit, error)),
        );
      else
        showStatus(vscode.l10n.t("“{0}” was changed on both sides: see Unpublished.", edit.place.fileName), 8000);
    }),
  );
  // Registered at the start, since a merge editor may be from before a reload.
  store.add(
    onDidCloseMergeEditor(gistScheme, (output) =>
      ask(
        vscode.l10n.t("Publish"),
        load().then(({ publishMerged }) => publishMerged(deps, output)),
      ),
    ),
  );
  return store;
};
