import assert from "node:assert/strict";
import { commands, env, window } from "vscode";
import { authorizationCommands } from "../../src/ids.ts";
import { eventually } from "../support/eventually.ts";
import { answering } from "./support/answers.ts";
import { filling } from "./support/forms.ts";
import { logsWith } from "./support/logs.ts";
import { menuOf } from "./support/menus.ts";
import { nodeLabelled, rowsOf } from "./support/rows.ts";
import { smallSeed } from "./support/seeds.ts";
import { useSession } from "./support/session.ts";

const password = "hunter2-of-mia";

interface Person {
  readonly texts?: readonly (string | undefined)[];
  readonly form?: readonly number[];
  readonly scopes?: readonly string[];
  readonly agrees?: boolean;
  /** Of the message with the token. */
  readonly action?: string;
}

describe("Authorizations", () => {
  const seed = (oneTimePassword?: string) => {
    const given = smallSeed();
    return {
      ...given,
      users: given.users.map((user) =>
        user.login === "mia"
          ? { ...user, password, ...(oneTimePassword === undefined ? {} : { oneTimePassword }) }
          : user,
      ),
    };
  };
  const session = useSession({ seed: () => seed() });
  const said = () => session.messages;
  const tree = () => session.parts.trees.service;
  const section = async () => {
    const found = (await tree().getChildren()).find(({ kind }) => (kind as string) === "authorizations");
    assert.ok(found, "the row is there");
    return found;
  };
  const rows = async () => rowsOf(tree(), await section());
  afterEach(() => session.parts.basicAuth.forget(session.accountId));

  const asked: { readonly text: string; readonly detail: string }[] = [];
  const prompts: { readonly prompt: string; readonly password: boolean }[] = [];
  const run = async (id: string, target: unknown, person: Person = {}): Promise<void> => {
    const typed = [...(person.texts ?? [])];
    asked.length = 0;
    prompts.length = 0;
    const note = (text: string, options: { readonly detail?: string } | undefined): void =>
      void asked.push({ text, detail: options?.detail ?? "" });
    await answering(
      {
        showInputBox: (options: { readonly prompt?: string; readonly password?: boolean }) => {
          prompts.push({ prompt: options.prompt ?? "", password: options.password ?? false });
          return typed.shift();
        },
        showQuickPick: (
          items: readonly { readonly label: string }[],
          options: { readonly canPickMany?: boolean },
        ) => (options.canPickMany ? items.filter(({ label }) => person.scopes?.includes(label)) : items[0]),
        showWarningMessage: (text: string, options: { readonly detail?: string }, yes: string) => {
          note(text, options);
          return (person.agrees ?? true) ? yes : undefined;
        },
        showInformationMessage: (text: string, options: { readonly detail?: string }) => {
          note(text, options);
          return person.action;
        },
      },
      () => filling(person.form ?? [], async () => commands.executeCommand(id, target)),
    );
  };
  const credentials = ["mia", password] as const;
  const open = async () => run(authorizationCommands.list, await section(), { texts: credentials });

  it("are shown after the password was asked for once, and hidden again when they are locked", async () => {
    assert.deepEqual(
      (await rows()).map(([label]) => label),
      ["Show them: asks for your password"],
    );
    assert.ok(!session.forge.requests.some(({ path }) => path.startsWith("/authorizations?per_page=100")));
    await open();
    assert.deepEqual(
      prompts.map(({ password: hidden }) => hidden),
      [false, true],
    );
    const shown = await rows();
    assert.ok(shown.length >= 1);
    assert.ok(shown.every(([, , context]) => context === "authorization"));
    await run(authorizationCommands.list, await section());
    assert.deepEqual(prompts, []);
    await run(authorizationCommands.lock, await section());
    assert.deepEqual(
      (await rows()).map(([label]) => label),
      ["Show them: asks for your password"],
    );
  });

  it("have their menus", () => {
    const { list, show, create, update, delete: remove, lock } = authorizationCommands;
    assert.deepEqual(menuOf("forgeside.serviceView", "authorizations"), {
      inline: [create, list],
      menu: [create, list],
    });
    assert.deepEqual(menuOf("forgeside.serviceView", "authorizations;open").menu, [create, list, lock]);
    assert.deepEqual(menuOf("forgeside.serviceView", "authorization"), {
      inline: [update],
      menu: [update, show, remove],
    });
  });

  it("are made with the scopes that are picked; the token is shown once, and nowhere else", async () => {
    await open();
    await env.clipboard.writeText("");
    await run(authorizationCommands.create, await section(), {
      form: [1, 2, 3],
      texts: ["Build machine", "https://example.com/build"],
      scopes: ["gist", "read:org"],
      action: "Copy Token",
    });
    const token = await env.clipboard.readText();
    assert.match(token, /^sandbox_[0-9a-f]{32}$/);
    assert.ok(asked.some(({ detail }) => detail.startsWith(token)));
    const [, notes] = (await rows()).find(([label]) => label === "Build machine") ?? [];
    assert.match(notes ?? "", /^gist, read:org · .* · …[0-9a-f]{8}$/);
    const { node } = await nodeLabelled(tree(), "Build machine");
    await run(authorizationCommands.show, node);
    const text = window.activeTextEditor?.document.getText() ?? "";
    assert.match(text, /"note_url": "https:\/\/example.com\/build"/);
    assert.ok(!text.includes(token) && !text.includes('"token":'));
  });

  it("of a new token may become the account's, which then works with it", async () => {
    await run(authorizationCommands.create, await section(), {
      form: [2],
      texts: credentials,
      scopes: ["gist", "repo"],
      action: "Sign In with This Token",
    });
    const profile = session.parts.accounts.get(session.accountId)?.profile;
    assert.deepEqual(profile?.scopes, ["gist", "repo"]);
    assert.equal(session.parts.accounts.accounts.length, 1);
    const account = session.parts.accounts.get(session.accountId);
    await account?.client.call("gists.getAll", {});
    assert.match(session.forge.requests.at(-1)?.authorization ?? "", /^Bearer sandbox_[0-9a-f]{32}$/);
  });

  it("are changed after the difference was shown, with what changed alone", async () => {
    await open();
    await run(authorizationCommands.create, await section(), { form: [1], texts: ["Robot"] });
    const { node } = await nodeLabelled(tree(), "Robot");
    session.forge.requests.length = 0;
    const wanted: Person = { form: [2], scopes: ["gist", "repo"] };
    await run(authorizationCommands.update, node, { ...wanted, agrees: false });
    assert.deepEqual(asked, [{ text: "Change the authorization “Robot”?", detail: "+ repo\nas before: gist" }]);
    assert.deepEqual(session.forge.sent("PATCH"), []);
    await run(authorizationCommands.update, node, wanted);
    assert.deepEqual(
      session.forge.requests.filter(({ method }) => method === "PATCH").map(({ body }) => body),
      ['{"add_scopes":["repo"]}'],
    );
    const again = (await nodeLabelled(tree(), "Robot")).node;
    await run(authorizationCommands.update, again, { form: [1, 2], texts: ["Robot 2"], scopes: ["user"] });
    assert.equal(asked[0]?.detail, "+ user\n− gist\n− repo\nNote: Robot → Robot 2");
    const last = (await nodeLabelled(tree(), "Robot 2")).node;
    await run(authorizationCommands.update, last);
    assert.deepEqual(asked, []);
  });

  it("are deleted after a question only", async () => {
    await open();
    await run(authorizationCommands.create, await section(), { form: [1], texts: ["Old"] });
    const { node } = await nodeLabelled(tree(), "Old");
    await run(authorizationCommands.delete, node, { agrees: false });
    assert.deepEqual(session.forge.sent("DELETE"), []);
    await run(authorizationCommands.delete, node);
    assert.ok(!(await rows()).some(([label]) => label === "Old"));
  });

  it("send nothing when the form is left, and ask again for a wrong password, three times", async () => {
    session.forge.requests.length = 0;
    await run(authorizationCommands.create, await section(), { form: [99] });
    await run(authorizationCommands.list, await section(), { texts: ["mia", undefined] });
    assert.deepEqual(
      session.forge.requests.map(({ method, path }) => `${method} ${path}`),
      [],
    );
    await run(authorizationCommands.list, await section(), {
      texts: ["mia", "wrong-1", "mia", "wrong-2", "mia", "wrong-3"],
    });
    await eventually(() => said().length === 1, "it is shown");
    assert.match(said()[0] ?? "", /refused the username or password 3 times\. Nothing was done/);
    assert.deepEqual(
      (await rows()).map(([label]) => label),
      ["Show them: asks for your password"],
    );
    const logs = await logsWith(session, authorizationCommands.list);
    assert.doesNotMatch(logs, /wrong-[123]|hunter2/);
  });

  describe("where a one-time password is wanted", () => {
    const other = useSession({ seed: () => seed("123456") });

    it("ask for it, again after a wrong one, and give up after three", async () => {
      assert.notEqual(other.accountId, "");
      const target = { place: { accountId: other.accountId } };
      await run(authorizationCommands.list, target, { texts: [...credentials, "000000", "123456"] });
      assert.deepEqual(
        prompts.slice(2).map(({ prompt }) => prompt),
        Array.from({ length: 2 }, () => "The one-time password of your authenticator app"),
      );
      assert.ok((await rows()).every(([, , context]) => context === "authorization"));
      other.parts.basicAuth.forget(other.accountId);
      await run(authorizationCommands.list, target, { texts: [...credentials, "1", "2", "3"] });
      await eventually(
        () => said().some((text) => text.includes("refused the one-time password 3 times")),
        "it is shown",
      );
    });
  });
});
