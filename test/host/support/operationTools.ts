import assert from "node:assert/strict";
import { commands, type QuickPickItem, type Uri, window } from "vscode";
import { operationCommands, operationTextScheme } from "../../../src/ids.ts";
import type { SandboxSeed } from "../../../src/sandbox/seed.ts";
import { answering } from "./answers.ts";
import { type Choose, choosing } from "./forms.ts";
import { toolsSeed } from "./repoTools.ts";

/** What mia types for username and password. */
export const password = "secret-of-mia";

/** As `toolsSeed`, with passwords, an organization that mia leads, and a repository of otto. */
export const operationsSeed = (): SandboxSeed => {
  const seed = toolsSeed();
  return {
    ...seed,
    users: [
      { login: "mia", password },
      { login: "otto", password: "of-otto", oneTimePassword: "135790" },
      { login: "nora" },
    ],
    organizations: [{ login: "acme", admins: ["mia"], teams: [{ name: "Core", members: ["mia"] }] }],
    repositories: [
      ...(seed.repositories ?? []),
      {
        owner: "otto",
        name: "lib",
        commits: [
          { author: "otto", date: "2026-01-01T00:00:00Z", message: "Begin", files: { "README.md": "# Lib\n" } },
        ],
      },
    ],
  };
};

/** A value as a person types it. */
const typed = (value: unknown): string => (typeof value === "string" ? value : JSON.stringify(value));

interface BoxOptions {
  readonly title?: string;
  readonly password?: boolean;
  readonly validateInput?: (value: string) => unknown;
}

export type Given = Readonly<Record<string, unknown>>;

/**
 * Runs an operation as a person does: picks it, unless `target` is its row, answers for each parameter, and sends. The password is given when it is
 * asked for; writes are confirmed.
 */
export const runByForm = (operation: string, parameters: Given, target?: unknown): PromiseLike<unknown> => {
  const open = new Set(Object.keys(parameters));
  const nameIn = (title = ""): string | undefined => /: (\w+)(?: \(|$)/.exec(title)?.[1];
  const choose: Choose = ({ title = "", items }) => {
    if (title.startsWith("Run Operation")) {
      assert.equal(target, undefined, "the row says which operation it is");
      return items.find((row) => row.operation === operation);
    }
    // All that was not asked for because it is not required, or known already.
    const [next] = open;
    if (next !== undefined) {
      open.delete(next);
      const row = items.find(({ label }) => label === next);
      assert.ok(row, `${operation} has no row for ${next}`);
      return row;
    }
    const send = items.find(({ does }) => does === "send");
    assert.ok(send, `${operation} cannot be sent: ${items[0]?.label ?? ""}`);
    return send;
  };
  const answers = {
    showInputBox: ({ title, password: isPassword, validateInput }: BoxOptions) => {
      const name = nameIn(title);
      if (name === undefined) return isPassword ? password : "mia";
      open.delete(name);
      const text = typed(parameters[name]);
      assert.equal(validateInput?.(text), undefined, `${operation} ${name}`);
      return text;
    },
    showQuickPick: (
      rows: readonly (QuickPickItem & { from?: string; each?: unknown })[],
      { title }: BoxOptions,
    ) => {
      const name = nameIn(title) ?? "";
      return rows.find(({ from, each }) => from === "base64" || (from === undefined && each === parameters[name]));
    },
    showWarningMessage: (_: string, __: unknown, yes: string) => yes,
    showInformationMessage: () => undefined,
  };
  return choosing(choose, () => answering(answers, () => commands.executeCommand(operationCommands.run, target)));
};

export interface Shown {
  readonly uri: Uri;
  readonly status: number;
  readonly meta: Readonly<Record<string, string>> | undefined;
  // An answer is read as loosely as JSON is: every assertion says what it expects.
  readonly result: ReturnType<typeof JSON.parse>;
  readonly text: string;
}

/** The answer that is open in the active editor. */
export const shownAnswer = (): Shown => {
  const document = window.activeTextEditor?.document;
  assert.equal(document?.uri.scheme, operationTextScheme, "no answer is open");
  const text = document?.getText() ?? "";
  const value = JSON.parse(text) as { meta?: Shown["meta"]; result?: unknown; error?: { code: number } };
  const status = value.error?.code ?? Number.parseInt(value.meta?.["status"] ?? "", 10);
  return { uri: document?.uri as Uri, status, meta: value.meta, result: value.result, text };
};

export const isAnswerShown = (): boolean => window.activeTextEditor?.document.uri.scheme === operationTextScheme;
