import assert from "node:assert/strict";
import { commands, ConfigurationTarget, type Uri, window, workspace } from "vscode";
import type { Candidate } from "../../../src/accounts/profile.ts";
import type { SandboxSeed } from "../../../src/sandbox/seed.ts";
import { inertText } from "../../../src/ui/plainText.ts";
import { eventually } from "../../support/eventually.ts";
import { activated, type Activation } from "./activation.ts";
import { type Forge, startForge } from "./forge.ts";
import { assertInspected } from "./inspected.ts";
import { smallSeed, tokens } from "./seeds.ts";
import type { Parts } from "./parts.ts";

export const candidateFor = (forge: Forge): Candidate => ({
  kind: "other",
  baseUrl: forge.url,
  dialect: "github",
  credential: "token",
});

/** Signs in as a user does: the service says whose token it is. Answers the account's id. */
export const signIn = async ({ accounts }: Parts, forge: Forge, token: string): Promise<string> => {
  const candidate = candidateFor(forge);
  return accounts.add(candidate, await accounts.check(candidate, token), token);
};

/** Signs out, and waits until all of the account is forgotten: also the extension that is activated next knows it then. */
export const signOut = async ({ accounts, state }: Parts, accountId: string): Promise<void> => {
  await accounts.remove(accountId);
  await state.forget(accountId);
};

/** What each test begins with: the extension, a fresh service, and mia signed in to it. */
export class Session {
  #activation: Activation | undefined;
  #forge: Forge | undefined;
  #accountId: string | undefined;

  get activation(): Activation {
    return given(this.#activation);
  }
  get parts(): Parts {
    return this.activation.parts;
  }
  get forge(): Forge {
    return given(this.#forge);
  }
  get accountId(): string {
    return given(this.#accountId);
  }

  uri(gistId: string, fileName?: string): Uri {
    return this.parts.uris.of({
      accountId: this.accountId,
      gistId,
      ...(fileName === undefined ? {} : { fileName }),
    });
  }

  async begin(seed: SandboxSeed, isSignedIn: boolean): Promise<void> {
    this.#activation = await activated();
    // A view that an earlier test has shown would ask for its rows beside this one.
    await commands.executeCommand("workbench.action.closeSidebar");
    this.#activation.laterPrompts.length = 0;
    this.#forge = await startForge(seed);
    this.#accountId = isSignedIn ? await signIn(this.parts, this.forge, tokens.mia) : undefined;
    this.forge.requests.length = 0;
  }

  async end(): Promise<void> {
    for (const { text } of this.activation.laterPrompts) assert.equal(inertText(text), text);
    assertInspected(this.parts.guard, this.forge);
    await closeEditors();
    const { engine, pending } = this.parts.files;
    // Not what a test lets another window publish.
    for (const { place, id } of pending.all) await engine.discard(place).catch(() => pending.remove(id));
    for (const { id } of this.parts.localChanges.all) await this.parts.localChanges.remove(id);
    for (const { profile } of this.parts.accounts.accounts) await this.parts.accounts.remove(profile.id);
    await this.forge.stop();
    await commands.executeCommand("notifications.clearAll");
    // What a test began and did not wait for would act in the next one.
    assert.deepEqual([...changedSettings], []);
  }

  /** Texts of the messages that the extension showed in this test. The progress of what takes long has none. */
  get messages(): readonly string[] {
    return this.activation.laterPrompts.map(({ text }) => text).filter((text) => text !== "");
  }
}

const given = <T>(value: T | undefined): T => {
  if (value === undefined) throw new Error("The session has no such thing (yet).");
  return value;
};

/** Called in a `describe`: its tests find what `Session` promises. */
export const useSession = (
  options: { readonly seed?: () => SandboxSeed; readonly signedIn?: boolean } = {},
): Session => {
  const session = new Session();
  beforeEach(() => session.begin((options.seed ?? smallSeed)(), options.signedIn ?? true));
  afterEach(() => session.end());
  return session;
};

const openTabs = () => window.tabGroups.all.flatMap(({ tabs }) => tabs);

/** Closes every editor; what is unsaved is discarded without a question. */
export const closeEditors = async (): Promise<void> => {
  for (const group of window.tabGroups.all)
    // One that is closed already fails in VS Code 1.100; what stays open is closed below.
    await window.tabGroups.close(group.tabs.filter((tab) => !tab.isDirty)).then(undefined, () => undefined);
  await eventually(async () => {
    if (openTabs().length > 0) await commands.executeCommand("workbench.action.revertAndCloseActiveEditor");
    return openTabs().length === 0;
  }, "all editors are closed");
};

/** Runs `act` while VS Code saves by itself, right after each change. */
export const withAutoSave = (act: () => Promise<unknown>): Promise<void> =>
  withSetting("files.autoSaveDelay", 50, () => withSetting("files.autoSave", "afterDelay", act));

const changedSettings = new Set<string>();

/** Runs `act` with a setting, of the user unless the target says otherwise; afterwards it is as before. */
export const withSetting = async (
  key: string,
  value: unknown,
  act: () => Promise<unknown>,
  target = ConfigurationTarget.Global,
): Promise<void> => {
  const write = async (next: unknown) => workspace.getConfiguration().update(key, next, target);
  const known = workspace.getConfiguration().inspect(key);
  const former = target === ConfigurationTarget.Global ? known?.globalValue : known?.workspaceValue;
  changedSettings.add(key);
  try {
    await write(value);
    await act();
  } finally {
    await write(former);
    changedSettings.delete(key);
  }
};

/** What `promise` fails with. */
export const failureOf = async (promise: PromiseLike<unknown>): Promise<Error> => {
  try {
    await promise;
  } catch (error) {
    if (error instanceof Error) return error;
    throw new Error(`It failed with something that is no error: ${String(error)}`, { cause: error });
  }
  throw new Error("It succeeded.");
};
