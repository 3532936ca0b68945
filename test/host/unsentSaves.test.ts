import assert from "node:assert/strict";
import { commands, FilePermission, type TextDocument, workspace } from "vscode";
import { decorationOf, needsUser, stateText } from "../../src/localChanges/label.ts";
import type { LocalChange } from "../../src/localChanges/model.ts";
import { newHookUri } from "../../src/hooks/uri.ts";
import { localChangeCommands } from "../../src/ids.ts";
import { eventually } from "../support/eventually.ts";
import { answering } from "./support/answers.ts";
import { show, type } from "./support/documents.ts";
import { hookTools, url } from "./support/hookTools.ts";
import { toolsSeed } from "./support/repoTools.ts";
import { useRepositorySession } from "./support/repositorySession.ts";
import { type Session, useSession } from "./support/session.ts";

const token = `ghp_${"Ab1".repeat(12)}`;
const review = "Review and Publish...";

interface Asked {
  readonly text: string;
  readonly buttons: readonly string[];
}

/** Saves as the user does, who presses Escape where `press` names no button. Answers what was said until `isDone`. */
const saved = async (
  isDone: (said: readonly Asked[]) => boolean | Promise<boolean>,
  press: (asked: Asked) => string | undefined = () => undefined,
) => {
  const said: Asked[] = [];
  const read = (text: string, ...given: readonly (string | { readonly title?: string })[]) => {
    const titles = given.map((each) => (typeof each === "string" ? each : each.title));
    const asked = { text, buttons: titles.filter((title) => title !== undefined) };
    said.push(asked);
    const pressed = press(asked);
    return given.find((_, index) => pressed !== undefined && titles[index] === pressed);
  };
  const answers = { showWarningMessage: read as never, showErrorMessage: read as never };
  await answering({ ...answers, showInputBox: () => "A message" }, async () => {
    await commands.executeCommand("workbench.action.files.save");
    await eventually(() => isDone(said), "it is done");
  });
  return said;
};

const reasons = (session: Session) => session.parts.localChanges.all.map(({ reason }) => reason);

const labels = async (session: Session): Promise<readonly string[]> => {
  let rows: readonly string[] = [];
  const showQuickPick = (given: readonly { readonly label: string; readonly description: string }[]) => {
    rows = given.map(({ label, description }) => `${label} ${description}`);
  };
  await answering({ showQuickPick: showQuickPick as never }, async () =>
    commands.executeCommand(localChangeCommands.show),
  );
  assert.equal(rows.length, session.parts.localChanges.all.length);
  return rows;
};

describe("What a local change says of itself", () => {
  const now = 1_000_000;
  for (const [title, own, badge, state, isForUser] of [
    [
      "that waits for the server",
      { reason: "unreachable", retryAt: now - 1, commitMessage: "m" },
      "W",
      "waits for the server",
      false,
    ],
    ["whose server was away, without a message", { reason: "unreachable" }, "!", "server not available", true],
    [
      "that waits for the rate limit",
      { reason: "failed", retryAt: now + 60_000, commitMessage: "m" },
      "W",
      /^rate limit exceeded, sent at /,
      false,
    ],
    [
      "that the rate limit refused, without a message",
      { reason: "failed", retryAt: now + 60_000 },
      "!",
      /^rate limit exceeded until /,
      true,
    ],
    [
      "that is sent though the end of the limit is over",
      { reason: "failed", retryAt: now, commitMessage: "m" },
      "W",
      "waits for the server",
      false,
    ],
    [
      "that can be published as the limit is over",
      { reason: "failed", retryAt: now },
      "!",
      "can be published now",
      true,
    ],
    ["that failed", { reason: "failed" }, "!", "failed", true],
    ["whose answer was lost", { reason: "unconfirmed" }, "!", "not confirmed", true],
    ["that the server refused", { reason: "refused" }, "!", "refused by the server", true],
    ["whose file is gone", { reason: "gone" }, "!", "not found on the server", true],
    ["that the user canceled", { reason: "canceled" }, "U", undefined, false],
    ["that Auto Save stored", {}, "U", undefined, false],
  ] as const)
    it(`is shown in its row, its tab and the status bar: one ${title}`, () => {
      const change: LocalChange = {
        id: "1",
        place: { accountId: "a", uri: "forgeside-repo://a/notes.txt" },
        content: "",
        base: null,
        description: "",
        since: 0,
        changed: 0,
        ...own,
      };
      const said = stateText(change, now);
      if (state instanceof RegExp) assert.match(said ?? "", state);
      else assert.equal(said, state);
      assert.deepEqual([decorationOf(change, now).badge, needsUser(change)], [badge, isForUser]);
    });
});

describe("A save of a repository's file", () => {
  const { session, uri, add, atService } = useRepositorySession();
  let document: TextDocument;
  beforeEach(async () => {
    await add("notes.txt", "one\n");
    session.parts.repos.refresh();
    document = await show(uri("notes.txt"));
  });

  it("that may have a secret in it is stored as that, with the button to review it", async () => {
    await type(document, `${token}\n`);
    const asked = await saved(({ length }) => length === 2);
    assert.deepEqual(
      asked.map(({ text, buttons }) => [text, buttons.at(-1)]),
      [
        ["Possible secret found in notes.txt.", "Send Anyway"],
        [
          "“notes.txt” was not sent: there may be a secret in it. Your changes are stored on this computer.",
          review,
        ],
      ],
    );
    assert.equal(document.isDirty, false);
    assert.deepEqual(reasons(session), ["heldBack"]);
    assert.deepEqual(await labels(session), ["notes.txt not sent: possible secret · mia/tools · main"]);
    // The button asks again, and Redact sends what is left.
    await type(document, `${token} again\n`);
    let questions = 0;
    await saved(
      async () => (await atService("notes.txt")) === "REDACTED again\n",
      ({ buttons }) => {
        if (buttons.includes(review)) return review;
        return questions++ === 0 ? undefined : "Redact";
      },
    );
    await eventually(() => reasons(session).length === 0, "nothing is left to publish");
    // A multiple of three characters: the text after them changes nothing of it.
    const sent = Buffer.from(token.slice(0, 39)).toString("base64");
    assert.ok(!session.forge.requests.some(({ body }) => body.includes(sent)));
  });

  it("whose branch was deleted is stored, and no save fails, also in a folder", async () => {
    await add("docs/deep/plan.txt", "1\n");
    session.parts.repos.refresh();
    const plan = await show(uri("docs/deep/plan.txt"));
    await type(plan, "2\n");
    document = await show(uri("notes.txt"));
    await type(document, "mine\n");
    session.forge.answer = ({ url: at }) =>
      /\/branches\/main$|ref=main|sha=main/.test(at)
        ? Response.json({ message: "Not Found" }, { status: 404 })
        : undefined;
    session.parts.repos.refresh();
    const [asked] = await saved(({ length }) => length === 1);
    assert.equal(
      asked?.text,
      "“notes.txt” was not sent: The branch main doesn't exist. Files at a tag or commit are read-only. Your changes are stored on this computer.",
    );
    assert.equal(document.isDirty, false);
    assert.deepEqual(reasons(session), ["failed"]);
    await show(plan.uri);
    await saved(({ length }) => length === 1);
    assert.equal(plan.isDirty, false);
    assert.deepEqual(reasons(session), ["failed", "failed"]);

    // The branch is made again: the next save is sent, and what is opened can be edited, without a refresh.
    session.forge.answer = () => undefined;
    await saved(async () => (await atService("docs/deep/plan.txt")) === "2\n");
    await eventually(() => reasons(session).length === 1, "one is left");
  });

  it("whose branch was deleted and made again can be edited once it is opened", async () => {
    await add("other.txt", "one\n");
    session.forge.answer = ({ url: at }) =>
      at.endsWith("/branches/main") ? Response.json({ message: "Not Found" }, { status: 404 }) : undefined;
    session.parts.repos.refresh();
    const isReadonly = async () =>
      ((await workspace.fs.stat(uri("other.txt"))).permissions ?? 0) === FilePermission.Readonly;
    assert.equal(await isReadonly(), true);
    session.forge.answer = () => undefined;
    assert.equal(await isReadonly(), true, "a list of files asks for it once");
    document = await show(uri("other.txt"));
    await eventually(async () => !(await isReadonly()), "it can be edited");
  });
});

describe("A save of a webhook", () => {
  const session = useSession({ seed: toolsSeed });
  beforeEach(() => session.parts.repos.refresh());
  const { make, place, uriOf } = hookTools(session);

  it("that may have a secret in it is stored as that, with the button to review it", async () => {
    const document = await show(newHookUri(place()));
    await type(document, JSON.stringify({ config: { url: `${url}?token=${token}` } }));
    const asked = await saved(({ length }) => length === 2);
    assert.deepEqual(asked[1]?.buttons, [review]);
    assert.deepEqual(reasons(session), ["heldBack"]);
    await commands.executeCommand("workbench.action.closeActiveEditor");
  });

  it("is over at once where the server asks for a pause of 20 seconds, and says until when", async () => {
    const hook = await make();
    const document = await show(uriOf(hook));
    const started = Date.now();
    session.forge.answer = ({ method }) =>
      method === "PATCH"
        ? Response.json({ message: "Slow down" }, { status: 429, headers: { "retry-after": "20" } })
        : undefined;
    await type(document, JSON.stringify({ ...JSON.parse(document.getText()), active: false }));
    const [asked] = await saved(({ length }) => length === 1);
    assert.match(asked?.text ?? "", /was not sent: Rate limit exceeded until .+ stored on this computer\.$/);
    const [change] = session.parts.localChanges.all;
    assert.ok((change?.retryAt ?? 0) > started, "the limit is over later");
    assert.equal(session.forge.sent("PATCH").length, 1);
    assert.equal(document.isDirty, false);
  });
});
