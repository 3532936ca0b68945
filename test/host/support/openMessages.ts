import { answering } from "./answers.ts";

/** A message that is in view until a button of it is clicked. */
interface OpenMessage {
  readonly text: string;
  readonly detail: string | undefined;
  click(button: string | undefined): void;
}

/** Errors and warnings stay open until `act` clicks one of their buttons; in the end all are left. */
export const withOpenMessages = (act: (said: readonly OpenMessage[]) => Promise<unknown>): Promise<void> => {
  const said: OpenMessage[] = [];
  const show = (text: string, ...given: readonly unknown[]): Promise<unknown> => {
    const { detail } = (given[0] ?? {}) as { readonly detail?: string };
    return new Promise((resolve) => {
      said.push({ text, detail, click: resolve });
      if (!given.some((each) => typeof each === "string")) resolve(undefined);
    });
  };
  return answering({ showErrorMessage: show, showWarningMessage: show } as never, async () => {
    try {
      await act(said);
    } finally {
      for (const message of said) message.click(undefined);
    }
  });
};
