import * as vscode from "vscode";
import { UserError } from "../../base/errors.ts";
import { fieldsOf } from "../../base/fieldsOf.ts";
import { linkSideScheme } from "../../manifestNames.ts";
import { plainText } from "../../ui/plainText.ts";
import type { OpenMerges } from "./openMerges.ts";
import { inShape, shapeOf } from "./textShape.ts";
import { type Link, nameOf } from "./types.ts";
import { uriOf } from "./workspaceFiles.ts";

type Spot = Pick<Link, "folder" | "path">;
type Side = "base" | "mine" | "theirs";

/** Read-only documents with the sides of a linked file's merge, also after a reload of the window. */
export class LinkMergeSides implements vscode.TextDocumentContentProvider {
  readonly #merges: OpenMerges;
  readonly #changed = new vscode.EventEmitter<vscode.Uri>();
  readonly onDidChange = this.#changed.event;

  constructor(merges: OpenMerges) {
    this.#merges = merges;
  }

  /** Shows what the merge has now. */
  of({ folder, path }: Spot, side: Side): vscode.Uri {
    const query = JSON.stringify({ side, folder, path });
    const uri = vscode.Uri.from({ scheme: linkSideScheme, path: uriOf({ folder, path }).path, query });
    this.#changed.fire(uri);
    return uri;
  }

  async provideTextDocumentContent({ query }: vscode.Uri): Promise<string> {
    const { side, folder, path } = fieldsOf(JSON.parse(query));
    const spot = { folder: String(folder), path: String(path) };
    const merge = await this.#merges.sidesOf(spot);
    // A merge editor would take another text for what no one has changed.
    if (!merge) throw new UserError(vscode.l10n.t("This merge of “{0}” is over.", plainText(nameOf(spot))));
    if (side === "base") return inShape(merge.base ?? "", shapeOf(merge.mine));
    return side === "mine" ? merge.mine : merge.theirs;
  }

  dispose(): void {
    this.#changed.dispose();
  }
}
