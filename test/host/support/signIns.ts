import {
  authentication,
  type AuthenticationGetSessionOptions,
  commands,
  ConfigurationTarget,
  extensions,
  type QuickPickItem,
  workspace,
} from "vscode";
import { accountCommands } from "../../../src/ids.ts";
import type { TestAccounts, TestSignIn } from "../../support/authProvider/extension.ts";
import { answering } from "./answers.ts";

/** What VS Code's GitHub sign-in offers from now on, and the address of the Enterprise server. */
export const offerAccounts = async (accounts: TestAccounts, enterprise = ""): Promise<void> => {
  const configuration = workspace.getConfiguration();
  await configuration.update("github-enterprise.uri", enterprise, ConfigurationTarget.Global);
  await configuration.update("testAuth.accounts", accounts, ConfigurationTarget.Global);
};

/** Signs in as a user does, with the first way whose label and description match. Answers the labels of all ways. */
export const signInBy = async (way: RegExp): Promise<readonly string[]> => {
  let labels: readonly string[] = [];
  await answering(
    {
      showQuickPick: (items: readonly QuickPickItem[]) => {
        const texts = items.map(({ label, description }) => `${label} ${description ?? ""}`);
        labels = texts;
        return items[texts.findIndex((text) => way.test(text))];
      },
    },
    () => commands.executeCommand(accountCommands.signIn),
  );
  return labels;
};

/** Clicks a button of the next messages, or leaves them. Answers what `act` does, what was asked and the buttons. */
export const clicking = async <T>(
  button: RegExp | undefined,
  act: () => PromiseLike<T>,
): Promise<{ readonly result: T; readonly asked: readonly string[]; readonly offered: readonly string[] }> => {
  const asked: string[] = [];
  const offered: string[] = [];
  const answer = (text: string, ...rest: readonly unknown[]): unknown => {
    const detail = rest.find((each) => typeof each === "object") as { readonly detail?: string } | undefined;
    asked.push([text, ...(detail?.detail ?? "").split("\n")].filter((line) => line !== "").join("\n"));
    const buttons = rest.filter((each) => typeof each === "string");
    offered.push(...buttons);
    return button && buttons.find((each) => button.test(each));
  };
  const result = await answering(
    { showWarningMessage: answer, showErrorMessage: answer, showInformationMessage: answer },
    act,
  );
  return { result, asked, offered };
};

/**
 * Called in a `describe`: a user who signs in on the page that VS Code's sign-in would open. VS Code itself shows no
 * dialog while an extension is under test.
 */
export const useSignInPage = (): void => {
  const former = authentication.getSession;
  beforeEach(async () => {
    const page = extensions.getExtension<TestSignIn>("forgeside-test.test-auth");
    const { signIn } = (await page?.activate()) ?? {
      signIn: () => Promise.reject(new Error("There is no page.")),
    };
    const value = async (
      provider: string,
      scopes: readonly string[],
      options: AuthenticationGetSessionOptions,
    ) => {
      const { createIfNone, clearSessionPreference: _, ...rest } = options;
      // VS Code 1.100.3 gives simultaneous calls with the same scopes and options one answer, whatever their accounts:
      // what a user asks for differs from what accounts in the background do, as without a test.
      const silently = { ...rest, silent: true, ...(createIfNone && { clearSessionPreference: false }) };
      const known = await former(provider, scopes, silently);
      if (!createIfNone || known) return known;
      await signIn(provider, scopes, options.account);
      return former(provider, scopes, silently);
    };
    Object.defineProperty(authentication, "getSession", { value, configurable: true, writable: true });
  });
  afterEach(() => {
    Object.defineProperty(authentication, "getSession", { value: former, configurable: true, writable: true });
  });
};

/** Leaves the question how to sign in. Answers what was asked. */
export const leavingSignIn = async (act: () => PromiseLike<unknown>): Promise<readonly string[]> => {
  const asked: string[] = [];
  const leave = (_: unknown, { placeHolder }: { readonly placeHolder: string }): void =>
    void asked.push(placeHolder);
  await answering({ showQuickPick: leave }, act);
  return asked;
};

/** The question how to sign in. */
export const signInQuestion = "Select a server to sign in to";
