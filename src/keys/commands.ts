import * as vscode from "vscode";
import type { AccountsModel } from "../accounts/model.ts";
import { ChoiceError, UserError } from "../base/errors.ts";
import type { DeployKey } from "../client/types/deployKey.ts";
import { explained, type Handler } from "../commands/registry.ts";
import { type KeyCommandId, keyCommands } from "../ids.ts";
import type { RepoPlace } from "../repos/types.ts";
import { errorText } from "../ui/errorText.ts";
import { askForm } from "../ui/form.ts";
import { plainText } from "../ui/plainText.ts";
import { withProgress } from "../ui/progress.ts";
import { copiedLinesText } from "../ui/counts.ts";
import { pluralText } from "../ui/pluralText.ts";
import { confirm, pickOne } from "../ui/prompts.ts";
import type { Reports } from "../ui/reports.ts";
import type { DeployKeysNode } from "./nodes.ts";
import {
  askTitle,
  generateKey,
  isStrengthAccepted,
  keyFromFile,
  type LoadKeyFiles,
  pasteKey,
  pickSource,
} from "./keySources.ts";
import { addOrOfferAgain } from "./addOrOfferAgain.ts";
import { KeyProblem } from "./problem.ts";
import { toUserError } from "./problemText.ts";
import { fingerprintOf, parsePublicKey, type PublicKey, typeName } from "./publicKey.ts";
import { fingerprintText, type KeyTarget, type KeyTargetDeps, selectedKeys, targetKey } from "./target.ts";
import { showInformation } from "../ui/messages.ts";
import { showStatus } from "../ui/showStatus.ts";
import { createOrAsk, UnconfirmedError } from "../ui/createOrAsk.ts";

interface KeyDeps extends KeyTargetDeps {
  readonly accounts: AccountsModel;
  readonly reports: Reports;
  /** Undefined where there is no disk. */
  readonly loadKeyFiles: LoadKeyFiles | undefined;
}

const say = (text: string): void => void showStatus(text, 6000);

const lineOf = (key: DeployKey): string => key.key.trim().split(/\s+/, 2).join(" ");

/** Throws when the repository has the key already, as far as its keys were read. */
const refuseDouble = async ({ keys }: KeyTargetDeps, place: RepoPlace, { line }: PublicKey): Promise<void> => {
  const double = (await keys.list(place)).items.find((each) => lineOf(each) === line);
  if (double)
    throw new UserError(
      vscode.l10n.t("The repository has this key already, as “{0}”. Nothing was sent.", double.title),
    );
};

interface Obtained {
  readonly title: string;
  readonly key: PublicKey;
  /** Where the private half of a new pair is. */
  readonly path?: string;
}

const chooseKey = async (
  deps: KeyDeps,
  place: RepoPlace,
  heading: string,
  proposed?: string,
): Promise<Obtained> => {
  const source = await pickSource(heading);
  if (source === "generate") {
    const title = await askTitle(heading, proposed ?? "");
    return { title, ...(await generateKey(deps.loadKeyFiles, place, heading, title)) };
  }
  const key = source === "paste" ? await pasteKey(heading) : await keyFromFile(heading);
  await refuseDouble(deps, place, key);
  if (!(await isStrengthAccepted(key))) return chooseKey(deps, place, heading, proposed);
  return { title: await askTitle(heading, proposed ?? key.comment), key };
};

const createOrAskKey = (keys: KeyDeps["keys"], place: RepoPlace, create: () => Promise<void>): Promise<void> =>
  createOrAsk(vscode.l10n.t("The deploy key"), () => keys.refresh(place), create);

/** Runs what adds a key. `path`: of the private half of a new pair; a failure names it, and offers to add the same key again. */
const addWithPath = async (path: string | undefined, act: () => Promise<unknown>): Promise<void> => {
  if (path === undefined) {
    await act();
    return;
  }
  const textOf = (error: unknown): string =>
    vscode.l10n.t("The private key is in “{0}” and stays there. {1}", path, errorText(toUserError(error)));
  const onDidCancel = () =>
    say(vscode.l10n.t("Canceled. The private key is in “{0}” and stays there.", plainText(path)));
  await addOrOfferAgain({ again: vscode.l10n.t("Try Again"), textOf, onDidCancel }, act);
};

const pickReadOnly = async (heading: string): Promise<boolean> => {
  const rows = [
    { label: vscode.l10n.t("Read-only"), detail: vscode.l10n.t("It can clone and fetch."), readOnly: true },
    { label: vscode.l10n.t("May write"), detail: vscode.l10n.t("It can push, too."), readOnly: false },
  ];
  const placeHolder = vscode.l10n.t("Select what the machine with the key is allowed to do");
  return (await pickOne(rows, { title: heading, placeHolder })).readOnly;
};

const showAdded = (text: string, path: string | undefined): void => {
  if (path === undefined) say(text);
  else void showInformation(vscode.l10n.t("{0} The private half is in “{1}”, for its owner only.", text, path));
};

const add = async (deps: KeyDeps, target: unknown): Promise<void> => {
  const question = vscode.l10n.t("Select a repository for the key");
  const place = await deps.repos.target(target, question, "repos.createKey");
  await deps.keys.list(place);
  const heading = vscode.l10n.t("Add Deploy Key to {0}", `${place.owner}/${place.repo}`);
  const readOnly = await pickReadOnly(heading);
  const { title, key, path } = await chooseKey(deps, place, heading);
  const create = async (): Promise<void> => {
    await deps.keys.add(place, { title, line: key.line, readOnly });
    showAdded(vscode.l10n.t("“{0}” is a deploy key of {1} now.", plainText(title), plainText(place.repo)), path);
  };
  await addWithPath(path, () => createOrAskKey(deps.keys, place, create));
};

const offerDeleteAndAdd = async (
  { keys }: KeyTargetDeps,
  place: RepoPlace,
  key: DeployKey,
  title: string,
): Promise<void> => {
  await confirm(
    vscode.l10n.t("Delete “{0}” and add it again as “{1}”?", key.title, title),
    vscode.l10n.t(
      "This server can't change a key's title and doesn't accept a key twice, so it is deleted first. For a moment no one can log in with the key. If that is a problem, rotate it instead.",
    ),
    vscode.l10n.t("Delete and Add Again"),
  );
  await deleteAndAddKey(keys, place, key, title);
};

const deleteAndAddKey = async (
  keys: KeyTargetDeps["keys"],
  place: RepoPlace,
  key: DeployKey,
  title: string,
): Promise<void> => {
  const saved = () => say(vscode.l10n.t("“{0}” is saved.", plainText(title)));
  try {
    await keys.deleteAndAdd(place, key, title);
  } catch (error) {
    const kind = error instanceof KeyProblem ? error.kind : undefined;
    if (kind !== "neitherLeft" && kind !== "deletionUnconfirmed") throw error;
    await vscode.env.clipboard.writeText(key.key);
    const create = async (): Promise<void> => {
      await keys.add(place, { title, line: lineOf(key), readOnly: key.read_only ?? false });
      saved();
    };
    const again = vscode.l10n.t("Add Again");
    const textOf = (failure: unknown): string =>
      failure instanceof UnconfirmedError
        ? errorText(failure)
        : errorText(toUserError(new KeyProblem("neitherLeft", key.title, failure)));
    const run = async (): Promise<void> => {
      if (kind === "neitherLeft")
        return addOrOfferAgain({ again, textOf }, () => createOrAskKey(keys, place, create));
      // The server does not accept the key again while the former one is there.
      await deleteAndAddKey(keys, place, key, title);
      saved();
    };
    throw new ChoiceError(errorText(toUserError(error)), [{ title: again, run }], { cause: error });
  }
};

/** Where a replaced key may be left, a button deletes it. Another error is answered as it is. */
const withDeleteFormer = (deps: Pick<KeyDeps, "keys">, former: KeyTarget, error: unknown): unknown => {
  // Not where it is uncertain whether the new key is there.
  const isDone = error instanceof KeyProblem && error.kind === "bothLeft" && !(error.cause instanceof KeyProblem);
  if (!isDone) return error;
  const run = () => removeOne(deps, former);
  const choices = [{ title: vscode.l10n.t("Delete Former Key..."), run }];
  return new ChoiceError(errorText(toUserError(error)), choices, { cause: error });
};

const edit = async (deps: KeyTargetDeps, target: unknown): Promise<void> => {
  const { place, key } = await targetKey(deps, target, vscode.l10n.t("Select a deploy key to edit"));
  const heading = vscode.l10n.t("Edit Deploy Key");
  let { title } = key;
  let changed: PublicKey | undefined;
  await askForm(heading, () => vscode.l10n.t("Save “{0}”", title), [
    {
      label: vscode.l10n.t("Title"),
      shown: () => title,
      change: async () => {
        title = await askTitle(heading, title);
      },
    },
    {
      label: vscode.l10n.t("Public Key"),
      shown: () => (changed ? `${typeName(changed)}, ${vscode.l10n.t("changed")}` : lineOf(key)),
      change: async () => {
        const current = changed?.line ?? lineOf(key);
        const typed = await pasteKey(heading, current);
        if (typed.line === current || !(await isStrengthAccepted(typed))) return;
        changed = typed.line === lineOf(key) ? undefined : typed;
      },
    },
  ]);
  if (title === key.title && !changed) return;
  if (changed) await refuseDouble(deps, place, changed);
  const line = changed?.line ?? lineOf(key);
  const done = await withProgress(vscode.l10n.t("Changing “{0}”", plainText(key.title)), async () => {
    try {
      return await deps.keys.change(place, key, { title, line });
    } catch (error) {
      if (error instanceof KeyProblem && error.kind === "cannotRename") return "cannotRename" as const;
      throw withDeleteFormer(deps, { place, key }, error);
    }
  });
  if (done === "cannotRename") await offerDeleteAndAdd(deps, place, key, title);
  say(
    done === "replaced"
      ? vscode.l10n.t(
          "This server can't change keys: “{0}” was added and verified, then the former one deleted.",
          title,
        )
      : vscode.l10n.t("“{0}” is saved.", title),
  );
};

/** The text, with what distinguishes the key from another one of the same name. */
const withFingerprint = async (text: string, key: DeployKey): Promise<string> =>
  [text, await fingerprintText(key)].filter((each) => each !== "").join("\n\n");

const rotate = async (deps: KeyDeps, target: unknown): Promise<void> => {
  const { place, key } = await targetKey(deps, target, vscode.l10n.t("Select a deploy key to rotate"));
  await deps.keys.requireExisting(place, key);
  const readOnly = key.read_only ?? false;
  const heading = vscode.l10n.t("Rotate “{0}”", key.title);
  await confirm(
    vscode.l10n.t("Replace the key “{0}” with a new one?", key.title),
    await withFingerprint(
      vscode.l10n.t(
        "The new key is added and verified, and then the former one deleted: the machine must have the new private half. It gets the same rights: {0}.",
        readOnly ? vscode.l10n.t("read-only") : vscode.l10n.t("may write"),
      ),
      key,
    ),
    vscode.l10n.t("Rotate"),
  );
  const { title, key: next, path } = await chooseKey(deps, place, heading, key.title);
  const replace = async (): Promise<void> => {
    await withProgress(heading, () => deps.keys.replace(place, key, { title, line: next.line, readOnly })).catch(
      (error: unknown) => {
        throw withDeleteFormer(deps, { place, key }, error);
      },
    );
    showAdded(vscode.l10n.t("“{0}” has a new key; the former one is deleted.", plainText(title)), path);
  };
  await addWithPath(path, () => createOrAskKey(deps.keys, place, replace));
};

const removeSeveral = async (
  { keys, reports }: Pick<KeyDeps, "keys" | "reports">,
  selected: readonly KeyTarget[],
): Promise<void> => {
  const count = selected.length;
  const texts = {
    question: pluralText(
      vscode.l10n.t("{count, plural, one {Delete # deploy key?} other {Delete # deploy keys?}}"),
      count,
    ),
    detail: vscode.l10n.t("Machines that have their private halves can no longer log in with them."),
    button: vscode.l10n.t("Delete"),
    title: vscode.l10n.t("Delete deploy keys"),
    allDone: pluralText(
      vscode.l10n.t("{count, plural, one {# deploy key deleted.} other {# deploy keys deleted.}}"),
      count,
    ),
    labelOf: ({ place, key }: KeyTarget): string => `${place.owner}/${place.repo}: ${key.title}`,
    explain: toUserError,
  };
  await reports.runConfirmed(selected, texts, ({ place, key }) => keys.delete(place, key));
};

const remove = async (deps: KeyDeps, target: unknown, rows: unknown): Promise<void> => {
  const selected = selectedKeys(rows);
  if (selected.length > 0) return removeSeveral(deps, selected);
  await removeOne(deps, await targetKey(deps, target, vscode.l10n.t("Select a deploy key to delete")));
};

const removeOne = async ({ keys }: Pick<KeyDeps, "keys">, { place, key }: KeyTarget): Promise<void> => {
  await confirm(
    vscode.l10n.t("Delete the deploy key “{0}” of {1}/{2}?", key.title, place.owner, place.repo),
    await withFingerprint(vscode.l10n.t("Machines that have its private half can no longer log in with it."), key),
    vscode.l10n.t("Delete"),
  );
  await keys.delete(place, key);
};

const copyLines = async (lines: readonly string[]): Promise<void> => {
  await vscode.env.clipboard.writeText(lines.join("\n"));
  say(copiedLinesText(lines.length));
};

const copyFingerprint = async (deps: KeyTargetDeps, target: unknown, rows: unknown): Promise<void> => {
  const selected = selectedKeys(rows);
  if (selected.length > 0)
    return copyLines(await Promise.all(selected.map(({ key }) => fingerprintOf(parsePublicKey(key.key)))));
  const { key } = await targetKey(deps, target, vscode.l10n.t("Select a deploy key to copy its fingerprint"));
  const fingerprint = await fingerprintOf(parsePublicKey(key.key));
  await vscode.env.clipboard.writeText(fingerprint);
  say(vscode.l10n.t("{0} copied to clipboard.", fingerprint));
};

const copyPublicKey = async (deps: KeyTargetDeps, target: unknown, rows: unknown): Promise<void> => {
  const selected = selectedKeys(rows);
  if (selected.length > 0) return copyLines(selected.map(({ key }) => key.key));
  const { key } = await targetKey(deps, target, vscode.l10n.t("Select a public key"));
  await vscode.env.clipboard.writeText(key.key);
  say(vscode.l10n.t("Public key “{0}” copied to clipboard.", key.title));
};

const refresh = async ({ keys, repos }: KeyTargetDeps, target: unknown): Promise<void> =>
  keys.refresh(await repos.target(target, vscode.l10n.t("Select a repository to show its deploy keys")));

export const keyHandlers = (deps: KeyDeps): Record<KeyCommandId, Handler> =>
  explained(
    {
      [keyCommands.add]: (target) => add(deps, target),
      [keyCommands.edit]: (target) => edit(deps, target),
      [keyCommands.rotate]: (target) => rotate(deps, target),
      [keyCommands.delete]: (target, rows) => remove(deps, target, rows),
      [keyCommands.copyFingerprint]: (target, rows) => copyFingerprint(deps, target, rows),
      [keyCommands.copyPublicKey]: (target, rows) => copyPublicKey(deps, target, rows),
      [keyCommands.refresh]: (target) => refresh(deps, target),
      [keyCommands.loadMore]: (target) => deps.keys.more((target as DeployKeysNode).place),
    },
    toUserError,
  );
