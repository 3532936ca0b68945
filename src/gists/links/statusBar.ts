import * as vscode from "vscode";
import { linkCommands } from "../../ids.ts";
import { plainText } from "../../ui/plainText.ts";
import { linkTitle, type LinkTitleDeps } from "./confirmLinks.ts";
import { stateText, stateWord } from "./stateText.ts";
import { spotOf } from "./workspaceFiles.ts";

/** Shows the state of the linked file in the active editor. */
export class LinkStatus {
  readonly #deps: LinkTitleDeps;
  readonly #item = vscode.window.createStatusBarItem("forgeside.link", vscode.StatusBarAlignment.Left, 90);
  readonly #subscriptions: readonly { dispose(): void }[];

  constructor(deps: LinkTitleDeps) {
    this.#deps = deps;
    const { links } = deps;
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
    const { links } = this.#deps;
    const uri = vscode.window.activeTextEditor?.document.uri;
    const spot = uri && spotOf(uri);
    const link = spot && links.at(spot.folder, spot.path);
    if (!link) {
      this.#item.hide();
      return;
    }
    const title = vscode.l10n.t("Show Linked File");
    this.#item.command = { command: linkCommands.show, title, arguments: [uri] };
    const state = links.state(link);
    this.#item.text = `$(link) ${vscode.l10n.t("Gist: {0}", stateWord(state))}`;
    const gist = linkTitle(this.#deps, link);
    const file = vscode.l10n.t("{0} in the gist {1}", link.fileName, gist);
    this.#item.tooltip = `${plainText(file)}\n${stateText(state)}`;
    this.#item.accessibilityInformation = {
      label: vscode.l10n.t("The file is linked to a gist: {0}", stateWord(state)),
      role: "button",
    };
    this.#item.show();
  }
}
