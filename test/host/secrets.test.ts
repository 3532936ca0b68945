import assert from "node:assert/strict";
import { AccountsModel } from "../../src/accounts/model.ts";
import { noOtherPages } from "../../src/accounts/storage/otherPages.ts";
import { vscodeStorage } from "../../src/accounts/storage/vscodeStorage.ts";
import { nodeTransport } from "../../src/client/nodeTransport.ts";
import { eventually } from "../support/eventually.ts";
import { ids, tokens } from "./support/seeds.ts";
import { candidateFor, useSession } from "./support/session.ts";

describe("VS Code's secret storage", () => {
  const session = useSession();
  let storage: ReturnType<typeof vscodeStorage>;
  let window: AccountsModel;

  // As another window of VS Code: a model of its own on the same storage.
  beforeEach(async () => {
    storage = vscodeStorage(session.parts.context, session.parts.globalState, noOtherPages);
    window = new AccountsModel({
      storage,
      transportFor: () => Promise.resolve(nodeTransport),
      tokenOf: () => Promise.resolve(undefined),
      signIn: () => Promise.resolve(""),
      requestPermission: () => Promise.resolve(false),
      askForToken: () => Promise.resolve(false),
      inspectWrite: (_, { parameters }) => Promise.resolve(parameters),
      onTokenProblem: (error) => assert.fail(String(error)),
      onStorageProblem: (error) => assert.fail(String(error)),
    });
    await window.load();
  });
  afterEach(() => {
    window.dispose();
    storage.dispose();
  });

  it("has the token, and no other state of the extension has it", async () => {
    const { secrets, globalState, workspaceState } = session.parts.context;
    assert.ok((await secrets.get("forgeside.accounts"))?.includes(tokens.mia));
    for (const state of [globalState, workspaceState]) {
      const kept = state.keys().map((key) => [key, state.get(key)] as const);
      assert.equal(JSON.stringify(kept).includes(tokens.mia), false);
    }
    assert.ok(globalState.keys().includes("forgeside.profiles"));
  });

  it("gives the account with its token to another window", async () => {
    assert.deepEqual(
      window.accounts.map(({ profile }) => profile),
      session.parts.accounts.accounts.map(({ profile }) => profile),
    );
    const gist = await window.get(session.accountId)?.client.call("gists.get", { id: ids.notes });
    assert.equal(gist?.files["notes.md"]?.content, "# Notes\n");
  });

  it("fires for what another window stores and removes", async () => {
    const candidate = candidateFor(session.forge);
    const added = await window.add(candidate, await window.check(candidate, tokens.otto), tokens.otto);
    await eventually(() => session.parts.accounts.get(added) !== undefined, "the account is here too");
    await window.remove(session.accountId);
    await eventually(() => session.parts.accounts.get(session.accountId) === undefined, "it is gone here too");
    assert.equal((await session.parts.context.secrets.get("forgeside.accounts"))?.includes(tokens.mia), false);
  });

  it("keeps every value that is written to the global state while another one is stored", async () => {
    const { globalState } = session.parts.context;
    // The extension may write to it at the same time.
    const state = session.parts.globalState;
    const keys = Array.from({ length: 60 }, (_, index) => `forgeside.test.${index}`);
    try {
      await Promise.all(
        keys.map(async (key, index) => {
          await new Promise((go) => setTimeout(go, index % 20));
          const written = state.update(key, index);
          assert.equal(state.get(key), index);
          await written;
        }),
      );
      assert.deepEqual(
        keys.map((key) => globalState.get(key)),
        keys.map((_, index) => index),
      );
    } finally {
      for (const key of keys) await state.update(key, undefined);
    }
  });
});
