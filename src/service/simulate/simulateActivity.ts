import * as vscode from "vscode";
import { accountIn } from "../../base/uriPart.ts";
import type { AccountsFeature } from "../../accounts/feature.ts";
import { sandboxUrl } from "../../accounts/serverAddress.ts";
import type { Clock } from "../../base/clock.ts";
import type { Disposable } from "../../base/disposable.ts";
import { UserError } from "../../base/errors.ts";
import { Client } from "../../client/client.ts";
import { gistPlaceOf } from "../../gists/uri.ts";
import { serviceCommands } from "../../ids.ts";
import { contentPlaceOf } from "../../repos/uri.ts";
import { showStatus } from "../../ui/showStatus.ts";
import { plainText } from "../../ui/plainText.ts";
import { pickOne } from "../../ui/prompts.ts";
import {
  type EditedFile,
  NotEditable,
  type SimulatedActivity,
  type SimulatedUser,
  Simulation,
} from "./simulation.ts";

/** Milliseconds between two activities. */
const intervalMs = 30_000;
const statusMs = 8000;

export interface SimulatorDeps {
  readonly sandbox: Pick<AccountsFeature, "openSandbox" | "enterSandbox">;
  /** The ids of the accounts of the sandbox that are signed in. */
  readonly sandboxAccounts: () => readonly string[];
  readonly clock: Clock;
  readonly onError: (error: unknown) => void;
}

const activityText = ({ kind, login, subject }: SimulatedActivity): string => {
  const [who, what] = [plainText(login), plainText(subject)];
  switch (kind) {
    case "comment":
      return vscode.l10n.t("Simulated: {0} commented on “{1}”.", who, what);
    case "commit":
      return vscode.l10n.t("Simulated: {0} committed to {1}.", who, what);
    case "edit":
      return vscode.l10n.t("Simulated: {0} edited “{1}” on another computer.", who, what);
    case "gist":
      return vscode.l10n.t("Simulated: {0} created the gist “{1}”.", who, what);
    case "star":
      return vscode.l10n.t("Simulated: {0} starred {1}.", who, what);
  }
};

/** The file of the active editor, where it is one of the sandbox that can be edited. */
const openFile = (accountIds: readonly string[]): EditedFile | undefined => {
  const uri = vscode.window.activeTextEditor?.document.uri;
  if (!uri || !accountIds.includes(accountIn(uri.authority))) return undefined;
  const { gistId, fileName } = gistPlaceOf(uri) ?? {};
  if (gistId !== undefined && fileName !== undefined) return { gistId, fileName };
  const place = contentPlaceOf(uri);
  return place && { owner: place.owner, repo: place.repo, ref: place.ref, path: place.path };
};

/** Acts as other users of the sandbox, when asked or every 30 seconds, so that merging, feeds and hooks can be seen. */
export class ActivitySimulator implements Disposable {
  readonly #deps: SimulatorDeps;
  readonly #status = vscode.window.createStatusBarItem("forgeside.simulation", vscode.StatusBarAlignment.Left, 89);
  #simulation: Promise<Simulation> | undefined;
  #timer: Disposable | undefined;

  constructor(deps: SimulatorDeps) {
    this.#deps = deps;
    this.#status.name = vscode.l10n.t("Forgeside: Simulated Activity");
    this.#status.text = `$(organization) ${vscode.l10n.t("Simulated activity")}`;
    this.#status.tooltip = vscode.l10n.t("Other users of the sandbox are active. Select to stop.");
    this.#status.command = serviceCommands.simulateActivity;
  }

  dispose(): void {
    this.#stop();
    this.#status.dispose();
  }

  /** Throws CancelledError, UserError and HttpError. */
  async choose(): Promise<void> {
    if (this.#deps.sandboxAccounts().length === 0) await this.#deps.sandbox.enterSandbox();
    const file = openFile(this.#deps.sandboxAccounts());
    const line = vscode.window.activeTextEditor?.selection.active.line ?? 0;
    const edits = file
      ? [
          {
            label: vscode.l10n.t("Edit the end of the open file elsewhere"),
            detail: vscode.l10n.t("Your next save merges it."),
            act: () => this.#edit(file, "end"),
          },
          {
            label: vscode.l10n.t("Edit the current line of the open file elsewhere"),
            detail: vscode.l10n.t("If you change this line, your next save meets a conflict."),
            act: () => this.#edit(file, line),
          },
        ]
      : [];
    const { act } = await pickOne(
      [
        ...edits,
        { label: vscode.l10n.t("Do one thing as another user"), detail: "", act: () => this.#act() },
        this.#timer
          ? { label: vscode.l10n.t("Stop the activity"), detail: "", act: async () => this.#stop() }
          : {
              label: vscode.l10n.t("Be active every 30 seconds"),
              detail: vscode.l10n.t("Until you stop it or close this window."),
              act: () => this.#start(),
            },
      ],
      {
        title: vscode.l10n.t("Simulate Activity"),
        placeHolder: vscode.l10n.t("Select what happens in the sandbox"),
      },
    );
    try {
      await act();
    } catch (error) {
      if (!(error instanceof NotEditable)) throw error;
      throw new UserError(
        vscode.l10n.t("“{0}” is not edited: it is too large, or not text in UTF-8.", plainText(error.subject)),
      );
    }
  }

  async #start(): Promise<void> {
    this.#status.show();
    this.#schedule();
    await this.#act();
  }

  #stop(): void {
    this.#timer?.dispose();
    this.#timer = undefined;
    this.#status.hide();
  }

  #schedule(): void {
    this.#timer?.dispose();
    this.#timer = this.#deps.clock.setTimer(intervalMs, () => {
      if (this.#deps.sandboxAccounts().length === 0) {
        this.#stop();
        return;
      }
      this.#schedule();
      this.#act().catch(this.#deps.onError);
    });
  }

  async #act(): Promise<void> {
    showStatus(activityText(await (await this.#open()).act()), statusMs);
  }

  async #edit(file: EditedFile, line: number | "end"): Promise<void> {
    showStatus(activityText(await (await this.#open()).edit(file, line)), statusMs);
  }

  #open(): Promise<Simulation> {
    this.#simulation ??= this.#create().catch((error: unknown) => {
      this.#simulation = undefined;
      throw error;
    });
    return this.#simulation;
  }

  async #create(): Promise<Simulation> {
    const { transport, identity, token, others } = await this.#deps.sandbox.openSandbox();
    const user = (login: string, itsToken: string): SimulatedUser => {
      const client = new Client({ baseUrl: sandboxUrl, dialect: "github", transport, writeGap: 0 });
      client.authenticate({ type: "token", token: itsToken });
      return { login, client };
    };
    return new Simulation({
      main: user(identity.login, token),
      others: others.map((each) => user(each.login, each.token)),
      random: Math.random,
      now: () => this.#deps.clock.now(),
    });
  }
}
