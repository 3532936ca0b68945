import * as vscode from "vscode";
import { activeAccount } from "../accounts/activeAccount.ts";
import type { BasicAuth } from "../accounts/signIn/basicAuth.ts";
import type { Account, AccountsModel } from "../accounts/model.ts";
import { requireAccount } from "../accounts/requireAccount.ts";
import { hostOf, nameOf as accountName } from "../accounts/profile.ts";
import { CancelledError, UserError } from "../base/errors.ts";
import type { Handler } from "../commands/registry.ts";
import type { Authorization } from "../client/types/authorization.ts";
import { type AuthorizationCommandId, authorizationCommands } from "../ids.ts";
import { askForm } from "../ui/form.ts";
import type { ReadonlyDocuments } from "../ui/readonlyDocuments.ts";
import { plainText } from "../ui/plainText.ts";
import { pluralText } from "../ui/pluralText.ts";
import { askText, confirm, pickOne } from "../ui/prompts.ts";
import { Reports } from "../ui/reports.ts";
import { selectedItems } from "../ui/selectedItems.ts";
import { type AuthorizationDraft, type AuthorizationsModel, draftOf, withoutToken } from "./model.ts";
import { type AuthorizationNode, hintText, nameOf, scopesText } from "./nodes.ts";
import { changeOf, hintsOf, knownScopes } from "./scopes.ts";
import { showInformation } from "../ui/messages.ts";
import { showStatus } from "../ui/showStatus.ts";
import { createOrAsk } from "../ui/createOrAsk.ts";

export interface AuthorizationCommandDeps {
  readonly accounts: AccountsModel;
  readonly authorizations: AuthorizationsModel;
  readonly basicAuth: BasicAuth;
  readonly texts: ReadonlyDocuments;
  readonly now: () => number;
}

const given = (target: unknown): Partial<AuthorizationNode> =>
  typeof target === "object" && target !== null ? target : {};

/**
 * The account of the row, or the active one. Throws SignedOutError for that of a row, and UserError where the server has
 * no authorizations.
 */
const accountOf = async ({ accounts }: AuthorizationCommandDeps, target: unknown): Promise<Account> => {
  const id = given(target).place?.accountId;
  const account = id === undefined ? await activeAccount({ accounts }) : requireAccount(accounts, id);
  const status = account.profile.missing?.authorizations;
  if (status !== undefined)
    throw new UserError(
      vscode.l10n.t(
        "{0} doesn't offer authorizations: it responds with {1}. Manage tokens on its web page.",
        hostOf(account.profile),
        status,
      ),
    );
  return account;
};

interface Target {
  readonly account: Account;
  readonly authorization: Authorization;
}

const targetOf = async (deps: AuthorizationCommandDeps, target: unknown, title: string): Promise<Target> => {
  const account = await accountOf(deps, target);
  const { authorization } = given(target);
  if (authorization) return { account, authorization };
  const { id } = account.profile;
  const all = deps.authorizations.known(id) ?? (await deps.authorizations.read(account, title));
  if (all.length === 0)
    throw new UserError(vscode.l10n.t("{0} has no authorizations.", accountName(account.profile)));
  const rows = all.map((each) => ({
    label: `$(key) ${plainText(nameOf(each))}`,
    description: scopesText(each.scopes),
    each,
  }));
  const { each } = await pickOne(rows, { title, placeHolder: vscode.l10n.t("Select an authorization") });
  return { account, authorization: each };
};

const askScopes = async (title: string, current: readonly string[]): Promise<readonly string[]> => {
  const all = [...new Set([...current, ...knownScopes])];
  const picked = await vscode.window.showQuickPick(
    all.map((label) => ({ label, picked: current.includes(label) })),
    {
      title,
      placeHolder: vscode.l10n.t("Select the scopes of the token"),
      canPickMany: true,
      ignoreFocusOut: true,
    },
  );
  if (!picked) throw new CancelledError();
  return picked.map(({ label }) => label);
};

const isWebAddress = (text: string): boolean => text === "" || (/^https?:\/\//i.test(text) && URL.canParse(text));

const askDraft = async (
  title: string,
  action: () => string,
  start: AuthorizationDraft,
): Promise<AuthorizationDraft> => {
  const form = { ...start };
  await askForm(title, action, [
    {
      label: vscode.l10n.t("Note"),
      shown: () => form.note,
      change: async () => {
        form.note = (
          await askText({ title, value: form.note, prompt: vscode.l10n.t("Enter what the token is for") })
        ).trim();
      },
    },
    {
      label: vscode.l10n.t("Scopes"),
      shown: () => scopesText(form.scopes),
      change: async () => {
        form.scopes = await askScopes(title, form.scopes);
      },
    },
    {
      label: vscode.l10n.t("URL for the Note"),
      shown: () => form.noteUrl,
      change: async () => {
        form.noteUrl = (
          await askText({
            title,
            value: form.noteUrl,
            prompt: vscode.l10n.t("Enter the URL of the app that uses the token (optional)"),
            placeHolder: "https://",
            validateInput: (text) =>
              isWebAddress(text.trim())
                ? undefined
                : vscode.l10n.t("Enter a URL that starts with https:// or http://."),
          })
        ).trim();
      },
    },
  ]);
  return form;
};

/** Shows the token once: it is in no log, no document and no list. */
const handOver = async (
  { accounts }: AuthorizationCommandDeps,
  account: Account,
  token: string,
): Promise<void> => {
  const keep = vscode.l10n.t("Sign In with This Token");
  const copy = vscode.l10n.t("Copy Token");
  const answer = await showInformation(
    vscode.l10n.t("The token was created. It can't be shown again."),
    {
      modal: true,
      detail: `${token}\n\n${vscode.l10n.t(
        "Signing in with it replaces the token that {0} has now.",
        accountName(account.profile),
      )}`,
    },
    keep,
    copy,
  );
  if (answer === copy) await vscode.env.clipboard.writeText(token);
  if (answer !== keep) return;
  const { kind, baseUrl, dialect } = account.profile;
  const candidate = { kind, baseUrl, dialect, credential: "token" } as const;
  await accounts.add(candidate, await accounts.check(candidate, token), token);
  showStatus(vscode.l10n.t("Signed in with the new token."), 6000);
};

const create = async (deps: AuthorizationCommandDeps, target: unknown): Promise<void> => {
  const account = await accountOf(deps, target);
  const title = vscode.l10n.t("New Authorization at {0}", hostOf(account.profile));
  const start = { note: "", scopes: ["gist"], noteUrl: "" };
  const draft = await askDraft(title, () => vscode.l10n.t("Create Token"), start);
  const refresh = (): Promise<unknown> => deps.authorizations.read(account, title);
  await createOrAsk(vscode.l10n.t("The authorization"), refresh, async () => {
    const { token } = await deps.authorizations.create(account, draft, title);
    if (token === undefined || token === "")
      throw new UserError(vscode.l10n.t("The authorization was created, but the server didn't show its token."));
    await handOver(deps, account, token);
  });
};

const changeText = (former: AuthorizationDraft, next: AuthorizationDraft): string => {
  const { added, removed, kept } = changeOf(former.scopes, next.scopes);
  const line = (sign: string, scopes: readonly string[]): readonly string[] =>
    scopes.map((scope) => `${sign} ${scope}`);
  return [
    ...line("+", added),
    ...line("−", removed),
    ...(added.length + removed.length > 0 && kept.length > 0
      ? [vscode.l10n.t("as before: {0}", kept.join(", "))]
      : []),
    ...(former.note === next.note ? [] : [vscode.l10n.t("Note: {0} → {1}", former.note || "–", next.note || "–")]),
    ...(former.noteUrl === next.noteUrl
      ? []
      : [vscode.l10n.t("URL: {0} → {1}", former.noteUrl || "–", next.noteUrl || "–")]),
  ].join("\n");
};

const update = async (deps: AuthorizationCommandDeps, target: unknown): Promise<void> => {
  const { account, authorization } = await targetOf(deps, target, vscode.l10n.t("Edit Authorization"));
  const title = vscode.l10n.t("Change “{0}”", nameOf(authorization));
  const former = draftOf(authorization);
  const next = await askDraft(title, () => vscode.l10n.t("Show What Changes"), former);
  const diff = changeText(former, next);
  if (diff === "") {
    showStatus(vscode.l10n.t("No changes: nothing was sent."), 6000);
    return;
  }
  await confirm(
    vscode.l10n.t("Change the authorization “{0}”?", nameOf(authorization)),
    diff,
    vscode.l10n.t("Change"),
  );
  await deps.authorizations.update(account, authorization, next, title);
  showStatus(vscode.l10n.t("The authorization is changed."), 6000);
};

const show = async (deps: AuthorizationCommandDeps, target: unknown): Promise<void> => {
  const title = vscode.l10n.t("Show Authorization");
  const { account, authorization } = await targetOf(deps, target, title);
  const record = withoutToken(await deps.authorizations.get(account, authorization.id, title));
  const hints = hintsOf(record, deps.now()).map(hintText);
  await deps.texts.show(
    `${nameOf(record)}.json`,
    `${JSON.stringify(hints.length > 0 ? { hints, ...record } : record, undefined, 2)}\n`,
  );
};

const removeSeveral = async (
  deps: AuthorizationCommandDeps,
  selected: readonly AuthorizationNode[],
): Promise<void> => {
  const count = selected.length;
  const title = vscode.l10n.t("Delete authorizations");
  const names = new Map(
    selected.map((node) => [node, accountName(requireAccount(deps.accounts, node.place.accountId).profile)]),
  );
  const texts = {
    question: pluralText(
      vscode.l10n.t("{count, plural, one {Delete # authorization?} other {Delete # authorizations?}}"),
      count,
    ),
    detail: vscode.l10n.t("Everything that uses their tokens is signed out at once. This can't be undone."),
    button: vscode.l10n.t("Delete"),
    title,
    allDone: pluralText(
      vscode.l10n.t("{count, plural, one {# authorization deleted.} other {# authorizations deleted.}}"),
      count,
    ),
    labelOf: (node: AuthorizationNode): string => `${nameOf(node.authorization)} (${names.get(node) ?? ""})`,
  };
  await new Reports(deps.texts).runConfirmed(selected, texts, async (node) => {
    if (!deps.accounts.get(node.place.accountId))
      throw new UserError(vscode.l10n.t("{0} was signed out since you were asked.", names.get(node) ?? ""));
    await deps.authorizations.delete(await accountOf(deps, node), node.authorization.id, title);
  });
};

const remove = async (deps: AuthorizationCommandDeps, target: unknown, rows: unknown): Promise<void> => {
  const selected = selectedItems(
    rows,
    (row) => (given(row).authorization ? (row as AuthorizationNode) : undefined),
    ({ id }) => id,
  );
  if (selected.length > 0) return removeSeveral(deps, selected);
  const { account, authorization } = await targetOf(deps, target, vscode.l10n.t("Delete Authorization"));
  await confirm(
    vscode.l10n.t("Delete the authorization “{0}”?", nameOf(authorization)),
    vscode.l10n.t("Everything that uses its token is signed out at once. This can't be undone."),
    vscode.l10n.t("Delete"),
  );
  const title = vscode.l10n.t("Delete “{0}”", nameOf(authorization));
  await deps.authorizations.delete(account, authorization.id, title);
};

export const authorizationHandlers = (
  deps: AuthorizationCommandDeps,
): Record<AuthorizationCommandId, Handler> => ({
  [authorizationCommands.list]: async (target) => {
    const account = await accountOf(deps, target);
    const title = vscode.l10n.t("Authorizations at {0}", hostOf(account.profile));
    await deps.authorizations.read(account, title);
  },
  [authorizationCommands.show]: (target) => show(deps, target),
  [authorizationCommands.create]: (target) => create(deps, target),
  [authorizationCommands.update]: (target) => update(deps, target),
  [authorizationCommands.delete]: (target, rows) => remove(deps, target, rows),
  [authorizationCommands.lock]: async (target) => {
    const { profile } = await accountOf(deps, target);
    deps.basicAuth.forget(profile.id);
    deps.authorizations.forget(profile.id);
  },
});
