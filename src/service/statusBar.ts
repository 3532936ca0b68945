import * as vscode from "vscode";
import type { AccountsModel } from "../accounts/model.ts";
import { nameOf } from "../accounts/profile.ts";
import { type Disposable, DisposableStore } from "../base/disposable.ts";
import { serviceCommands } from "../ids.ts";
import type { ServiceModel } from "./model.ts";
import { limitText } from "./texts.ts";
import { clockText } from "../ui/clockText.ts";
import { pluralText } from "../ui/pluralText.ts";

interface StatusBarDeps {
  readonly accounts: AccountsModel;
  readonly service: ServiceModel;
  /** Percent of the limit below which the item is shown; 0 for never. */
  readonly warnBelow: () => number;
  readonly now: () => number;
}

/** Shows when the active account's remaining requests are few, and when calls wait. */
export class QuotaStatus implements Disposable {
  readonly #deps: StatusBarDeps;
  readonly #store = new DisposableStore();
  readonly item: vscode.StatusBarItem;
  #isShown = false;

  constructor(deps: StatusBarDeps) {
    this.#deps = deps;
    this.item = this.#store.add(
      vscode.window.createStatusBarItem("forgeside.quota", vscode.StatusBarAlignment.Right, 90),
    );
    this.item.name = vscode.l10n.t("Forgeside: Rate Limit");
    this.item.command = serviceCommands.showLimit;
    this.#store.add(deps.service.onDidChange(() => this.update()));
    this.#store.add(deps.accounts.onDidChange(() => this.update()));
  }

  get isShown(): boolean {
    return this.#isShown;
  }

  update(): void {
    const { accounts, warnBelow, now } = this.#deps;
    const account = accounts.active;
    const quota = account?.client.quota;
    const waiting = account?.client.waiting ?? [];
    const isLow =
      quota !== undefined &&
      quota.reset * 1000 > now() &&
      quota.limit > 0 &&
      (quota.remaining / quota.limit) * 100 < warnBelow();
    this.#isShown = account !== undefined && (isLow || waiting.length > 0);
    if (!account || !this.#isShown) {
      this.item.hide();
      return;
    }
    const left = pluralText(
      vscode.l10n.t("{count, plural, one {# request left} other {# requests left}}"),
      quota?.remaining ?? 0,
    );
    const waits = pluralText(
      vscode.l10n.t("{count, plural, one {# request is waiting} other {# requests are waiting}}"),
      waiting.length,
    );
    this.item.text = waiting.length > 0 ? `$(watch) ${waits}` : `$(dashboard) ${left}`;
    this.item.accessibilityInformation = {
      label: vscode.l10n.t("Forgeside: {0}", waiting.length > 0 ? waits : left),
    };
    this.item.backgroundColor =
      quota?.remaining === 0 ? new vscode.ThemeColor("statusBarItem.warningBackground") : undefined;
    this.item.tooltip = [
      nameOf(account.profile),
      ...(quota ? [limitText(quota.remaining, quota.limit, quota.reset * 1000)] : []),
      ...waiting.map(({ label, until }) =>
        until === undefined
          ? vscode.l10n.t("{0} waits", label)
          : vscode.l10n.t("{0} waits until {1}", label, clockText(until)),
      ),
      vscode.l10n.t("Unchanged responses don't count. Click to see what used the requests."),
    ].join("\n");
    this.item.show();
  }

  dispose(): void {
    this.#store.dispose();
  }
}
