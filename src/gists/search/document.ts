import * as vscode from "vscode";
import type { Clock } from "../../base/clock.ts";
import type { Disposable } from "../../base/disposable.ts";
import { searchScheme } from "../../ids.ts";
import type { GistUris } from "../uri.ts";
import { createYieldIfBusy } from "./yieldIfBusy.ts";
import { factsOf, limitText, progressText, titleOfIndexed, uriOfHit } from "./hitText.ts";
import type { SearchModel } from "./model.ts";
import { byGist, type RenderedHits, renderHits, type Target } from "./render.ts";
import type { Shell } from "../../shell/shell.ts";
import { pluralText } from "../../ui/pluralText.ts";

/** Hits in one document. */
const maxHits = 2000;

// oxlint-disable-next-line no-control-regex -- a path must not contain them
const unsafe = /[%/\\\u0000-\u001f\u007f]+/g;

const searchUri = (query: string): vscode.Uri => {
  const name = Array.from(query.replace(unsafe, " ").trim()).slice(0, 40).join("");
  return vscode.Uri.from({ scheme: searchScheme, path: `/${vscode.l10n.t("Gists: {0}", name)}`, query });
};

const hitsText = (count: number): string => {
  if (count > maxHits)
    return pluralText(
      vscode.l10n.t(
        "{count, plural, one {# result, the first {0} of them} other {# results, the first {0} of them}}",
      ),
      count,
      maxHits,
    );
  return pluralText(vscode.l10n.t("{count, plural, one {# result} other {# results}}"), count);
};

/** What the documents need of the search. */
export type SearchSource = Pick<SearchModel, "use" | "search" | "progress" | "onDidChange">;

/** Read-only documents with all hits of a query. Each line leads to where it was found: as a link, and by F12. */
export class SearchDocuments
  implements vscode.TextDocumentContentProvider, vscode.DocumentLinkProvider, vscode.DefinitionProvider
{
  readonly #search: SearchSource;
  readonly #uris: GistUris;
  readonly #clock: Clock;
  readonly #accountName: (accountId: string) => string | undefined;
  /** Documents that were written before all was indexed. */
  readonly #early = new Set<string>();
  readonly #rendered = new Map<string, RenderedHits>();
  readonly #changed = new vscode.EventEmitter<vscode.Uri>();
  readonly onDidChange = this.#changed.event;
  readonly #mark = vscode.window.createTextEditorDecorationType({
    backgroundColor: new vscode.ThemeColor("editor.findMatchHighlightBackground"),
  });
  readonly #subscriptions: readonly Disposable[];

  constructor(
    shell: Pick<Shell, "textDocuments">,
    search: SearchSource,
    uris: GistUris,
    clock: Clock,
    accountName: (accountId: string) => string | undefined,
  ) {
    this.#accountName = accountName;
    this.#search = search;
    this.#uris = uris;
    this.#clock = clock;
    const selector = { scheme: searchScheme };
    this.#subscriptions = [
      shell.textDocuments(searchScheme, this),
      vscode.languages.registerDocumentLinkProvider(selector, this),
      vscode.languages.registerDefinitionProvider(selector, this),
      vscode.window.onDidChangeVisibleTextEditors((editors) =>
        editors.forEach((editor) => this.#decorate(editor)),
      ),
      vscode.workspace.onDidChangeTextDocument(({ document }) => {
        for (const editor of vscode.window.visibleTextEditors)
          if (editor.document === document) this.#decorate(editor);
      }),
      vscode.workspace.onDidCloseTextDocument(({ uri }) => {
        this.#rendered.delete(uri.toString());
        this.#early.delete(uri.toString());
      }),
      vscode.workspace.onDidOpenTextDocument(({ uri }) => {
        if (uri.scheme === searchScheme) this.#renew();
      }),
      search.onDidChange(() => this.#renew()),
    ];
  }

  /** Searches again when the document is already open. */
  async show(query: string): Promise<void> {
    const uri = searchUri(query);
    if (this.#rendered.has(uri.toString())) this.#changed.fire(uri);
    await vscode.window.showTextDocument(uri, { preview: false });
  }

  async provideTextDocumentContent(uri: vscode.Uri): Promise<string> {
    const search = this.#search;
    await search.use();
    const isEarly = this.#isReading;
    const hits = search.search(uri.query);
    const shown = byGist(hits.slice(0, maxHits));
    const yieldIfBusy = createYieldIfBusy(this.#clock);
    const rendered = await renderHits(
      shown,
      {
        head: [
          vscode.l10n.t("Search in Gists: {0}", uri.query),
          hitsText(hits.length),
          `${progressText(search.progress)}; ${limitText()}`,
          vscode.l10n.t("Go to Definition (F12) or a click with Ctrl opens what is under the cursor."),
        ],
        gist: ({ accountId, gist }) => `${titleOfIndexed(gist)} · ${factsOf(gist, this.#accountName(accountId))}`,
        comment: ({ comment }) => vscode.l10n.t("Comment of {0}", comment?.author ?? ""),
        moreLines: (count) =>
          pluralText(
            vscode.l10n.t(
              "{count, plural, =1 {Only the first line is shown.} other {Only the first # lines are shown.}}",
            ),
            count,
          ),
      },
      yieldIfBusy,
    );
    this.#rendered.set(uri.toString(), rendered);
    if (isEarly) {
      this.#early.add(uri.toString());
      this.#renew();
    }
    return rendered.text;
  }

  provideDocumentLinks(document: vscode.TextDocument): vscode.DocumentLink[] {
    const targets = this.#rendered.get(document.uri.toString())?.targets ?? new Map<number, Target>();
    return [...targets].map(([line, target]) => {
      const link = new vscode.DocumentLink(new vscode.Range(line, target.start, line, target.end));
      const uri = uriOfHit(this.#uris, target.hit);
      link.target = target.hit.comment ? uri : uri.with({ fragment: `L${target.line + 1},${target.column + 1}` });
      link.tooltip = vscode.l10n.t("Open");
      return link;
    });
  }

  provideDefinition(document: vscode.TextDocument, { line }: vscode.Position): vscode.Location | undefined {
    const target = this.#rendered.get(document.uri.toString())?.targets.get(line);
    if (!target) return undefined;
    const at = target.hit.comment ? new vscode.Position(0, 0) : new vscode.Position(target.line, target.column);
    return new vscode.Location(uriOfHit(this.#uris, target.hit), at);
  }

  dispose(): void {
    for (const each of this.#subscriptions) each.dispose();
    this.#mark.dispose();
    this.#changed.dispose();
    this.#rendered.clear();
  }

  /** Repeats a search that ended too early: VS Code ignores change events of a document that is not open yet. */
  #renew(): void {
    if (this.#isReading) return;
    for (const { uri } of vscode.workspace.textDocuments)
      if (this.#early.delete(uri.toString())) this.#changed.fire(uri);
  }

  get #isReading(): boolean {
    return ["loading", "listing", "reading"].includes(this.#search.progress.state);
  }

  #decorate(editor: vscode.TextEditor): void {
    const rendered = this.#rendered.get(editor.document.uri.toString());
    if (rendered)
      editor.setDecorations(
        this.#mark,
        rendered.marks.map(([line, start, end]) => new vscode.Range(line, start, line, end)),
      );
  }
}
