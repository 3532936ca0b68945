import * as vscode from "vscode";
import { HttpError } from "../client/errors.ts";

/** The output channel. Nothing of a request's headers or body is ever written to it. */
export class Log {
  readonly #channel = vscode.window.createOutputChannel("Forgeside", { log: true });

  error(what: string, error: unknown): void {
    const text = HttpError.is(error)
      ? `${error.kind} ${error.code} ${error.message}${error.requestId === undefined ? "" : ` (request ${error.requestId})`}`
      : error instanceof Error
        ? (error.stack ?? error.message)
        : String(error);
    this.#channel.error(`${what}: ${text}`);
  }

  info(text: string): void {
    this.#channel.info(text);
  }

  show(): void {
    this.#channel.show();
  }

  dispose(): void {
    this.#channel.dispose();
  }
}
