import assert from "node:assert/strict";
import { commands, type ExtensionContext, Uri, workspace } from "vscode";
import { activate, type TestApi } from "../../src/extension.ts";
import {
  accountCommands,
  contextKeys,
  gistCommands,
  gistScheme,
  logCommands,
  trashCommands,
  views,
} from "../../src/ids.ts";
import { Shell } from "../../src/shell/shell.ts";
import { sharedFolder } from "../../src/storage/folders.ts";
import { localProfilesKey, secretKey, syncedKey } from "../../src/storage/storedAccounts.ts";
import { eventually } from "../support/eventually.ts";
import { activated } from "./support/activation.ts";
import { answering } from "./support/answers.ts";
import { bytes } from "./support/documents.ts";
import { type Forge, startForge } from "./support/forge.ts";
import { hearCommands } from "./support/heardCommands.ts";
import { smallSeed, tokens } from "./support/seeds.ts";
import { candidateFor, closeEditors, failureOf } from "./support/session.ts";

type Commands = (this: Shell, ...given: Parameters<Shell["commands"]>) => ReturnType<Shell["commands"]>;

interface Message {
  readonly text: string;
  readonly detail: string;
  readonly buttons: readonly string[];
}

// After all other tests, by its name: they share one extension, which this file ends and activates again.
describe("A feature that cannot be started", () => {
  let context: ExtensionContext;
  let api: TestApi;
  let messages: Message[];
  const registerCommands = Reflect.get(Shell.prototype, "commands") as Commands;
  /** Lets the start of the gists fail when most of it is done. */
  const breakGists = (): void => {
    Shell.prototype.commands = function (handlers) {
      if (trashCommands.restore in handlers) throw new Error("broken\nRequired by: …");
      return registerCommands.call(this, handlers);
    };
  };
  const mendGists = (): void => void (Shell.prototype.commands = registerCommands);
  const isThere = async (uri: Uri): Promise<boolean> =>
    workspace.fs.stat(uri).then(
      () => true,
      () => false,
    );
  const end = (): void => context.subscriptions.splice(0).forEach((each) => each.dispose());
  /**
   * False when something was stored in the meantime: what has ended may be writing still, and with each write VS Code takes over
   * all values as they were sent. An account whose profile comes back in this way has no token.
   */
  const clearStorage = async (): Promise<boolean> => {
    const folders = (["edits", "localChanges", "state"] as const).map((name) => sharedFolder(context, name));
    const keys = [localProfilesKey, syncedKey];
    for (const folder of folders)
      await workspace.fs.delete(folder, { recursive: true }).then(undefined, () => undefined);
    for (const key of keys) await context.globalState.update(key, undefined);
    await context.secrets.delete(secretKey);
    await new Promise((resolve) => setTimeout(resolve, 200));
    for (const folder of folders) if (await isThere(folder)) return false;
    return keys.every((key) => context.globalState.get(key) === undefined);
  };
  /** Answers the messages with these buttons, one after the other, and then with none. */
  const withAnswers = <T>(answers: string[], act: () => PromiseLike<T>): Promise<T> => {
    const answer = (text: string, ...rest: readonly (string | { readonly detail?: string })[]): unknown => {
      const options = rest.find((each) => typeof each === "object");
      const buttons = rest.filter((each) => typeof each === "string");
      messages.push({ text, detail: options?.detail ?? "", buttons });
      return answers.shift();
    };
    return answering({ showErrorMessage: answer, showWarningMessage: answer }, act);
  };
  const useCommand = async (): Promise<void> => commands.executeCommand(gistCommands.openByUrl, "not a gist");
  const texts = (): readonly string[] => messages.map(({ text }) => text);
  const couldNotStart = "Forgeside couldn't start “Gists”: broken";

  beforeEach(async () => {
    messages = [];
    ({ context } = (await activated()).parts);
    end();
    // Nothing that an earlier test left starts a feature by itself: no view, no tab, nothing stored.
    await commands.executeCommand("workbench.view.explorer");
    await closeEditors();
    await eventually(clearStorage, "nothing is stored");
    const activatedAgain = activate(context);
    assert.ok(activatedAgain);
    api = activatedAgain;
    breakGists();
  });
  afterEach(() => {
    mendGists();
    end();
  });

  it("leaves nothing behind, and starts with the next use", async () => {
    // What else asks for the gists before the command is answered and reported, too: the messages count from the command.
    const { features, accounts, length } = await withAnswers([], async () => {
      const all = await api.features();
      const core = await all.start("core");
      for (const id of ["repos", "service", "activity"] as const) await all.start(id);
      const before = core.accounts.signOuts.all.length;
      messages.length = 0;
      await useCommand();
      return { features: all, accounts: core.accounts, length: before };
    });
    assert.deepEqual(texts(), [couldNotStart]);
    assert.deepEqual(messages[0]?.buttons, ["Try Again", "Reload Window"]);
    assert.equal(accounts.signOuts.all.length, length);
    assert.equal(features.started.includes("gists"), false);

    mendGists();
    messages.length = 0;
    await withAnswers([], useCommand);
    assert.equal(features.started.includes("gists"), true);
    assert.equal(messages.length, 1);
    assert.match(messages[0]?.text ?? "", /Enter its URL or ID/);
    assert.ok(accounts.signOuts.all.length > length);
  });

  it("is reported once, and again when the user runs a command of it again", async () => {
    const use = async (): Promise<void> => {
      await failureOf(workspace.fs.stat(Uri.from({ scheme: gistScheme, path: "/any" })));
      await commands.executeCommand(`${views.gists}.focus`);
    };
    await withAnswers([], async () => {
      await use();
      await eventually(() => messages.length > 0, "it is reported");
      await use();
      await useCommand();
      await use();
    });
    assert.deepEqual(texts(), [couldNotStart, couldNotStart]);
  });

  it("says in its view what to do: its button starts it, another shows the log", async () => {
    const states: unknown[] = [];
    const restore = hearCommands((id, key, state) => {
      if (id === "setContext" && key === contextKeys.gistsState) states.push(state);
    });
    try {
      const features = await api.features();
      await withAnswers([], async () => {
        await commands.executeCommand(`${views.gists}.focus`);
        await eventually(() => states.at(-1) === "notStarted", "the view says so");
        await commands.executeCommand(logCommands.show);
        assert.equal(messages.length, 1);
        mendGists();
        await commands.executeCommand(gistCommands.refresh);
        await eventually(() => states.at(-1) === "signedOut", "the view is as usual");
      });
      assert.equal(features.started.includes("gists"), true);
      // VS Code still has documents of earlier tests, about whose accounts the feature reports once it starts.
      assert.deepEqual(
        texts().filter((text) => !text.endsWith(" is signed out. Sign in again.")),
        [couldNotStart],
      );
    } finally {
      restore();
      await commands.executeCommand("workbench.action.closePanel");
    }
  });

  it("is reported again when a retry fails, too, and is there after one that works", async () => {
    const features = await api.features();
    await withAnswers(["Try Again"], async () => {
      await useCommand();
      await eventually(() => messages.length === 2, "it is reported again");
    });
    mendGists();
    await withAnswers(["Try Again"], async () => {
      breakGists();
      await useCommand();
      mendGists();
      await eventually(() => features.started.includes("gists"), "it is started");
    });
    assert.deepEqual(texts(), [couldNotStart, couldNotStart, couldNotStart]);
  });

  it("is not started once the extension has ended", async () => {
    mendGists();
    const starting = (async () => (await api.features()).start("gists"))();
    end();
    assert.equal((await failureOf(starting)).message, "The extension has ended.");
    assert.equal((await failureOf(api.features())).message, "The extension has ended.");
  });

  it("leaves nothing behind when the extension ends while it starts", async () => {
    mendGists();
    const features = await api.features();
    const { accounts } = await features.start("core");
    const { length } = accounts.signOuts.all;
    const starting = features.start("gists");
    end();
    assert.equal((await failureOf(starting)).message, "The extension has ended.");
    assert.equal(accounts.signOuts.all.length, length);
    assert.deepEqual(features.started, ["core"]);
  });

  describe("when its account is signed out", () => {
    let forge: Forge;
    let accountId: string;
    const edit = (): Uri => Uri.joinPath(sharedFolder(context, "edits"), "of-a-feature.json");
    beforeEach(async () => {
      forge = await startForge(smallSeed());
      const { accounts } = await (await api.features()).start("core");
      const candidate = candidateFor(forge);
      accountId = await accounts.add(candidate, await accounts.check(candidate, tokens.mia), tokens.mia);
      await workspace.fs.writeFile(edit(), bytes(JSON.stringify({ accountId })));
    });
    afterEach(async () => {
      const { accounts } = await (await api.features()).start("core");
      if (accounts.get(accountId)) await accounts.remove(accountId);
      await workspace.fs.delete(edit());
      await forge.stop();
    });
    const signOut = async (): Promise<void> => commands.executeCommand(accountCommands.signOut, { id: accountId });

    it("is named in a question that says what may be unpublished", async () => {
      const { accounts } = await (await api.features()).start("core");
      await withAnswers([], signOut);
      assert.ok(accounts.get(accountId));
      assert.deepEqual(texts(), [
        `Sign out mia (${new URL(forge.url).host}) without checking for unpublished changes?`,
      ]);
      assert.match(
        messages[0]?.detail ?? "",
        /^Forgeside couldn't start “Gists”, “Linked Files”, “Search in Gists”, so/,
      );
      assert.match(messages[0]?.detail ?? "", /not on the server: broken\n/);
      assert.deepEqual(messages[0]?.buttons, ["Reload Window", "Sign Out Anyway"]);
    });

    it("keeps what it has here when the user signs out anyway", async () => {
      const { accounts } = await (await api.features()).start("core");
      await withAnswers(["Sign Out Anyway"], signOut);
      assert.equal(accounts.get(accountId), undefined);
      assert.equal(messages.length, 1);
      assert.equal(await isThere(edit()), true);
    });
  });
});
