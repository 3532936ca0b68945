import * as vscode from "vscode";
import { systemClock } from "../base/clock.ts";
import type { Transport } from "../client/transport.ts";
import { webTransport } from "../client/webTransport.ts";
import type { SandboxState } from "../sandbox/state.ts";

export interface OpenSandbox {
  readonly transport: Transport;
  readonly login: string;
  readonly token: string;
}

const readState = async (file: vscode.Uri): Promise<unknown> => {
  try {
    return JSON.parse(new TextDecoder().decode(await vscode.workspace.fs.readFile(file)));
  } catch (error) {
    if (error instanceof vscode.FileSystemError && error.code === "FileNotFound") return undefined;
    throw error;
  }
};

/**
 * The service inside VS Code: no network, no port. Its bundle is loaded when somebody uses it first. Its state is kept
 * in a file of the extension's own folder.
 */
export class SandboxConnection {
  readonly #file: vscode.Uri;
  readonly #onProblem: (error: unknown) => void;
  #opened: Promise<OpenSandbox> | undefined;

  constructor(folder: vscode.Uri, onProblem: (error: unknown) => void) {
    this.#file = vscode.Uri.joinPath(folder, "sandbox.json");
    this.#onProblem = onProblem;
  }

  open(): Promise<OpenSandbox> {
    this.#opened ??= this.#open();
    return this.#opened;
  }

  async #open(): Promise<OpenSandbox> {
    const {
      createSandbox,
      deliverToLoopback: deliver,
      demoLogin,
      demoSeed,
      demoToken,
    } = await import("../sandbox/embedded.ts");
    const clock = systemClock;
    const seed = demoSeed(clock.now());
    const load = async () => {
      try {
        const state = await readState(this.#file);
        if (state !== undefined) return createSandbox({ clock, seed, deliver, state: state as SandboxState });
      } catch (error) {
        // An unreadable state is put aside, not overwritten.
        this.#onProblem(error);
        await this.#putAside();
      }
      return createSandbox({ clock, seed, deliver });
    };
    const sandbox = await load();
    let waiting = false;
    let writing: Promise<void> = Promise.resolve();
    const save = async (): Promise<void> => {
      waiting = false;
      await vscode.workspace.fs.writeFile(this.#file, new TextEncoder().encode(JSON.stringify(sandbox.state())));
    };
    sandbox.onDidChange(() => {
      // What changes while a write is under way is written by one more.
      if (waiting) return;
      waiting = true;
      writing = writing.then(save).catch(this.#onProblem);
    });
    return { transport: webTransport((request) => sandbox.fetch(request)), login: demoLogin, token: demoToken };
  }

  async #putAside(): Promise<void> {
    const aside = this.#file.with({ path: `${this.#file.path}.unreadable` });
    await vscode.workspace.fs.rename(this.#file, aside, { overwrite: true });
  }
}
