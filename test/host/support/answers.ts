import { window } from "vscode";

type Kind =
  | "showWarningMessage"
  | "showInformationMessage"
  | "showErrorMessage"
  | "showQuickPick"
  | "showInputBox"
  | "showOpenDialog"
  | "showSaveDialog"
  | "showTextDocument";
/** What a person answers, given all that is asked; undefined leaves the question. */
type Answers = Partial<Record<Kind, (...given: readonly never[]) => unknown>>;

/** Answers the extension's questions in place of a person while `act` runs. What is not answered goes to VS Code. */
export const answering = async <T>(answers: Answers, act: () => PromiseLike<T>): Promise<T> => {
  const kinds = Object.keys(answers) as readonly Kind[];
  const former = kinds.map((kind) => [kind, Reflect.get(window, kind) as unknown] as const);
  for (const kind of kinds)
    Object.defineProperty(window, kind, {
      value: async (...given: readonly unknown[]) => {
        // No question: what is said is noted, too.
        const show = former.find(([each]) => each === kind)?.[1];
        if (kind === "showWarningMessage" && given.length === 1) Reflect.apply(show as never, window, given);
        return Reflect.apply(answers[kind] as never, undefined, await Promise.all(given)) as unknown;
      },
      configurable: true,
      writable: true,
    });
  try {
    return await act();
  } finally {
    for (const [kind, value] of former)
      Object.defineProperty(window, kind, { value, configurable: true, writable: true });
  }
};
