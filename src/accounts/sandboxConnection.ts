import * as vscode from "vscode";
import { systemClock } from "../base/clock.ts";
import type { Transport } from "../client/transport.ts";
import { inProcessTransport } from "../client/inProcessTransport.ts";
import type { SandboxState } from "../sandbox/state.ts";
import { storageFolder } from "../storage/storageFolder.ts";
import type { Identity } from "./identity.ts";

export interface OpenSandbox {
  readonly transport: Transport;
  /** Whose token it is, and what it is granted. */
  readonly identity: Identity;
  readonly token: string;
  /** The other users of the demo data, for what is simulated. */
  readonly others: readonly { readonly login: string; readonly token: string }[];
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
 * The service inside VS Code: no network, no port. Its bundle is loaded with its first use. Its state is in a folder of the
 * extension's own, which all windows share.
 */
export class SandboxConnection {
  readonly #folder: vscode.Uri;
  readonly #onProblem: (error: unknown) => void;
  #opened: Promise<OpenSandbox> | undefined;

  /** `folder` is the extension's storage. */
  constructor(folder: vscode.Uri, onProblem: (error: unknown) => void) {
    this.#folder = folder;
    this.#onProblem = onProblem;
  }

  open(): Promise<OpenSandbox> {
    this.#opened ??= this.#open();
    return this.#opened;
  }

  async #open(): Promise<OpenSandbox> {
    const {
      createSandbox,
      deliverToLoopback,
      demoLogin,
      demoOthers,
      demoScopes,
      demoSeed,
      demoToken,
      SharedSandbox,
    } = await import("../sandbox/embedded.ts");
    const clock = systemClock;
    const seed = demoSeed(clock.now());
    // Of a version before, and now in the folder.
    const former = vscode.Uri.joinPath(this.#folder, "sandbox.json");
    const sandbox = new SharedSandbox({
      folder: storageFolder(vscode.Uri.joinPath(this.#folder, "sandbox")),
      open: (state, deliver) =>
        createSandbox({ clock, seed, deliver, ...(state === undefined ? {} : { state: state as SandboxState }) }),
      deliver: deliverToLoopback,
      formerState: () => readState(former),
      onProblem: this.#onProblem,
    });
    const stored = sandbox.onDidStore(() => {
      stored.dispose();
      vscode.workspace.fs.delete(former).then(undefined, () => undefined);
    });
    return {
      transport: inProcessTransport((request) => sandbox.fetch(request)),
      identity: { login: demoLogin, scopes: demoScopes },
      token: demoToken,
      others: demoOthers,
    };
  }
}
