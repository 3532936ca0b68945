import assert from "node:assert/strict";
import { commands } from "vscode";
import { localChangeCommands } from "../../src/ids.ts";
import { newHookUri } from "../../src/hooks/uri.ts";
import { eventually } from "../support/eventually.ts";
import { answering } from "./support/answers.ts";
import { isUnsavedTab, show, type } from "./support/documents.ts";
import { hookTools, url } from "./support/hookTools.ts";
import { inOtherWindow } from "./support/otherWindow.ts";
import { toolsSeed } from "./support/repoTools.ts";
import { useStatusTexts } from "./support/statusTexts.ts";
import { useSession } from "./support/session.ts";

describe("A hook's document", () => {
  const session = useSession({ seed: toolsSeed });
  const statusTexts = useStatusTexts();
  const { place, make, hooks, uriOf } = hookTools(session);
  const stored = (): readonly unknown[] => session.parts.localChanges.all.map(({ reason }) => reason);
  const events = async (): Promise<readonly string[] | undefined> => (await hooks())[0]?.events;
  const settings = async (): Promise<unknown> => (await hooks())[0]?.config["url"];
  const documentText = (list: readonly string[]): string =>
    `${JSON.stringify({ events: list, config: { url } }, undefined, 2)}\n`;
  /** Saves `star` in place of `push`, answering the questions in turn. */
  const save = async (answers: readonly string[], done: () => boolean): Promise<readonly string[]> => {
    const document = await show(uriOf(await make({ events: ["push"] })));
    await type(document, document.getText().replace('"push"', '"star"'));
    const asked: string[] = [];
    const answer = (question: string) => answers[asked.push(question) - 1];
    await answering({ showWarningMessage: answer as never }, async () => {
      assert.equal(await document.save(), true);
      await eventually(done, "it is done");
    });
    assert.equal(isUnsavedTab(document), false);
    return asked;
  };
  const usedUp = () => ({
    "x-ratelimit-remaining": "0",
    "x-ratelimit-reset": String(Math.ceil(Date.now() / 1000) + 600),
  });
  const refusePatches = (): void => {
    session.forge.answer = ({ method }) =>
      method === "PATCH"
        ? Response.json({ message: "Slow down" }, { status: 429, headers: { "retry-after": "600" } })
        : undefined;
  };
  /** The answers to changes are lost, and from then on to these methods as well, until `isOver`. */
  const lose = (methods: readonly string[], isOver: () => boolean): void => {
    let method = "";
    let isSent = false;
    session.forge.answer = (request) => {
      method = request.method;
      return isSent && methods.includes(method) && !isOver()
        ? Response.json({ message: "No" }, { status: 502 })
        : undefined;
    };
    session.forge.change = (answer) => {
      if (method !== "PATCH" || isOver()) return answer;
      isSent = true;
      return Response.json({ message: "Bad Gateway" }, { status: 502 });
    };
  };

  it("is stored with the time at which it can be sent when the rate limit refuses it, without Try Again", async () => {
    refusePatches();
    const document = await show(uriOf(await make({ events: ["push"] })));
    await type(document, document.getText().replace('"push"', '"star"'));
    const warnings: (readonly string[])[] = [];
    const showWarningMessage = (...given: readonly string[]): undefined => void warnings.push(given);
    await answering({ showWarningMessage: showWarningMessage as never }, async () => {
      assert.equal(await document.save(), true);
      await eventually(() => warnings.length === 1, "it is reported");
    });
    session.forge.answer = () => undefined;
    assert.equal(warnings[0]?.length, 1);
    const [change] = session.parts.localChanges.all;
    assert.deepEqual([change?.reason, change?.commitMessage], ["failed", undefined]);
    assert.ok((change?.retryAt ?? 0) > Date.now() + 500_000);
  });

  it("that the rate limit refuses is stored once, also when Publish is refused again", async () => {
    session.forge.answer = ({ method }) =>
      method === "PATCH"
        ? Response.json({ message: "API rate limit exceeded" }, { status: 403, headers: usedUp() })
        : undefined;
    const hook = await make({ events: ["push"] });
    const document = await show(uriOf(hook));
    await type(document, document.getText().replace('"push"', '"star"'));
    const endLimit = () => session.parts.accounts.get(session.accountId)?.client.call("misc.rateLimit", {});
    await answering({ showWarningMessage: () => undefined }, async () => {
      assert.equal(await document.save(), true);
      const [change] = session.parts.localChanges.all;
      await endLimit();
      await commands.executeCommand(localChangeCommands.publish, { kind: "localChange", change });
      await eventually(() => session.forge.sent("PATCH").length === 2, "it is sent again");
      await eventually(() => session.parts.localChanges.all[0]?.id !== change?.id, "it is stored again");
      await eventually(() => document.getText().includes('"star"'), "the document shows it");
      assert.equal(stored().length, 1);
      await type(document, document.getText().replace('"star"', '"fork"'));
      assert.equal(await document.save(), true);
      assert.equal(stored().length, 1);
    });
    await endLimit();
    session.forge.answer = () => undefined;
    await commands.executeCommand(localChangeCommands.publish, {
      kind: "localChange",
      change: session.parts.localChanges.all[0],
    });
    await eventually(() => stored().length === 0, "it is sent");
    assert.deepEqual(await events(), ["fork"]);
  });

  it("that is again what the server has is not reported as stored when the rate limit refuses to look", async () => {
    refusePatches();
    const document = await show(uriOf(await make({ events: ["push"] })));
    const before = document.getText();
    const warnings: string[] = [];
    const showWarningMessage = (text: string): undefined => void warnings.push(text);
    await answering({ showWarningMessage: showWarningMessage as never }, async () => {
      await type(document, before.replace('"push"', '"star"'));
      assert.equal(await document.save(), true);
      await eventually(() => warnings.length === 1, "it is reported");
      await type(document, before);
      assert.equal(await document.save(), true);
      await eventually(() => statusTexts().length > 0, "it is said");
    });
    assert.deepEqual([stored(), warnings.length], [[], 1]);
    assert.deepEqual(statusTexts(), ["No changes: nothing was sent."]);
  });

  it("of which the rate limit lets only the settings through is no conflict when the rest is sent", async () => {
    let isLimited = true;
    session.forge.answer = ({ method, url: target }) =>
      isLimited && method === "PATCH" && !target.endsWith("/config")
        ? Response.json({ message: "API rate limit exceeded" }, { status: 403, headers: usedUp() })
        : undefined;
    const document = await show(uriOf(await make({ events: ["push"] })));
    await type(document, document.getText().replace('"push"', '"star"').replace(url, `${url}/2`));
    const asked: string[] = [];
    const showWarningMessage = (question: string): undefined => void asked.push(question);
    await answering({ showWarningMessage: showWarningMessage as never }, async () => {
      assert.equal(await document.save(), true);
      await eventually(() => asked.length === 1, "it is reported");
      assert.match(asked[0] ?? "", /The new config is in force, but the rest was not changed \(events\)/);
      assert.deepEqual([stored(), await settings()], [["failed"], `${url}/2`]);
      isLimited = false;
      await session.parts.accounts.get(session.accountId)?.client.call("misc.rateLimit", {});
      await commands.executeCommand(localChangeCommands.publish, {
        kind: "localChange",
        change: session.parts.localChanges.all[0],
      });
      await eventually(() => stored().length === 0, "it is sent");
    });
    assert.equal(asked.length, 1);
    assert.deepEqual([await events(), await settings()], [["star"], `${url}/2`]);
  });

  it("is sent once though the answer is lost: the server is asked what it has", async () => {
    lose([], () => false);
    assert.deepEqual(await save([], () => session.forge.sent("PATCH").length === 1), []);
    await eventually(() => stored().length === 0, "nothing is stored");
    assert.deepEqual([await events(), session.forge.sent("PATCH").length], [["star"], 1]);
  });

  it("is recognized when it is sent again after the server could not be asked", async () => {
    let isOver = false;
    lose(["GET"], () => isOver);
    const done = () => {
      isOver ||= stored()[0] === "unconfirmed";
      return isOver && stored().length === 0;
    };
    const asked = await save(["Try Again"], done);
    assert.match(
      asked.join("|"),
      /^“[^|]*” may have been sent, but the server did not confirm it: [^|]*\. Your changes are stored[^|]*$/,
    );
    assert.deepEqual([await events(), session.forge.sent("PATCH").length], [["star"], 1]);
  });

  it("is not reported as unsent when the hook can't be read after the change, and can be changed again", async () => {
    let isSent = false;
    session.forge.answer = ({ method }) => {
      const isRefused = isSent && method === "GET";
      isSent ||= method === "PATCH";
      return isRefused ? Response.json({ message: "No" }, { status: 502 }) : undefined;
    };
    assert.deepEqual(await save([], () => isSent), []);
    assert.deepEqual([await events(), stored()], [["star"], []]);
    session.forge.answer = () => undefined;
    const document = await show(uriOf((await hooks())[0] ?? assert.fail()));
    await type(document, document.getText().replace('"star"', '"fork"'));
    assert.equal(await document.save(), true);
    assert.deepEqual([await events(), stored()], [["fork"], []]);
  });

  it("can be rescued or given up in the message about a refusal for good", async () => {
    const document = await show(newHookUri(place()));
    await type(document, documentText(["push"]));
    session.forge.answer = ({ method }) =>
      method === "POST" ? Response.json({ message: "Not you" }, { status: 403 }) : undefined;
    const asked: (readonly unknown[])[] = [];
    const answer = (...given: readonly unknown[]): unknown => {
      asked.push(given);
      // The question of the button is answered by its own action.
      return given.includes("Discard...") ? "Discard..." : given.at(-1);
    };
    await answering({ showWarningMessage: answer as never }, async () => {
      assert.equal(await document.save(), true);
      await eventually(() => asked.length === 2, "the button asks");
      await eventually(() => stored().length === 0, "it is discarded");
    });
    assert.match(String(asked[0]?.[0]), /was not sent: The server refused it: Not you\./);
    assert.deepEqual(asked[0]?.slice(1), ["Try Again", "Save Locally", "Discard..."]);
  });

  it("makes no second hook of a text that another window has sent, unless it is saved again", async () => {
    const document = await show(newHookUri(place()));
    await type(document, documentText(["push"]));
    session.forge.answer = ({ method }) =>
      method === "POST" ? Response.json({ message: "No" }, { status: 403 }) : undefined;
    const asked: string[] = [];
    const answer = (question: string) => void asked.push(question);
    await answering({ showWarningMessage: answer as never }, async () => {
      assert.equal(await document.save(), true);
      await eventually(() => asked.length === 1, "it is stored");
      session.forge.answer = () => undefined;
      await type(document, documentText(["push", "star"]));
      await make({ events: ["push"] });
      await inOtherWindow(session, async (changes) => {
        for (const { id } of changes.all) await changes.remove(id);
      });
      assert.equal(await document.save(), true);
      await eventually(() => asked.length === 2, "it is reported");
    });
    assert.match(asked[1] ?? "", /Another window has sent, changed or discarded this webhook/);
    assert.deepEqual([(await hooks()).length, stored()], [1, ["failed"]]);
  });
});
