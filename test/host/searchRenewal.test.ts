import assert from "node:assert/strict";
import { commands, type TextDocumentContentProvider, Uri, window, workspace } from "vscode";
import { systemClock } from "../../src/base/clock.ts";
import { Emitter } from "../../src/base/event.ts";
import { SearchDocuments, type SearchSource } from "../../src/gists/search/document.ts";
import type { IndexState } from "../../src/gists/search/types.ts";
import { GistUris } from "../../src/gists/uri.ts";
import { searchScheme } from "../../src/ids.ts";
import { eventually } from "../support/eventually.ts";

describe("A document of hits that was written before all was indexed", () => {
  let state: IndexState;
  let changed: Emitter<void>;
  let documents: SearchDocuments;
  let renewed: string[];
  let onSearch: () => void;

  beforeEach(() => {
    state = "reading";
    changed = new Emitter<void>();
    renewed = [];
    onSearch = () => undefined;
    const search: SearchSource = {
      use: () => Promise.resolve(),
      search: () => {
        onSearch();
        return [];
      },
      get progress() {
        return { state, indexed: 0, total: 0 };
      },
      onDidChange: changed.event,
    };
    const shell = {
      textDocuments: (scheme: string, provider: TextDocumentContentProvider) =>
        workspace.registerTextDocumentContentProvider(scheme, provider),
    };
    const uris = new GistUris({ read: () => ({}), write: () => Promise.resolve() }, () => undefined);
    documents = new SearchDocuments(shell, search, uris, systemClock, () => undefined);
    documents.onDidChange((uri) => renewed.push(uri.toString()));
  });
  afterEach(async () => {
    documents.dispose();
    changed.dispose();
    await commands.executeCommand("workbench.action.closeAllEditors");
  });

  const end = (): void => {
    state = "waiting";
    changed.fire();
  };
  const uriOf = (query: string): Uri => Uri.from({ scheme: searchScheme, path: `/Gists: ${query}`, query });

  it("is written again when the reading ends", async () => {
    const uri = uriOf("ends");
    await window.showTextDocument(uri);
    assert.deepEqual(renewed, []);
    end();
    assert.deepEqual(renewed, [uri.toString()]);
    end();
    assert.equal(renewed.length, 1);
  });

  it("is written again when the reading ends while it is being written", async () => {
    const uri = uriOf("meanwhile");
    state = "waiting";
    await window.showTextDocument(uri);
    state = "reading";
    onSearch = end;
    await documents.provideTextDocumentContent(uri);
    assert.deepEqual(renewed, [uri.toString()]);
    assert.ok(workspace.textDocuments.some((each) => each.uri.toString() === uri.toString()));
  });

  it("is written again when it opens after the reading has ended", async () => {
    const uri = uriOf("late");
    await documents.provideTextDocumentContent(uri);
    end();
    // VS Code would not hear it.
    assert.deepEqual(renewed, []);
    await window.showTextDocument(uri);
    await eventually(() => renewed.length > 0, "it is written anew");
    assert.deepEqual(renewed, [uri.toString()]);
  });
});
