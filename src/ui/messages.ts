import * as vscode from "vscode";
import { inertLines, inertText } from "./plainText.ts";

/** The options of a modal dialog, or the first button. */
type Rest = readonly unknown[];

const isOptions = (value: unknown): value is vscode.MessageOptions =>
  typeof value === "object" && value !== null && !("title" in value);

const inertRest = ([first, ...rest]: Rest): unknown[] => {
  if (first === undefined) return [];
  if (!isOptions(first) || first.detail === undefined) return [first, ...rest];
  return [{ ...first, detail: inertLines(first.detail) }, ...rest];
};

type Show = typeof vscode.window.showInformationMessage;
type Kind = "showInformationMessage" | "showWarningMessage" | "showErrorMessage";

/** Looks the function up at each call. */
const inert = (kind: Kind): Show =>
  ((text: string, ...rest: Rest) =>
    (vscode.window[kind] as (text: string, ...rest: unknown[]) => Thenable<unknown>)(
      inertText(text),
      ...inertRest(rest),
    )) as Show;

// The only functions that show messages (lint): no text in them becomes a link. As those of vscode.window otherwise.
export const showInformation = inert("showInformationMessage");
export const showWarning = inert("showWarningMessage");
export const showErrorMessage = inert("showErrorMessage");

type ProgressTask<T> = (
  progress: vscode.Progress<{ message?: string; increment?: number }>,
  token: vscode.CancellationToken,
) => Thenable<T>;

/** `vscode.window.withProgress` whose title and messages have no links. */
export const showProgress = <T>(options: vscode.ProgressOptions, task: ProgressTask<T>): Thenable<T> =>
  vscode.window.withProgress(
    options.title === undefined ? options : { ...options, title: inertText(options.title) },
    (progress, token) =>
      task(
        {
          report: ({ message, ...value }) =>
            progress.report(message === undefined ? value : { ...value, message: inertText(message) }),
        },
        token,
      ),
  );

type Problem = Awaited<ReturnType<NonNullable<vscode.InputBoxOptions["validateInput"]>>>;

const isThenable = <T>(value: T | Thenable<T>): value is Thenable<T> =>
  typeof value === "object" && value !== null && "then" in value;

const inertProblem = (problem: Problem): Problem => {
  if (typeof problem === "string") return inertText(problem);
  return problem ? { ...problem, message: inertText(problem.message) } : problem;
};

/** `vscode.window.showInputBox` whose prompt and problems have no links. */
export const showInput = (options: vscode.InputBoxOptions): Thenable<string | undefined> => {
  const inertOptions: vscode.InputBoxOptions = { ...options };
  if (options.prompt !== undefined) inertOptions.prompt = inertText(options.prompt);
  if (options.validateInput)
    inertOptions.validateInput = (value) => {
      const problem = options.validateInput?.(value);
      return isThenable(problem) ? problem.then(inertProblem) : inertProblem(problem);
    };
  return vscode.window.showInputBox(inertOptions);
};

/** An input box of one's own. Its `prompt` and `validationMessage` take text from `inertText` only. */
export const createInput = (title: string, prompt: string): vscode.InputBox => {
  const box = vscode.window.createInputBox();
  box.title = title;
  box.prompt = inertText(prompt);
  return box;
};
