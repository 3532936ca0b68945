import assert from "node:assert/strict";
import { type CommentThread, commands } from "vscode";
import { SharedState } from "../../../src/base/sharedState.ts";
import type { Client } from "../../../src/client/client.ts";
import type { GistComment } from "../../../src/client/types/gist.ts";
import type { ShownComment } from "../../../src/comments/commentView.ts";
import { commentCommands } from "../../../src/ids.ts";
import { sharedFolder } from "../../../src/storage/folders.ts";
import { draftCollections } from "../../../src/storage/keptDrafts.ts";
import { storageFolder } from "../../../src/storage/storageFolder.ts";
import { eventually } from "../../support/eventually.ts";
import { talkedSeed, textOf } from "./conversationTools.ts";
import { nodeLabelled } from "./rows.ts";
import { ids, tokens } from "./seeds.ts";
import { type Session, useSession } from "./session.ts";

type StoredDraft = Readonly<Record<string, unknown>>;

/** The conversation of mia's notes: “Nice” by otto, “Thanks” by mia. */
export class GistTalk {
  readonly session: Session;

  constructor(session: Session) {
    this.session = session;
  }

  get mia(): Client {
    return this.session.forge.client(tokens.mia);
  }
  thread(index = 0): CommentThread {
    return this.session.parts.conversations.all[index]?.thread ?? assert.fail();
  }
  comment(text: string, index = 0): ShownComment {
    const found = this.thread(index).comments.find((each) => textOf(each).includes(text));
    return (found as ShownComment | undefined) ?? assert.fail(text);
  }

  async open(): Promise<void> {
    const { node } = await nodeLabelled(this.session.parts.trees.gists, "notes.md");
    await commands.executeCommand(commentCommands.show, node);
    await eventually(() => this.session.parts.conversations.all.length > 0, "the thread is there");
    await eventually(() => this.thread().comments.length >= 2, "the comments are there");
  }

  all(): Promise<readonly GistComment[]> {
    return this.mia.call("gists.getComments", { gist_id: ids.notes });
  }
  async bodies(): Promise<readonly string[]> {
    return (await this.all()).map(({ body }) => body);
  }
  async idOf(text: string): Promise<number> {
    return (await this.all()).find(({ body }) => body === text)?.id ?? assert.fail(text);
  }
  /** What the service does not have, with the reason. */
  drafts(): readonly (readonly [string, string | undefined])[] {
    return this.session.parts.comments
      .drafts({ accountId: this.session.accountId, gistId: ids.notes })
      .map(({ body, error }) => [body, error]);
  }

  async edit(shown = this.comment("Thanks")): Promise<ShownComment> {
    await commands.executeCommand(commentCommands.edit, shown);
    return shown;
  }
  save(shown: ShownComment, text: string): Thenable<unknown> {
    shown.body = text;
    return commands.executeCommand(commentCommands.save, shown);
  }

  refuse(method: string): void {
    this.session.forge.answer = (request) =>
      request.method === method ? Response.json({ message: "Not today" }, { status: 403 }) : undefined;
  }

  /** Another window changes the stored drafts; this one has not read it. */
  async inOtherWindow(change: (draft: StoredDraft) => StoredDraft | undefined): Promise<void> {
    const folder = storageFolder(sharedFolder(this.session.parts.context, "state"));
    const state = new SharedState(folder, (error) => {
      throw error;
    });
    const draftsOf = (each: Pick<SharedState, "get">) =>
      each.get<Readonly<Record<string, StoredDraft>>>(draftCollections.gists) ?? {};
    const textsOf = (each: Pick<SharedState, "get">) =>
      Object.values(draftsOf(each))
        .map((draft) => JSON.stringify(draft))
        .toSorted()
        .join();
    await eventually(async () => {
      await state.refresh();
      return textsOf(state) === textsOf(this.session.parts.state);
    }, "what this one has stored is there");
    const stored = draftsOf(state);
    const changed = Object.entries(stored).flatMap(([id, draft]) => {
      const next = change(draft);
      return next ? [[id, next] as const] : [];
    });
    await state.update(draftCollections.gists, Object.fromEntries(changed));
  }
}

/** Starts with the conversation before each test. */
export const useGistTalk = (): GistTalk =>
  new GistTalk(
    useSession({
      seed: () =>
        talkedSeed([
          { login: "otto", body: "Nice" },
          { login: "mia", body: "Thanks" },
        ]),
    }),
  );
