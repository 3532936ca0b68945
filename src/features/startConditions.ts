import * as vscode from "vscode";
import { systemClock } from "../base/clock.ts";
import { type Disposable, DisposableStore } from "../base/disposable.ts";
import { linkFilePath, linksKey } from "../gists/links/linkFile.ts";
import { begunSharesKey, begunSharesOf } from "../gists/share/begunShares.ts";
import { sharesOf, storedSharesKey } from "../gists/share/storedShares.ts";
import { wantsSnippets } from "../gists/snippets/wanted.ts";
import { settings } from "../ids.ts";
import { sharedFolder } from "../storage/folders.ts";
import { openSchemes } from "../ui/tabs.ts";
import type { Core } from "./core.ts";
import { type FeatureId, featureIds, featureOf } from "./featureTable.ts";
import type { StartFailures } from "./startFailures.ts";

type Context = Pick<vscode.ExtensionContext, "globalState" | "globalStorageUri" | "storageUri" | "workspaceState">;

/** When a feature starts before it is used. */
interface StartCondition {
  readonly feature: FeatureId;
  /** For the log. */
  readonly reason: string;
  readonly isMet: (context: Context) => Promise<boolean>;
  /** For the user: what does not happen before the feature starts. */
  readonly consequence?: () => string;
}

const isNotEmpty = async (folder: vscode.Uri): Promise<boolean> => {
  try {
    return (await vscode.workspace.fs.readDirectory(folder)).length > 0;
  } catch {
    // It is made with the first file.
    return false;
  }
};

const exists = async (file: vscode.Uri): Promise<boolean> => {
  try {
    await vscode.workspace.fs.stat(file);
    return true;
  } catch {
    return false;
  }
};

const hasLinks = async ({ workspaceState }: Context): Promise<boolean> => {
  const stored = workspaceState.get<unknown>(linksKey);
  if (Array.isArray(stored) && stored.length > 0) return true;
  for (const { uri } of vscode.workspace.workspaceFolders ?? [])
    if (await exists(vscode.Uri.joinPath(uri, linkFilePath))) return true;
  return false;
};

const setting = (id: string): unknown => vscode.workspace.getConfiguration().get<unknown>(id);

/** The settings that conditions depend on. */
const conditionSettings = [settings.snippetsEnabled, settings.searchIndex];

export const startConditions: readonly StartCondition[] = [
  {
    feature: "gists",
    reason: "edits of gists are not published",
    isMet: (context) => isNotEmpty(sharedFolder(context, "edits")),
    consequence: () =>
      vscode.l10n.t("Edits of gists that wait on this computer are not published until it starts."),
  },
  {
    feature: "repos",
    reason: "local changes are stored",
    isMet: (context) => isNotEmpty(sharedFolder(context, "localChanges")),
    consequence: () =>
      vscode.l10n.t("Local changes that wait on this computer can't be published until it starts."),
  },
  {
    feature: "gists",
    reason: "a share can be undone",
    isMet: async ({ workspaceState }) =>
      sharesOf(workspaceState.get<unknown>(storedSharesKey), systemClock.now()).length > 0,
  },
  {
    feature: "gists",
    reason: "a share was interrupted",
    isMet: async ({ workspaceState }) => begunSharesOf(workspaceState.get<unknown>(begunSharesKey)).length > 0,
  },
  {
    feature: "gists",
    reason: "snippets are offered",
    isMet: async ({ globalState }) => wantsSnippets(globalState),
  },
  {
    feature: "search",
    reason: "the index is built in the background",
    isMet: async () => setting(settings.searchIndex) === "background",
  },
  { feature: "links", reason: "files are linked", isMet: hasLinks },
  ...featureIds.map((feature): StartCondition => ({
    feature,
    reason: "a tab shows a document of it",
    isMet: async () => [...openSchemes()].some((scheme) => featureOf(scheme) === feature),
  })),
];

interface Watched {
  readonly context: Context;
  readonly accounts: Pick<Core["accounts"], "accounts" | "load" | "onDidChange">;
  readonly log: Pick<Core["log"], "info" | "error">;
}

interface Starts {
  readonly start: (id: FeatureId) => Promise<unknown>;
  readonly isStarted: (id: FeatureId) => boolean;
  readonly failures: Pick<StartFailures, "show">;
}

/**
 * Starts the features that have something to do before they are first used, as soon as an account is signed in. Looks
 * again when what a condition depends on changes.
 */
export const watchStartConditions = (
  { context, accounts, log }: Watched,
  { start, isStarted, failures }: Starts,
): Disposable => {
  const store = new DisposableStore();
  const begin = async (condition: StartCondition): Promise<void> => {
    const { feature, reason, consequence } = condition;
    log.info(`start of ${feature}: ${reason}`);
    try {
      await start(feature);
    } catch (error) {
      // It is in the log already.
      void failures.show({ error, consequence: consequence?.(), retry: () => begin(condition) });
    }
  };
  const look = async (): Promise<void> => {
    for (const condition of startConditions) {
      if (store.isDisposed || accounts.accounts.length === 0) return;
      if (!isStarted(condition.feature) && (await condition.isMet(context))) await begin(condition);
    }
  };
  const lookAgain = (): void => void look().catch((error: unknown) => log.error("start", error));
  const links = store.add(vscode.workspace.createFileSystemWatcher(`**/${linkFilePath}`, false, true, true));
  store.add(links.onDidCreate(lookAgain));
  store.add(vscode.workspace.onDidChangeWorkspaceFolders(lookAgain));
  store.add(
    vscode.window.onDidChangeWindowState(({ focused }) => {
      // Another window may have stored something.
      if (focused) lookAgain();
    }),
  );
  store.add(
    vscode.workspace.onDidChangeConfiguration((change) => {
      if (conditionSettings.some((each) => change.affectsConfiguration(each))) lookAgain();
    }),
  );
  store.add(
    accounts.onDidChange(({ added }) => {
      if (added.length > 0) lookAgain();
    }),
  );
  void accounts.load().then(lookAgain, () => undefined);
  return store;
};
