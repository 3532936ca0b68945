import * as vscode from "vscode";
import type { Account } from "../accounts/model.ts";
import { readablePart } from "../base/uriPart.ts";
import { operationTextScheme } from "../ids.ts";
import { factsOf } from "./parameters.ts";
import { operationIds } from "../client/operations/table.ts";
import type { OperationReference } from "./reference/operationReference.ts";
import type { OperationCall } from "./types.ts";
import { schemaDialectOf } from "./uri.ts";

/** A call that was answered, as long as its document is there. */
export interface Answered {
  readonly accountId: string;
  readonly call: OperationCall;
  /** The answer as the client gave it; undefined for one that says no. */
  readonly result: unknown;
}

/** Documents that are kept: the oldest go first. */
const maxTexts = 50;

interface Kept {
  readonly text: string;
  readonly answered: Answered | undefined;
}

/** Read-only documents of Run Operation: answers, requests, and the schema. Kept while the window is open. */
export class OperationTexts implements vscode.TextDocumentContentProvider {
  readonly #kept = new Map<string, Kept>();
  readonly #reference: () => Promise<OperationReference>;
  readonly #changed = new vscode.EventEmitter<vscode.Uri>();
  readonly onDidChange = this.#changed.event;
  #count = 0;

  constructor(reference: () => Promise<OperationReference>) {
    this.#reference = reference;
  }

  dispose(): void {
    this.#changed.dispose();
    this.#kept.clear();
  }

  async provideTextDocumentContent(uri: vscode.Uri): Promise<string> {
    const dialect = schemaDialectOf(uri);
    if (dialect === undefined)
      return (
        this.#kept.get(uri.path)?.text ??
        vscode.l10n.t("This response is no longer stored. Run the operation again.")
      );
    const { callSchema, operationText, parameterText } = await this.#reference();
    const schema = callSchema(
      operationIds.map((id) => factsOf(id, dialect)),
      {
        title: vscode.l10n.t("Call of an operation"),
        operation: vscode.l10n.t("What the server should do."),
        parameters: vscode.l10n.t("What the operation needs to know."),
        headers: vscode.l10n.t("Headers of the request."),
        describe: operationText,
        describeParameter: parameterText,
      },
    );
    return JSON.stringify(schema);
  }

  /** What a document is the answer of. */
  answered(uri: vscode.Uri): Answered | undefined {
    return uri.scheme === operationTextScheme ? this.#kept.get(uri.path)?.answered : undefined;
  }

  async show(name: string, text: string, answered?: Answered): Promise<void> {
    const path = `/${++this.#count}/${readablePart(name).slice(0, 80)}`;
    this.#kept.set(path, { text, answered });
    for (const key of this.#kept.keys()) {
      if (this.#kept.size <= maxTexts) break;
      this.#kept.delete(key);
    }
    const uri = vscode.Uri.from({ scheme: operationTextScheme, path });
    await vscode.window.showTextDocument(uri, { preview: false });
  }

  /** Of an account that was signed out nothing is kept. */
  forget(isKept: (accountId: string) => boolean): void {
    for (const [path, { answered }] of this.#kept)
      if (answered && !isKept(answered.accountId)) {
        this.#kept.delete(path);
        this.#changed.fire(vscode.Uri.from({ scheme: operationTextScheme, path }));
      }
  }
}

export const titleFor = ({ profile }: Account, call: string): string => `${call} · ${profile.login}`;
