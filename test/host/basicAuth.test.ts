import assert from "node:assert/strict";
import { commands, window } from "vscode";
import { operationCommands } from "../../src/ids.ts";
import { eventually } from "../support/eventually.ts";
import { answering } from "./support/answers.ts";
import { operationsSeed, password, shownAnswer } from "./support/operationTools.ts";
import { tokens } from "./support/seeds.ts";
import { signIn, useSession } from "./support/session.ts";

interface Box {
  readonly title: string;
  readonly prompt: string;
  readonly password?: boolean;
}
type Kind = "name" | "password" | "code";

describe("User name and password", () => {
  const session = useSession({ seed: operationsSeed });
  const kindOf = ({ prompt, password: isPassword }: Box): Kind =>
    isPassword ? "password" : prompt.startsWith("Enter your username") ? "name" : "code";

  /** Lists the authorizations; answers what is asked, and says what was. */
  const list = async (answer: (kind: Kind, count: number) => string | undefined): Promise<readonly Kind[]> => {
    const asked: Kind[] = [];
    await answering(
      {
        showInputBox: (box: Box) => {
          const kind = kindOf(box);
          asked.push(kind);
          return answer(kind, asked.filter((each) => each === kind).length);
        },
      },
      () => commands.executeCommand(operationCommands.run, { operation: "authorization.getAll" }),
    );
    return asked;
  };
  const ofMia = (kind: Kind): string => (kind === "name" ? "mia" : password);
  const ofOtto = (kind: Kind): string => ({ name: "otto", password: "of-otto", code: "135790" })[kind];

  it("are asked for once, and are sent in place of the token", async () => {
    assert.deepEqual(await list(ofMia), ["name", "password"]);
    assert.equal(shownAnswer().status, 200);
    assert.deepEqual(await list(ofMia), []);
    const sent = session.forge.requests.map(({ authorization }) => authorization);
    assert.deepEqual(
      sent,
      Array.from({ length: 2 }, () => `Basic ${btoa(`mia:${password}`)}`),
    );
    await signIn(session.parts, session.forge, tokens.miaAgain);
    assert.deepEqual(await list(ofMia), ["name", "password"]);
  });

  it("are asked for again when they are wrong, three times, and the token is not blamed", async () => {
    assert.deepEqual(await list((kind, count) => (kind === "name" ? "mia" : count < 3 ? "wrong" : password)), [
      "name",
      "password",
      "name",
      "password",
      "name",
      "password",
    ]);
    assert.equal(shownAnswer().status, 200);
    await session.parts.accounts.remove(session.accountId);
    await signIn(session.parts, session.forge, tokens.mia);
    session.forge.requests.length = 0;
    const asked = await list((kind) => (kind === "name" ? "mia" : "wrong"));
    assert.equal(asked.length, 6);
    await eventually(() => session.messages.length === 1, "it is shown");
    assert.match(session.messages[0] ?? "", /refused the username or password 3 times/);
    assert.equal(session.forge.requests.length, 3);
    assert.equal(session.parts.accounts.active?.problem, undefined);
  });

  it("come with a one-time password where the server wants one; it may be wrong three times", async () => {
    assert.deepEqual(await list((kind, count) => (kind === "code" && count < 3 ? "000000" : ofOtto(kind))), [
      "name",
      "password",
      "code",
      "code",
      "code",
    ]);
    assert.equal(shownAnswer().status, 200);
    // A code that was accepted once is tried again.
    assert.deepEqual(await list(ofOtto), []);
    await session.parts.accounts.remove(session.accountId);
    await signIn(session.parts, session.forge, tokens.mia);
    const before = window.activeTextEditor?.document.uri.toString();
    const asked = await list((kind) => (kind === "code" ? "000000" : ofOtto(kind)));
    assert.deepEqual(asked, ["name", "password", "code", "code", "code"]);
    await eventually(() => session.messages.length === 1, "it is shown");
    assert.match(session.messages[0] ?? "", /refused the one-time password 3 times/);
    assert.equal(window.activeTextEditor?.document.uri.toString(), before);
  });

  it("leave nothing behind when a question is left", async () => {
    assert.deepEqual(await list((kind) => (kind === "code" ? undefined : ofOtto(kind))), [
      "name",
      "password",
      "code",
    ]);
    assert.deepEqual(session.messages, []);
    assert.equal(window.activeTextEditor, undefined);
    assert.deepEqual(await list(() => undefined), ["name"]);
  });
});
