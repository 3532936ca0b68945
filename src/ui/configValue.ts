import * as vscode from "vscode";
import type { Disposable } from "../base/disposable.ts";
import { settingRanges } from "../ids.ts";

/** Within the minimum and the maximum of package.json, which VS Code's editor of settings only warns of. */
const inRange = <T>(key: string, value: T): T => {
  const range = settingRanges[key];
  return range && typeof value === "number" ? (Math.min(Math.max(value, range[0]), range[1]) as T) : value;
};

const isOfSameType = (value: unknown, other: unknown): boolean =>
  typeof value === typeof other && value !== null && Array.isArray(value) === Array.isArray(other);

/** A setting of Forgeside while it is used: its value is of the type of the fallback and in its range, and changes are reported. */
export class ConfigValue<T> implements Disposable {
  readonly #key: string;
  readonly #fallback: T;
  readonly #changed = new vscode.EventEmitter<T>();
  readonly #subscription: vscode.Disposable;
  readonly onDidChange = this.#changed.event;

  constructor(key: string, fallback: T) {
    this.#key = key;
    this.#fallback = fallback;
    this.#subscription = vscode.workspace.onDidChangeConfiguration((event) => {
      if (event.affectsConfiguration(key)) this.#changed.fire(this.value);
    });
  }

  /** What is set, or the fallback where a value of another type was written into the settings file. */
  get value(): T {
    const value = vscode.workspace.getConfiguration().get<T>(this.#key);
    return value !== undefined && isOfSameType(value, this.#fallback) ? inRange(this.#key, value) : this.#fallback;
  }

  /** Whether the value is that of the workspace, which others may have written. */
  get isFromWorkspace(): boolean {
    const found = vscode.workspace.getConfiguration().inspect<T>(this.#key);
    return found?.workspaceValue !== undefined || found?.workspaceFolderValue !== undefined;
  }

  dispose(): void {
    this.#subscription.dispose();
    this.#changed.dispose();
  }
}
