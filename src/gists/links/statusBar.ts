import * as vscode from "vscode";
import { linkCommands } from "../../ids.ts";
import { plainText } from "../../ui/plainText.ts";
import type { LinksModel } from "./model.ts";
import { stateText, stateWord } from "./stateText.ts";
import { spotOf } from "./workspaceFiles.ts";

/** Shows the state of the linked file in the active editor. */
export class LinkStatus {
  readonly #links: LinksModel;
  readonly #item = vscode.window.createStatusBarItem("forgeside.link", vscode.StatusBarAlignment.Left, 90);
  readonly #subscriptions: readonly { dispose(): void }[];

  constructor(links: LinksModel) {
    this.#links = links;
    this.#item.name = vscode.l10n.t("Linked Gist File");
    this.#subscriptions = [
      links.onDidChange(() => this.#update()),
      vscode.window.onDidChangeActiveTextEditor(() => this.#update()),
    ];
    this.#update();
  }

  dispose(): void {
    for (const each of this.#subscriptions) each.dispose();
    this.#item.dispose();
  }

  #update(): void {
    const uri = vscode.window.activeTextEditor?.document.uri;
    const spot = uri && spotOf(uri);
    const link = spot && this.#links.at(spot.folder, spot.path);
    if (!link) {
      this.#item.hide();
      return;
    }
    const title = vscode.l10n.t("Show Linked File");
    this.#item.command = { command: linkCommands.show, title, arguments: [uri] };
    const state = this.#links.state(link);
    this.#item.text = `$(link) ${vscode.l10n.t("Gist: {0}", stateWord(state))}`;
    this.#item.tooltip = `${plainText(link.fileName)}\n${stateText(state)}`;
    this.#item.accessibilityInformation = {
      label: vscode.l10n.t("The file is linked to a gist: {0}", stateWord(state)),
      role: "button",
    };
    this.#item.show();
  }
}
