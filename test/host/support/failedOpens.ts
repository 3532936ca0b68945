import assert from "node:assert/strict";
import { commands, TabInputCustom, TabInputNotebook, window } from "vscode";
import { eventually } from "../../support/eventually.ts";
import { answering } from "./answers.ts";
import type { useRepositorySession } from "./repositorySession.ts";

type Repository = ReturnType<typeof useRepositorySession>;

export const pause = (ms: number): Promise<void> => new Promise((resolve) => setTimeout(resolve, ms));

export const refuseReads = ({ forge }: Repository["session"]): void => {
  forge.answer = () => new Response("Bad Gateway", { status: 502 });
};

export const acceptReads = ({ forge }: Repository["session"]): void => {
  forge.answer = () => undefined;
};

export const openTabs = () => window.tabGroups.all.flatMap(({ tabs }) => tabs);

/** Runs with the error messages, none of which is answered before `press`. */
export const unanswered = async (
  act: (said: readonly (readonly string[])[], press: (button: string | undefined) => void) => Promise<void>,
): Promise<void> => {
  const said: string[][] = [];
  const waiting: ((button: string | undefined) => void)[] = [];
  const showErrorMessage = (...given: string[]) => {
    said.push(given);
    return new Promise<string | undefined>((resolve) => waiting.push(resolve));
  };
  try {
    await answering({ showErrorMessage: showErrorMessage as never }, () =>
      act(said, (button) => waiting.splice(0).forEach((answer) => answer(button))),
    );
  } finally {
    for (const answer of waiting) answer(undefined);
  }
};

/** Long enough for a second message. */
export const assertSaidOnce = async (said: readonly (readonly string[])[]): Promise<void> => {
  await eventually(() => said.length > 0, "it is reported");
  await pause(1000);
  assert.deepEqual(
    said.map(([text, ...buttons]) => [text?.startsWith("Open File: "), ...buttons]),
    [[true, "Try Again"]],
  );
};

/** A file of the repository whose editor is no text editor: a failed open is reported, and made good by Try Again. */
export const assertOpenedAgain = async (
  { session, uri: uriOf, add }: Repository,
  { name, text, isCustom }: { readonly name: string; readonly text: string; readonly isCustom: boolean },
): Promise<void> => {
  await add(name, text);
  const uri = uriOf(name);
  refuseReads(session);
  await unanswered(async (said, press) => {
    await commands.executeCommand("vscode.open", uri);
    await assertSaidOnce(said);
    acceptReads(session);
    session.forge.requests.length = 0;
    press("Try Again");
    await eventually(
      () => session.forge.sent("GET").some((each) => each.includes("blobs") || each.includes(name)),
      "it is read",
    );
    await pause(1000);
    assert.equal(said.length, 1);
    assert.deepEqual(
      openTabs().map(({ label, input }) => [
        label,
        input instanceof TabInputCustom,
        input instanceof TabInputNotebook,
      ]),
      [[name, isCustom, !isCustom]],
    );
  });
};
