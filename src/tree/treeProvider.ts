import * as vscode from "vscode";
import type { Clock } from "../base/clock.ts";
import type { Disposable } from "../base/disposable.ts";
import { isCancelled } from "../base/errors.ts";
import { fieldsOf } from "../base/fieldsOf.ts";
import { HttpError, limitEndOf } from "../client/errors.ts";
import { NotOfferedError } from "../client/notOffered.ts";
import { accountCommands, type ViewId } from "../ids.ts";
import { asRowsOf } from "../ui/callOrigin.ts";
import { errorText } from "../ui/errorText.ts";
import { plainLines } from "../ui/plainText.ts";
import { plainItem } from "./item.ts";
import { LimitedReads } from "./limitedReads.ts";
import { permissionNode } from "./permissionNode.ts";
import type { Log } from "../ui/log.ts";
import {
  contextValue,
  type KitNode,
  type LoadMoreNode,
  type MessageNode,
  type NodeKind,
  type NodeKinds,
  type TreeNode,
} from "./node.ts";
import type { Shell } from "../shell/shell.ts";

interface Options<N extends TreeNode> {
  readonly viewId: ViewId;
  readonly kinds: NodeKinds<N>;
  readonly roots: () => Promise<readonly (N | KitNode)[]>;
  /** What the user may do when children could not be loaded. */
  readonly retry: (node: N | undefined) => vscode.Command;
  readonly log: Log;
  readonly clock: Clock;
}

/** Milliseconds in which VS Code asks for the children of what it shows expanded. */
const childrenTimeoutMs = 1000;
/** How often relative times in rows are looked at while the view is visible. Milliseconds. */
const ageIntervalMs = 60_000;

const messageItem = (node: MessageNode): vscode.TreeItem => {
  const item = new vscode.TreeItem(node.text, vscode.TreeItemCollapsibleState.None);
  item.id = node.id;
  item.iconPath = new vscode.ThemeIcon(node.icon);
  item.contextValue = node.missing ? contextValue("missingPermission", []) : contextValue("message", []);
  // A narrow side bar cuts the description off.
  item.tooltip = node.action === undefined ? node.text : `${node.text}\n${node.action}`;
  if (node.action !== undefined) item.description = node.action;
  item.accessibilityInformation = {
    label: [node.text, ...(node.action === undefined ? [] : [node.action])].join(", "),
  };
  if (node.command) item.command = node.command;
  return item;
};

const loadMoreItem = (node: LoadMoreNode): vscode.TreeItem => {
  const label = node.text ?? vscode.l10n.t("Load more");
  const item = new vscode.TreeItem(label, vscode.TreeItemCollapsibleState.None);
  item.id = node.id;
  item.iconPath = new vscode.ThemeIcon("ellipsis");
  item.contextValue = contextValue("loadMore", []);
  item.accessibilityInformation = { label };
  item.command = node.command;
  return item;
};

/** The only TreeDataProvider: renders nodes by their kind's table and turns a failure into a node of its own. */
export class TreeProvider<N extends TreeNode> implements vscode.TreeDataProvider<N | KitNode> {
  readonly #options: Options<N>;
  /** The nodes as VS Code has them: it finds a node by the very object that it was given. */
  readonly #shown = new Map<string, N | KitNode>();
  /** How often the children of a node were asked for: VS Code shows what it asked for last. */
  readonly #asked = new Map<string, number>();
  readonly #checks = new Map<string, Disposable>();
  /** Collapsed nodes: their children are not requested. */
  readonly #collapsed = new Set<string>();
  /** Nodes whose children could not be read. */
  readonly #failed = new Set<string>();
  /** The whole tree was offered again since the last refresh. */
  #startedOver = false;
  /** The descriptions that VS Code has. */
  readonly #descriptions = new Map<string, string>();
  #ages: Disposable | undefined;
  readonly #limitedReads: LimitedReads;
  readonly #changed = new vscode.EventEmitter<(N | KitNode) | undefined>();
  readonly onDidChangeTreeData = this.#changed.event;

  constructor(options: Options<N>) {
    this.#options = options;
    this.#limitedReads = new LimitedReads(options.clock, (id) => this.refresh(id === "" ? undefined : id));
  }

  /** The view of this tree. The caller disposes it. */
  createView(
    shell: Shell,
    dragAndDrop?: vscode.TreeDragAndDropController<N | KitNode>,
  ): vscode.TreeView<N | KitNode> {
    const view = shell.treeView(this.#options.viewId, this, dragAndDrop);
    view.onDidCollapseElement(({ element }) => this.noteCollapsed(element, true));
    view.onDidExpandElement(({ element }) => this.noteCollapsed(element, false));
    view.onDidChangeVisibility(({ visible }) => this.setVisible(visible));
    this.setVisible(view.visible);
    return view;
  }

  /** While the view is visible, rows whose description has a relative time are drawn again, without a request. */
  setVisible(isVisible: boolean): void {
    this.#ages?.dispose();
    this.#ages = undefined;
    if (!isVisible) return;
    this.#updateAges();
    this.#ages = this.#options.clock.setTimer(ageIntervalMs, () => this.setVisible(true));
  }

  noteCollapsed({ id }: TreeNode, isCollapsed: boolean): void {
    if (isCollapsed) this.#collapsed.add(id);
    // VS Code has the children of a row that was collapsed, and asks for them again only after a change.
    else if (this.#collapsed.delete(id) && this.#failed.has(id)) this.refresh(id);
  }

  /** Asks again for the children of the node with this id, or for the whole tree when it is not shown. */
  refresh(id?: string): void {
    this.#startedOver = false;
    this.#changed.fire(id === undefined ? undefined : this.#shown.get(id));
  }

  /** Asks again for the whole tree when the rate limit is over. Milliseconds since 1970-01-01T00:00:00Z; undefined for no limit. */
  refreshAt(until: number | undefined): void {
    this.#limitedReads.limited("", until);
  }

  /** As `refresh`, for every node that is shown and meant. */
  refreshWhere(isMeant: (node: N) => boolean): void {
    for (const node of this.#shown.values()) if (!isKit(node) && isMeant(node)) this.#changed.fire(node);
  }

  getTreeItem(node: N | KitNode): vscode.TreeItem {
    if (isKit(node)) return plainItem(node.kind === "message" ? messageItem(node) : loadMoreItem(node));
    const item = plainItem(this.#kindOf(node).item(node));
    this.#descriptions.set(node.id, String(item.description));
    return item;
  }

  async getChildren(node?: N | KitNode): Promise<(N | KitNode)[]> {
    if (node && isKit(node)) return [];
    const parentId = node?.id ?? "";
    const turn = (this.#asked.get(parentId) ?? 0) + 1;
    const isLatest = (): boolean => this.#asked.get(parentId) === turn;
    this.#asked.set(parentId, turn);
    this.#collapsed.delete(parentId);
    this.#limitedReads.began(parentId);
    this.#failed.delete(parentId);
    try {
      const found = await asRowsOf(this.#options.viewId, async () =>
        node ? this.#kindOf(node).children?.(node) : this.#options.roots(),
      );
      const children = found?.map((child) =>
        isKit(child) && child.kind === "message" && child.isRetryable
          ? { ...child, command: this.#options.retry(node) }
          : child,
      );
      if (isLatest()) {
        for (const child of children ?? []) {
          this.#shown.set(child.id, child);
          if (isKit(child) && child.kind === "message") this.#limitedReads.limited(parentId, child.until);
        }
        this.#checkLater(parentId, children ?? []);
      }
      return [...(children ?? [])];
    } catch (error) {
      if (isCancelled(error)) return [];
      const id = `${parentId}/error`;
      // Trying again would change nothing.
      if (error instanceof NotOfferedError) return [{ kind: "message", id, text: errorText(error), icon: "info" }];
      this.#options.log.error(node?.id ?? "tree", error);
      if (isLatest()) {
        this.#failed.add(parentId);
        this.#limitedReads.limited(parentId, limitEndOf(error));
      }
      if (HttpError.is(error, "permission") && error.missing) return [permissionNode(id, error.missing)];
      return [{ kind: "message", id, text: errorText(error), icon: "warning", command: this.#retry(error, node) }];
    } finally {
      if (isLatest()) this.#limitedReads.ended(parentId);
    }
  }

  getParent(node: N | KitNode): N | KitNode | undefined {
    return isKit(node) ? undefined : this.#kindOf(node).parent?.(node);
  }

  resolveTreeItem(item: vscode.TreeItem, node: N | KitNode): vscode.TreeItem {
    if (!isKit(node)) {
      const tooltip = this.#kindOf(node).tooltip?.(node);
      if (tooltip !== undefined) item.tooltip = typeof tooltip === "string" ? plainLines(tooltip) : tooltip;
    }
    return item;
  }

  dispose(): void {
    for (const check of this.#checks.values()) check.dispose();
    this.#checks.clear();
    this.#ages?.dispose();
    this.#limitedReads.dispose();
    this.#shown.clear();
    this.#descriptions.clear();
    this.#asked.clear();
    this.#collapsed.clear();
    this.#failed.clear();
    this.#changed.dispose();
  }

  #updateAges(): void {
    for (const node of this.#shown.values()) {
      const { id } = node;
      const known = this.#descriptions.get(id);
      if (isKit(node) || known === undefined) continue;
      const kind = this.#kindOf(node);
      // VS Code asks for the children of what is expanded, too.
      if (this.#asked.has(id) && !this.#collapsed.has(id) && !kind.hasLocalChildren) continue;
      if (String(plainItem(kind.item(node)).description) !== known) this.#changed.fire(node);
    }
  }

  #retry(error: unknown, node: N | undefined): vscode.Command {
    if (!HttpError.is(error, "unauthorized")) return this.#options.retry(node);
    const { accountId, place, account } = fieldsOf(node);
    const id = accountId ?? fieldsOf(place)["accountId"] ?? fieldsOf(fieldsOf(account)["profile"])["id"];
    const title = vscode.l10n.t("Replace Token");
    return { command: accountCommands.replaceToken, title, ...(id === undefined ? {} : { arguments: [{ id }] }) };
  }

  /**
   * When two refreshes cross, VS Code asks for the children of a node that it has just forgotten, takes them for none
   * and does not ask again ("No tree item with id … found"). The children that should have been requested are offered again;
   * when VS Code does not know those either, the whole tree is, once.
   */
  #checkLater(parentId: string, children: readonly (N | KitNode)[]): void {
    const before = children
      .filter((child): child is N => !isKit(child) && this.#isExpected(parentId, child))
      .map((child) => ({ child, asked: this.#asked.get(child.id) }));
    this.#checks.get(parentId)?.dispose();
    this.#checks.delete(parentId);
    if (before.length === 0) return;
    const forgotten = () =>
      before.filter(
        ({ child, asked }) =>
          this.#asked.get(child.id) === asked &&
          this.#shown.get(child.id) === child &&
          !this.#collapsed.has(child.id),
      );
    const later = (act: () => void): void => {
      const timer = this.#options.clock.setTimer(childrenTimeoutMs, () => {
        this.#checks.delete(parentId);
        act();
      });
      this.#checks.set(parentId, timer);
    };
    later(() => {
      const offered = forgotten();
      for (const { child } of offered) this.#changed.fire(child);
      if (offered.length === 0 || this.#startedOver) return;
      later(() => {
        if (forgotten().length === 0) return;
        this.#startedOver = true;
        this.#changed.fire(undefined);
      });
    });
  }

  #isExpected(parentId: string, child: N): boolean {
    if (this.#collapsed.has(child.id)) return false;
    if (this.#asked.has(child.id)) return true;
    return (
      parentId === "" && this.getTreeItem(child).collapsibleState === vscode.TreeItemCollapsibleState.Expanded
    );
  }

  #kindOf(node: N): NodeKind<N, N | KitNode> {
    // The table is complete by its type; the compiler cannot follow the kind through the index.
    return this.#options.kinds[node.kind as N["kind"]] as unknown as NodeKind<N, N | KitNode>;
  }
}

const isKit = (node: TreeNode): node is KitNode => node.kind === "message" || node.kind === "loadMore";
