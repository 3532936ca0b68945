import * as vscode from "vscode";
import type { Disposable } from "../base/disposable.ts";
import { ChoiceError } from "../base/errors.ts";
import type { LinkPath } from "../manifestNames.ts";
import type { Shell } from "../shell/shell.ts";
import { withOrigin } from "../ui/callOrigin.ts";
import type { Log } from "../ui/log.ts";
import { showError } from "../ui/showError.ts";

/** What a command does. `nodes` are the selected tree nodes when several are selected. */
export type Handler = (target?: unknown, nodes?: unknown) => Promise<unknown>;

/** What a command has begun, and does not wait for: the user goes on, and its errors are shown as the command's. */
export class Background {
  constructor(readonly done: Promise<unknown>) {}
}

/** The same error, what its choices throw explained, too. */
const explainedError = (given: unknown, explain: (error: unknown) => unknown): unknown => {
  const error = explain(given);
  if (!(error instanceof ChoiceError)) return error;
  const choices = error.choices.map(({ title, run }) => ({ title, run: () => explaining(run, explain) }));
  return new ChoiceError(error.message, choices, { cause: error.cause });
};

const explaining = async (act: () => unknown, explain: (error: unknown) => unknown): Promise<unknown> => {
  try {
    const result = await act();
    return result instanceof Background ? new Background(explaining(() => result.done, explain)) : result;
  } catch (error) {
    throw explainedError(error, explain);
  }
};

/** The same commands, whose errors are explained in the words of their feature; those of their messages' buttons, too. */
export const explained = <T extends Readonly<Record<string, Handler>>>(
  table: T,
  explain: (error: unknown) => unknown,
): T =>
  Object.fromEntries(
    Object.entries(table).map(([id, handler]): [string, Handler] => [
      id,
      (target, nodes) => explaining(() => handler(target, nodes), explain),
    ]),
  ) as T;

/** A command table whose code is loaded with the first use of one of its commands. A load that failed is tried again. */
export const loadOnUse = <Id extends string>(
  commands: Readonly<Record<string, Id>>,
  load: () => Promise<Readonly<Record<Id, Handler>>>,
): Record<Id, Handler> => {
  let loading: Promise<Readonly<Record<Id, Handler>>> | undefined;
  const table = (): Promise<Readonly<Record<Id, Handler>>> =>
    (loading ??= load().catch((error: unknown) => {
      loading = undefined;
      throw error;
    }));
  const entries = Object.values(commands).map((id): [Id, Handler] => [
    id,
    async (...args) => (await table())[id](...args),
  ]);
  return Object.fromEntries(entries) as Record<Id, Handler>;
};

/** Hands a feature's command table to the shell. The one place where a command's errors are shown. */
export const registerCommands = (
  shell: Pick<Shell, "commands">,
  table: Readonly<Record<string, Handler>>,
  log: Log,
): Disposable =>
  shell.commands(
    Object.fromEntries(
      Object.entries(table).map(([id, handler]) => {
        const run: Handler = async (target, nodes) => {
          const fail = (error: unknown): undefined =>
            void showError(id, error, log, async () => void (await run(target, nodes)), target);
          try {
            const result = await withOrigin(id, () => handler(target, nodes));
            if (!(result instanceof Background)) return result;
            result.done.catch(fail);
            return undefined;
          } catch (error) {
            return fail(error);
          }
        };
        return [id, run];
      }),
    ),
  );

/** Opens links that begin with the path. Errors are shown as those of commands. */
export const registerLinks = (
  shell: Pick<Shell, "links">,
  path: LinkPath,
  handler: (uri: vscode.Uri) => Promise<unknown>,
  log: Log,
): Disposable => {
  const open = async (uri: vscode.Uri): Promise<void> => {
    try {
      await withOrigin(path, () => handler(uri));
    } catch (error) {
      void showError(vscode.l10n.t("Open Link"), error, log, () => open(uri));
    }
  };
  return shell.links(path, open);
};
