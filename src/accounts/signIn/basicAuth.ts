import * as vscode from "vscode";
import { type Disposable, DisposableStore } from "../../base/disposable.ts";
import { UserError } from "../../base/errors.ts";
import type { Client } from "../../client/client.ts";
import { HttpError } from "../../client/errors.ts";
import type { RequestHeaders } from "../../client/operation.ts";
import { askText } from "../../ui/prompts.ts";
import type { AccountsModel } from "../model.ts";
import { hostOf, type Profile } from "../profile.ts";
import { ContextKey } from "../../ui/contextKey.ts";
import { contextKeys } from "../../ids.ts";
import { pluralText } from "../../ui/pluralText.ts";

/** How often a wrong password or one-time password may be typed in one go. */
const attempts = 3;

interface Open {
  readonly client: Client;
  readonly login: string;
  /** The one-time password that was accepted last: it may be valid for another call. */
  code?: string;
}

/** The server's wish for a one-time password, such as `required; app`; undefined when it has none. */
const wishOf = (error: unknown): string | undefined => {
  if (!HttpError.is(error, "unauthorized")) return undefined;
  const wish = error.headers["x-github-otp"] ?? error.headers["x-service-otp"] ?? "";
  return /^required/i.test(wish) ? wish : undefined;
};

const notEmpty =
  (text: string) =>
  (value: string): string | undefined =>
    value === "" ? text : undefined;

const askLogin = (title: string, profile: Profile, value: string): Promise<string> =>
  askText({
    title,
    prompt: vscode.l10n.t("Enter your username at {0}", hostOf(profile)),
    value,
    ignoreFocusOut: true,
    validateInput: (text) =>
      text.trim() === "" || text.includes(":") ? vscode.l10n.t("Enter the username, without a colon.") : undefined,
  });

const askPassword = (title: string, profile: Profile, login: string): Promise<string> =>
  askText({
    title,
    prompt: vscode.l10n.t(
      "Enter the password of {0} at {1}. It is sent to this server only, and isn't stored.",
      login,
      hostOf(profile),
    ),
    password: true,
    ignoreFocusOut: true,
    validateInput: notEmpty(vscode.l10n.t("Enter the password, or press Escape to cancel.")),
  });

const askCode = async (title: string, wish: string): Promise<string> =>
  (
    await askText({
      title,
      prompt: /sms/i.test(wish)
        ? vscode.l10n.t("The one-time password that the server sent you as a message")
        : vscode.l10n.t("The one-time password of your authenticator app"),
      ignoreFocusOut: true,
      validateInput: (value) =>
        /^\s*[\x21-\x7e]{1,100}\s*$/.test(value) ? undefined : vscode.l10n.t("Enter the one-time password."),
    })
  ).trim();

const end = ({ client }: Open): void => {
  client.dispose();
  client.authenticate(null);
};

const again = (title: string): string => vscode.l10n.t("{0}: not accepted, try again", title);

/**
 * Calls with username and password, for what no token may do. Both are asked for once per account and are in memory
 * only; a one-time password is asked for whenever the server wants one.
 */
export class BasicAuth implements Disposable {
  readonly #accounts: AccountsModel;
  readonly #open = new Map<string, Open>();
  readonly #store = new DisposableStore();
  readonly #isKnown = this.#store.add(new ContextKey<boolean>(contextKeys.passwordKnown));

  constructor(accounts: AccountsModel) {
    this.#accounts = accounts;
    this.#store.add(
      accounts.onDidChange(({ removed, changed }) => {
        for (const id of [...removed, ...changed]) this.forget(id);
      }),
    );
  }

  dispose(): void {
    for (const id of this.#open.keys()) this.forget(id);
    this.#store.dispose();
  }

  /** The password is asked for again the next time. */
  forget(accountId: string): void {
    const open = this.#open.get(accountId);
    this.#open.delete(accountId);
    this.#isKnown.set(this.#open.size > 0);
    if (open) end(open);
  }

  /**
   * Calls with a client that has the password; `headers` go into the call's parameters. `call` may be called several
   * times: only after the server refused to know the user. Throws CancelledError, UserError after too many wrong
   * passwords, and what `call` throws otherwise.
   */
  async run<T>(
    profile: Profile,
    title: string,
    call: (client: Client, headers: RequestHeaders) => Promise<T>,
  ): Promise<T> {
    let { login } = this.#open.get(profile.id) ?? profile;
    for (let attempt = 1; ; attempt++) {
      const known = this.#open.get(profile.id);
      const open = known ?? (await this.#ask(profile, attempt === 1 ? title : again(title), login));
      login = open.login;
      try {
        const result = await withCode(open, title, call);
        this.#keep(profile.id, open);
        return result;
      } catch (error) {
        const isWrong = HttpError.is(error, "unauthorized");
        if (isWrong) this.forget(profile.id);
        else if (HttpError.is(error)) this.#keep(profile.id, open);
        if (this.#open.get(profile.id) !== open) end(open);
        if (!isWrong) throw error;
      }
      if (attempt === attempts)
        throw new UserError(
          pluralText(
            vscode.l10n.t(
              "{count, plural, one {{0} refused the username or password # time. Nothing was done. Check both, and wait a while: servers lock accounts after too many attempts.} other {{0} refused the username or password # times. Nothing was done. Check both, and wait a while: servers lock accounts after too many attempts.}}",
            ),
            attempts,
            hostOf(profile),
          ),
        );
    }
  }

  /** A password that the server took. */
  #keep(accountId: string, open: Open): void {
    const former = this.#open.get(accountId);
    if (former && former !== open) end(former);
    // The account was signed out in the meantime: nothing of it may stay.
    if (this.#accounts.get(accountId)) this.#open.set(accountId, open);
    else end(open);
    this.#isKnown.set(this.#open.size > 0);
  }

  async #ask(profile: Profile, title: string, known: string): Promise<Open> {
    const login = (await askLogin(title, profile, known)).trim();
    const password = await askPassword(title, profile, login);
    const client = await this.#accounts.clientWithoutToken(profile);
    client.authenticate({ type: "basic", username: login, password });
    return { client, login };
  }
}

/** Asks for one-time passwords as long as the server wants one. */
const withCode = async <T>(
  open: Open,
  title: string,
  call: (client: Client, headers: RequestHeaders) => Promise<T>,
): Promise<T> => {
  let refused = 0;
  for (let code = open.code; ;) {
    let wish: string | undefined;
    try {
      const result = await call(open.client, code === undefined ? {} : { "X-Service-OTP": code });
      if (code !== undefined) open.code = code;
      return result;
    } catch (error) {
      wish = wishOf(error);
      if (wish === undefined) throw error;
    }
    // The one that was taken before may have become too old: that is no wrong one.
    if (code !== undefined && code !== open.code) refused++;
    delete open.code;
    if (refused === attempts)
      throw new UserError(
        pluralText(
          vscode.l10n.t(
            "{count, plural, one {The server refused the one-time password # time. Nothing was done. Check the clock of the device that makes it.} other {The server refused the one-time password # times. Nothing was done. Check the clock of the device that makes it.}}",
          ),
          attempts,
        ),
      );
    code = await askCode(refused > 0 ? again(title) : title, wish);
  }
};
