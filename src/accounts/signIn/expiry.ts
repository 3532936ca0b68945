import * as vscode from "vscode";
import { showWarning } from "../../ui/messages.ts";
import { sentence } from "../../ui/sentences.ts";
import type { DismissedWarnings } from "../../storage/dismissedWarnings.ts";
import type { AccountsModel } from "../model.ts";
import { nameOf, type Profile } from "../profile.ts";
import { pluralText } from "../../ui/pluralText.ts";
import { textLanguage } from "../../ui/textLanguage.ts";

/** Milliseconds. */
export const dayMs = 24 * 3_600_000;
const warnBeforeMs = 7 * dayMs;

/** Such as "the token expires within 3 days"; undefined while it is more than seven days ahead, or not known. */
export const expiryText = (
  { tokenExpiresAt }: Pick<Profile, "tokenExpiresAt">,
  now: number,
): string | undefined => {
  if (tokenExpiresAt === undefined || tokenExpiresAt - now > warnBeforeMs) return undefined;
  if (tokenExpiresAt <= now) return vscode.l10n.t("the token has expired");
  const days = Math.ceil((tokenExpiresAt - now) / dayMs);
  return pluralText(
    vscode.l10n.t("{count, plural, =1 {the token expires within a day} other {the token expires within # days}}"),
    days,
  );
};

export const expiryDate = (at: number): string => new Date(at).toLocaleString(textLanguage());

/** Another token of the account expires at another time. */
const warningOf = ({ tokenExpiresAt }: Profile): string => `token ${tokenExpiresAt}`;

/** Warns of each token that expires within seven days, once a day in each window, until the user dismisses it. */
export class ExpiryWarnings {
  readonly #accounts: AccountsModel;
  readonly #dismissed: Pick<DismissedWarnings, "has" | "add">;
  readonly #now: () => number;
  readonly #warned = new Set<string>();
  readonly #replaceToken: (accountId: string, isNew: boolean) => Promise<void>;

  /** `replaceToken` asks for another token, and with `isNew` leads to the page that makes one before that. */
  constructor(
    accounts: AccountsModel,
    dismissed: Pick<DismissedWarnings, "has" | "add">,
    now: () => number,
    replaceToken: (accountId: string, isNew: boolean) => Promise<void>,
  ) {
    this.#accounts = accounts;
    this.#dismissed = dismissed;
    this.#now = now;
    this.#replaceToken = replaceToken;
  }

  /** Called when accounts have changed, and each day. */
  update(): void {
    for (const { profile, problem } of this.#accounts.accounts) {
      const text = expiryText(profile, this.#now());
      const key = `${profile.id} ${text}`;
      if (text === undefined || problem !== undefined || this.#warned.has(key)) continue;
      if (this.#dismissed.has(warningOf(profile))) continue;
      this.#warned.add(key);
      void this.#warn(profile, text);
    }
  }

  async #warn(profile: Profile, text: string): Promise<void> {
    const replace = vscode.l10n.t("Replace Token...");
    const create = vscode.l10n.t("Create Token...");
    const dismiss = vscode.l10n.t("Don't Show Again");
    const answer = await showWarning(sentence(`${nameOf(profile)}: ${text}`), replace, create, dismiss);
    if (answer === dismiss) await this.#dismissed.add(warningOf(profile));
    else if (answer !== undefined) await this.#replaceToken(profile.id, answer === create);
  }
}
