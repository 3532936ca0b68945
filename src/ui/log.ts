import * as vscode from "vscode";
import { HttpError } from "../client/errors.ts";

/** Of a parameter that cannot be sent, its value is left out: it may be secret. */
const messageOf = ({ kind, message }: HttpError): string =>
  kind === "validation" ? message.replace(/(, not|value:) .*$/s, "$1 …") : message;

/** The output channel. Nothing of a request's headers or body is ever written to it. */
export class Log {
  readonly #channel = vscode.window.createOutputChannel("Forgeside", { log: true });

  error(what: string, error: unknown): void {
    const text = HttpError.is(error)
      ? `${error.kind} ${error.code} ${messageOf(error)}${error.requestId === undefined ? "" : ` (request ${error.requestId})`}`
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
