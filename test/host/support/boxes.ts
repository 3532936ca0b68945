import { type InputBox, window } from "vscode";

/** What a box that checks what is typed showed: one message for each text that it did not take. */
export interface Checked<T> {
  readonly result: T;
  readonly refusals: readonly string[];
}

const until = async (done: () => boolean): Promise<void> => {
  while (!done()) await new Promise((resolve) => setTimeout(resolve, 5));
};

/** Types these texts in turn, the next one when the last one was refused, and leaves the box after them. */
const type = async (box: InputBox, texts: readonly string[], accept: () => void, refusals: string[]) => {
  let isHidden = false;
  box.onDidHide(() => (isHidden = true));
  for (const text of texts) {
    box.value = text;
    box.validationMessage = undefined;
    accept();
    await until(() => isHidden || (box.enabled && !box.busy && box.validationMessage !== undefined));
    if (isHidden) return;
    refusals.push(String(box.validationMessage));
  }
  box.hide();
};

/** While `act` runs, answers the boxes that check what is typed: these texts for the first one, and so on. */
export const checking = async <T>(
  boxes: readonly (readonly string[])[],
  act: () => PromiseLike<T>,
): Promise<Checked<T>> => {
  const former = Object.getOwnPropertyDescriptor(window, "createInputBox");
  const original = window.createInputBox;
  const rest = [...boxes];
  const refusals: string[] = [];
  const value = () => {
    const box = original();
    const listeners: (() => void)[] = [];
    Object.defineProperty(box, "onDidAccept", {
      value: (listener: () => void) => {
        listeners.push(listener);
        return { dispose: () => undefined };
      },
    });
    const show = box.show.bind(box);
    box.show = () => {
      show();
      void type(box, rest.shift() ?? [], () => listeners.forEach((listener) => listener()), refusals);
    };
    return box;
  };
  Object.defineProperty(window, "createInputBox", { value, configurable: true });
  try {
    return { result: await act(), refusals };
  } finally {
    if (former) Object.defineProperty(window, "createInputBox", former);
  }
};
