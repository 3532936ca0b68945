import * as vscode from "vscode";
import { showReason } from "../../accounts/nodes.ts";
import { systemClock } from "../../base/clock.ts";
import { DisposableStore } from "../../base/disposable.ts";
import { messageOf } from "../../base/errors.ts";
import { contextKeys, gistCommands, views } from "../../ids.ts";
import type { KitNode } from "../../tree/node.ts";
import { TreeProvider } from "../../tree/treeProvider.ts";
import { ContextKey } from "../../ui/contextKey.ts";
import type { Log } from "../../ui/log.ts";
import { plainArrangement } from "../arrange/arrangement.ts";
import type { Arrangements } from "../arrange/arrangements.ts";
import { groupText, sortText } from "../arrange/arrangementText.ts";
import type { FollowedUsers } from "../arrange/followedUsers.ts";
import { type GroupDeps, listedNode } from "./groups.ts";
import { type DropDeps, GistDragAndDrop } from "./dragAndDrop.ts";
import { showStatus } from "../../ui/showStatus.ts";
import type { WelcomeState } from "../../tree/welcomeState.ts";
import { gistKinds, unpublishedNode, type GistNodesDeps, gistRoots } from "./nodes.ts";
import type { GistTreeNode } from "../nodeTypes.ts";
import type { Shell } from "../../shell/shell.ts";
import { pluralText } from "../../ui/pluralText.ts";

export interface GistsViewDeps {
  readonly shell: Shell;
  readonly log: Log;
  readonly rows: Pick<GistNodesDeps, "items" | "files" | "history"> & Pick<GroupDeps, "accounts">;
  readonly arrangements: Arrangements;
  readonly followed: FollowedUsers;
  readonly drop: DropDeps;
}

/** The view of gists: its tree, its title, its badge. */
export class GistsView {
  readonly #store = new DisposableStore();
  readonly #deps: GistsViewDeps;
  readonly #view: vscode.TreeView<GistTreeNode | KitNode>;
  readonly #groups: GroupDeps;
  readonly tree: TreeProvider<GistTreeNode>;
  readonly dragAndDrop: GistDragAndDrop;
  #showsAll = false;
  /** Why nothing could be read, beside the title. */
  #message = "";

  constructor(deps: GistsViewDeps) {
    this.#deps = deps;
    const { arrangements, followed, log, rows } = deps;
    const { accounts, files, history, items } = rows;
    const { gists } = items;
    const state = this.#store.add(new ContextKey<WelcomeState>(contextKeys.gistsState));
    const isFiltered = this.#store.add(new ContextKey<boolean>(contextKeys.gistsFiltered));
    this.#groups = {
      accounts,
      gists,
      arrangement: () => arrangements.current,
      followed: (accountId) => followed.of(accountId),
    };
    const nodes: GistNodesDeps = {
      items,
      files,
      history,
      groups: this.#groups,
      showAll: () => this.#showsAll,
      showState: (next, failure) => {
        state.set(next);
        this.#message = showReason(this.#view, next, failure?.message);
        this.tree.refreshAt(failure?.until);
        this.#describe();
      },
    };
    this.tree = this.#store.add(
      new TreeProvider<GistTreeNode>({
        viewId: views.gists,
        kinds: gistKinds(nodes),
        roots: gistRoots(nodes),
        retry: (node) => ({
          command: node && "gist" in node ? gistCommands.refreshGist : gistCommands.refresh,
          title: vscode.l10n.t("Try Again"),
          ...(node ? { arguments: [node] } : {}),
        }),
        log,
        clock: systemClock,
      }),
    );
    this.dragAndDrop = new GistDragAndDrop(deps.drop);
    this.#view = this.#store.add(this.tree.createView(deps.shell, this.dragAndDrop));
    state.set("loading");
    isFiltered.set(arrangements.current.filter !== "");
    this.#store.add(
      arrangements.onDidChange(() => {
        isFiltered.set(arrangements.current.filter !== "");
        this.#describe();
        this.tree.refresh();
      }),
    );
    this.#store.add(followed.onDidChange(() => this.tree.refresh()));
    this.#store.add(accounts.onDidChange(({ removed }) => removed.forEach((id) => followed.forget(id))));
    this.#store.add(files.pending.onDidChange(() => this.tree.refresh()));
    this.#store.add(
      gists.onDidChangeLists(({ accountId, kind }) => {
        // While the welcome text is shown, there is no list whose node could be refreshed.
        const isShown = accountId !== undefined && kind !== undefined && state.value === "ready";
        this.tree.refresh(isShown ? `${accountId}/${kind}` : undefined);
      }),
    );
    this.#store.add(
      history.onDidChange((changed) =>
        this.tree.refreshWhere((node) => {
          if (node.kind !== "history" && node.kind !== "forks") return false;
          const { accountId = node.accountId, gistId = node.gist.id } = changed;
          return node.accountId === accountId && node.gist.id === gistId;
        }),
      ),
    );
    this.#store.add(
      gists.onDidChangeGist(({ accountId, gistId }) => {
        this.tree.refreshWhere(
          (node) => node.kind === "fork" && node.accountId === accountId && node.fork.id === gistId,
        );
        for (const kind of gists.lists.kindsWith(accountId, gistId)) this.tree.refresh(`${accountId}/${kind}`);
      }),
    );
  }

  dispose(): void {
    this.#store.dispose();
  }

  /** Calls the listener each time that the view is shown, and at once when it is visible. */
  onDidSee(listener: () => void): vscode.Disposable {
    if (this.#view.visible) listener();
    return this.#view.onDidChangeVisibility(({ visible }) => {
      if (visible) listener();
    });
  }

  /** Shows the groups though there is no own gist. */
  showAll(): void {
    this.#showsAll = true;
    this.tree.refresh();
  }

  /** Brings the list of edits that are not at the service to the user. */
  async showUnpublished(): Promise<void> {
    const { files } = this.#deps.rows;
    await files.pending.refresh();
    if (files.pending.all.length === 0) {
      showStatus(vscode.l10n.t("All edits of gists are published."), 4000);
      return;
    }
    await vscode.commands.executeCommand(`${views.gists}.focus`);
    await this.#view.reveal(unpublishedNode, { expand: true, focus: true, select: false });
  }

  /**
   * Selects the row of a gist that is listed, where the view is visible; the focus stays where it is. A row of the gist or
   * of its file that is selected stays so: a grouped view may have several rows of one gist.
   */
  reveal(accountId: string, gistId: string, fileName?: string): void {
    const { log, rows } = this.#deps;
    const { gists } = rows.items;
    if (!this.#view.visible) return;
    const isSelected = this.#view.selection.some(
      (node) =>
        (node.kind === "gist" || (node.kind === "file" && node.file.filename === fileName)) &&
        node.accountId === accountId &&
        node.gist.id === gistId,
    );
    if (isSelected) return;
    const [list] = gists.lists.kindsWith(accountId, gistId);
    const gist = list && gists.lists.known(accountId, list).find(({ id }) => id === gistId);
    const node = list && gist && listedNode(this.#groups, accountId, list, gist);
    if (!node) return;
    this.#view
      .reveal(node, { select: true, focus: false })
      // It is not among the rows, by a filter for example.
      .then(undefined, (error: unknown) => log.info(`Reveal ${gistId}: ${messageOf(error)}`));
  }

  /** Shows how many comments were not read yet. */
  showUnread(count: number): void {
    const tooltip = pluralText(
      vscode.l10n.t("{count, plural, one {# unread comment} other {# unread comments}}"),
      count,
    );
    this.#view.badge = count === 0 ? undefined : { value: count, tooltip };
  }

  #describe(): void {
    const { filter, group, sort } = this.#deps.arrangements.current;
    this.#view.description = [
      ...(this.#message === "" ? [] : [this.#message]),
      ...(filter === "" ? [] : [vscode.l10n.t("filter: {0}", filter)]),
      ...(group === "none" ? [] : [groupText(group)]),
      ...(sort === plainArrangement.sort ? [] : [sortText(sort)]),
    ].join(" · ");
  }
}
