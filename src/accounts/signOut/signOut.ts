import * as vscode from "vscode";
import { CancelledError, UserError } from "../../base/errors.ts";
import { errorText } from "../../ui/errorText.ts";
import { showWarning } from "../../ui/messages.ts";
import { confirm } from "../../ui/prompts.ts";
import { sentences } from "../../ui/sentences.ts";
import type { Account, AccountsModel } from "../model.ts";
import { nameOf } from "../profile.ts";
import type { UnsentItem, UnsentSource } from "./signOutParticipants.ts";
import { editsText } from "../../ui/counts.ts";
import { pluralText } from "../../ui/pluralText.ts";

interface NotStarted {
  readonly name: string;
  readonly reason: string;
}

/** Milliseconds since 1970-01-01T00:00:00Z. What another window stores later is of an account that is signed out, and stays. */
interface SignOutTimes {
  /** Before it was read what is unsent: what is stored later was not asked about. */
  readonly listedAt: number;
  readonly signedOutAt: number;
}

export interface SignOutDeps {
  readonly accounts: AccountsModel;
  /** Starts the features, which join the sign-out. Answers those that could not be started. */
  readonly startAll: () => Promise<readonly NotStarted[]>;
  /** Puts what is not at the server where it stays until the account is signed in to again. */
  readonly keepUnsent: (accountId: string) => Promise<void>;
  /** Removes everything else of the account from this computer. */
  readonly cleanUp: (accountId: string, isUnsentKept: boolean, times: SignOutTimes) => Promise<void>;
}

interface Unsent extends UnsentItem {
  readonly kind: UnsentSource["kind"];
}

const unsentOf = async ({ accounts }: SignOutDeps, accountId: string): Promise<readonly Unsent[]> => {
  const unsent: Unsent[] = [];
  for (const source of accounts.signOuts.all.flatMap(({ unsent: each }) => each ?? []))
    for (const item of await source.list(accountId)) unsent.push({ ...item, kind: source.kind });
  return unsent;
};

type Choice = "publish" | "keep" | "discard" | "nothing";

const countText = (kind: UnsentSource["kind"], count: number): string => {
  if (kind === "edits") return editsText(count);
  return pluralText(vscode.l10n.t("{count, plural, one {# unsent comment} other {# unsent comments}}"), count);
};

const countsOf = (unsent: readonly Unsent[]): readonly string[] =>
  (["edits", "comments"] as const).flatMap((kind) => {
    const count = unsent.filter((item) => item.kind === kind).length;
    return count > 0 ? [countText(kind, count)] : [];
  });

const ask = async (account: Account, counts: readonly string[], isConfirmed: boolean): Promise<Choice> => {
  if (isConfirmed && counts.length === 0) return "nothing";
  const question = vscode.l10n.t("Sign out {0}?", nameOf(account.profile));
  if (counts.length === 0) {
    await confirm(
      question,
      vscode.l10n.t(
        "Its token and everything that is stored of it are deleted from this computer. Nothing changes on the server.",
      ),
      vscode.l10n.t("Sign Out"),
    );
    return "nothing";
  }
  const buttons = {
    publish: vscode.l10n.t("Publish and Sign Out"),
    keep: vscode.l10n.t("Keep on This Computer"),
    discard: vscode.l10n.t("Discard and Sign Out"),
  };
  const detail = vscode.l10n.t(
    "This account has {0}. What you keep is there again when you sign in to this account; it is readable by your user on this computer. Discarding can't be undone.",
    counts.join(", "),
  );
  const answer = await showWarning(
    question,
    { modal: true, detail },
    buttons.publish,
    buttons.keep,
    buttons.discard,
  );
  const choice = (["publish", "keep", "discard"] as const).find((each) => buttons[each] === answer);
  if (!choice) throw new CancelledError();
  return choice;
};

/**
 * Asks whether to sign out although these features can't say what they have of the account. Throws CancelledError
 * unless the user wants to.
 */
const askWithout = async (account: Account, missing: readonly NotStarted[]): Promise<void> => {
  const names = missing.map(({ name }) => vscode.l10n.t("“{0}”", name)).join(", ");
  const detail = vscode.l10n.t(
    "Forgeside couldn't start {0}, so it can't show which edits and comments of this account are not on the server: {1}\n\nReload the window to try again. If you sign out anyway, they stay on this computer, readable by your user, until you sign in to this account again. Documents that are open can't be saved then.",
    names,
    [...new Set(missing.map(({ reason }) => reason))].join("; "),
  );
  const reload = vscode.l10n.t("Reload Window");
  const anyway = vscode.l10n.t("Sign Out Anyway");
  const question = vscode.l10n.t(
    "Sign out {0} without checking for unpublished changes?",
    nameOf(account.profile),
  );
  const answer = await showWarning(question, { modal: true, detail }, reload, anyway);
  if (answer === reload) await vscode.commands.executeCommand("workbench.action.reloadWindow");
  if (answer !== anyway) throw new CancelledError();
};

const isIn = (items: readonly Unsent[], { version }: Unsent): boolean =>
  items.some((item) => item.version === version);

const publish = async (deps: SignOutDeps, accountId: string, asked: readonly Unsent[]): Promise<void> => {
  let failure: unknown;
  for (const item of asked)
    await item.publish().catch((error: unknown) => {
      failure = error;
    });
  const left = countsOf((await unsentOf(deps, accountId)).filter((item) => isIn(asked, item)));
  if (left.length > 0)
    throw new UserError(
      sentences(
        vscode.l10n.t("You're still signed in: {0} could not be published.", left.join(", ")),
        failure === undefined ? "" : errorText(failure),
      ),
    );
};

/** Whether something is left that was not asked about: stored in another window, or saved while its document was closed. */
const mustAskAgain = (choice: Choice, asked: readonly Unsent[], left: readonly Unsent[]): boolean =>
  choice !== "keep" && left.some((item) => choice !== "discard" || !isIn(asked, item));

/**
 * Asks what becomes of what is not at the server, and removes the account. With `isConfirmed` the user has already been
 * asked whether to sign out, and is asked again only where something is not at the server. What belongs to a feature that
 * could not be started is kept. Throws CancelledError.
 */
export const signOut = async (deps: SignOutDeps, account: Account, isConfirmed = false): Promise<void> => {
  const { accounts, keepUnsent, cleanUp } = deps;
  const missing = await deps.startAll();
  if (missing.length > 0) await askWithout(account, missing);
  const { id } = account.profile;
  let choice: Choice;
  let asked: readonly Unsent[];
  let left = await unsentOf(deps, id);
  let listedAt: number;
  do {
    asked = left;
    choice = await ask(account, countsOf(asked), isConfirmed || missing.length > 0);
    if (choice === "publish") await publish(deps, id, asked);
    if (!(await accounts.signOuts.closeDocuments(id))) return;
    listedAt = Date.now();
    left = await unsentOf(deps, id);
  } while (mustAskAgain(choice, asked, left));
  if (choice === "discard") for (const item of left) await item.discard();
  const isUnsentKept = choice === "keep" || missing.length > 0;
  // Also what another window has stored since, which was not asked about.
  await keepUnsent(id);
  const signedOutAt = Date.now();
  await accounts.remove(id);
  await cleanUp(id, isUnsentKept, { listedAt, signedOutAt });
};
