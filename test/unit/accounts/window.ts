import assert from "node:assert/strict";
import { inspect } from "node:util";
import { type AccountsChange, AccountsModel, type AccountsOptions } from "../../../src/accounts/model.ts";
import type { Candidate } from "../../../src/accounts/profile.ts";
import { nodeTransport } from "../../../src/client/nodeTransport.ts";
import { ManualClock } from "../../support/manualClock.ts";
import { MemoryStorage } from "./memoryStorage.ts";

/** One window of VS Code: a model and the changes that it fired. */
export interface Window {
  readonly model: AccountsModel;
  readonly storage: MemoryStorage;
  readonly clock: ManualClock;
  readonly changes: AccountsChange[];
  readonly problems: unknown[];
}

export const openWindow = (options: Partial<AccountsOptions> & { storage?: MemoryStorage } = {}): Window => {
  const storage = options.storage ?? new MemoryStorage();
  const clock = new ManualClock();
  const problems: unknown[] = [];
  const changes: AccountsChange[] = [];
  const model = new AccountsModel({
    transportFor: () => Promise.resolve(nodeTransport),
    tokenOf: () => Promise.resolve(undefined),
    askForToken: () => Promise.resolve(false),
    signIn: () => Promise.resolve(""),
    requestPermission: () => Promise.resolve(false),
    inspectWrite: (_, { parameters }) => Promise.resolve(parameters),
    onStorageProblem: (error) => problems.push(error),
    onTokenProblem: (error) => problems.push(error),
    clock,
    ...options,
    storage,
  });
  model.onDidChange((change) => changes.push(change));
  return { model, storage, clock, changes, problems };
};

export const candidateFor = (baseUrl: string): Candidate => ({
  kind: "other",
  baseUrl,
  dialect: "github",
  credential: "token",
});

/** Signs in as a user does: the server says whose token it is. Answers the account's id. */
export const signIn = async (
  { model }: Window,
  baseUrl: string,
  token: string,
  dialect: Candidate["dialect"] = "github",
): Promise<string> => {
  const candidate = { ...candidateFor(baseUrl), dialect };
  return model.add(candidate, await model.check(candidate, token), token);
};

/** Nothing that is shown or logged of an error may have the token. */
export const assertSilent = (error: unknown, token: string): void => {
  const shown = [
    String(error),
    JSON.stringify(error),
    error instanceof Error ? `${error.message}\n${error.stack ?? ""}` : "",
    inspect(error, { depth: 20, showHidden: true, maxStringLength: Infinity }),
  ].join("\n");
  assert.equal(shown.includes(token), false, "the token is in the error");
};
