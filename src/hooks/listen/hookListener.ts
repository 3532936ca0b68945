import * as vscode from "vscode";
import type { Disposable } from "../../base/disposable.ts";
import { ChoiceError, UserError } from "../../base/errors.ts";
import { contextKeys, hookCommands } from "../../ids.ts";
import type { RepoPlace } from "../../repos/types.ts";
import { ContextKey } from "../../ui/contextKey.ts";
import { plainText } from "../../ui/plainText.ts";
import { askText, pickOne } from "../../ui/prompts.ts";
import { relativeTime } from "../../ui/relativeTime.ts";
import { testOrPing } from "../testOrPing.ts";
import type { DeliveryDeps } from "../deliveries.ts";
import { newDraft } from "../hookDocument.ts";
import { newSecret } from "../secret.ts";
import { inspectDraft, isNearby, type SaveHookDeps } from "../saveHook.ts";
import { targetRepository } from "../target.ts";
import type { HookPlace } from "../types.ts";
import type { Received, Receiver, startReceiver } from "./receiver.ts";
import { eventOf, receivedText } from "./receivedText.ts";
import { showInformation } from "../../ui/messages.ts";
import { showStatus } from "../../ui/showStatus.ts";
import { systemErrorText } from "../../ui/systemErrorText.ts";
import { textLanguage } from "../../ui/textLanguage.ts";

/** The code that opens a port. */
export type LoadReceiver = () => Promise<{ readonly startReceiver: typeof startReceiver }>;

export interface HookListenerDeps extends DeliveryDeps, SaveHookDeps {
  /** Undefined where no port can be opened. */
  readonly loadReceiver: LoadReceiver | undefined;
}

/** Deliveries that are kept, and the characters of all of them together: the oldest go first. */
const maxDeliveries = 50;
const maxTextLength = 100_000_000;

interface Running {
  readonly receiver: Receiver;
  /** In memory only: it is gone when the window closes. */
  readonly secret: string;
  readonly url: string;
}

/** A small receiver on this machine, for trying hooks: shows what arrives and does nothing with it. */
export class HookListener implements Disposable {
  readonly #deps: HookListenerDeps;
  readonly #status = vscode.window.createStatusBarItem("forgeside.listening", vscode.StatusBarAlignment.Left);
  readonly #isListening = new ContextKey<boolean>(contextKeys.hooksListening);
  #running: Running | undefined;
  #starting = false;
  #received: readonly Received[] = [];
  /** Hooks that were made for this receiver. */
  #made: HookPlace[] = [];

  constructor(deps: HookListenerDeps) {
    this.#deps = deps;
    this.#status.name = vscode.l10n.t("Forgeside: Listening for Webhooks");
    this.#status.command = hookCommands.received;
  }

  /** Where it listens; undefined when it does not. */
  get url(): string | undefined {
    return this.#running?.url;
  }

  /** The newest first. */
  get received(): readonly Received[] {
    return this.#received;
  }

  dispose(): void {
    void this.#running?.receiver.close();
    this.#running = undefined;
    this.#status.dispose();
    this.#isListening.dispose();
  }

  async start(target: unknown): Promise<void> {
    if (this.#running || this.#starting) {
      await this.showReceived();
      return;
    }
    const { loadReceiver } = this.#deps;
    if (!loadReceiver)
      throw new UserError(
        vscode.l10n.t("VS Code for the Web can't listen for webhooks. Use VS Code on the desktop."),
      );
    const port = await this.#askPort();
    this.#starting = true;
    try {
      const { startReceiver } = await loadReceiver();
      const secret = newSecret();
      const onReceived = (received: Received): void => this.#take(received);
      const receiver = await startReceiver({ port, secret, onReceived }).catch((error: unknown) => {
        throw new ChoiceError(vscode.l10n.t("Port {0} can't be used: {1}.", port, systemErrorText(error)), [
          { title: vscode.l10n.t("Enter Another Port..."), run: () => this.start(target) },
        ]);
      });
      this.#running = { receiver, secret, url: `http://127.0.0.1:${receiver.port}/` };
      this.#received = [];
      this.#made = [];
    } finally {
      this.#starting = false;
    }
    this.#draw();
    this.#offerHook(target);
  }

  #notRunning(): ChoiceError {
    const start = {
      title: vscode.l10n.t("Listen for Webhooks Locally..."),
      run: () => this.start(undefined),
    };
    const canListen = this.#deps.loadReceiver !== undefined;
    return new ChoiceError(vscode.l10n.t("The local listener isn't running."), canListen ? [start] : []);
  }

  /** Throws ChoiceError where it has stopped: a message that offers something for it stays. */
  #requireRunning(running: Running): void {
    if (this.#running === running) return;
    const choices = this.#running ? [] : this.#notRunning().choices;
    throw new ChoiceError(vscode.l10n.t("The listener at {0} has stopped.", running.url), choices);
  }

  /** Ends it, and offers to delete the hooks that were made for it. */
  async stop(): Promise<void> {
    const running = this.#running;
    if (!running) throw this.#notRunning();
    this.#running = undefined;
    this.#status.hide();
    this.#isListening.set(false);
    await running.receiver.close();
    const made = this.#made.splice(0);
    if (made.length === 0) {
      showStatus(vscode.l10n.t("The local listener stopped."), 4000);
      return;
    }
    const remove = vscode.l10n.t("Delete Webhook");
    showInformation(
      vscode.l10n.t("The local listener stopped. The webhook that delivered here is still on the server."),
      remove,
    )
      .then(async (answer) => {
        if (answer === remove) for (const place of made) await this.#deps.hooks.delete(place);
      })
      .then(undefined, (error: unknown) => this.#deps.onError(hookCommands.listen, error));
  }

  /** What arrived, to open; and what can be done with the receiver. */
  async showReceived(): Promise<void> {
    const running = this.#running;
    if (!running) throw this.#notRunning();
    type Row = vscode.QuickPickItem & { readonly act: () => Promise<void> };
    const rows: readonly Row[] = [
      ...this.#received.map((received): Row => ({
        label: `$(${received.isVerified ? "verified" : "warning"}) ${plainText(eventOf(received))}`,
        description: `${received.isVerified ? vscode.l10n.t("signature verified") : vscode.l10n.t("wrong signature: refused")} · ${relativeTime(new Date(received.at).toISOString(), Date.now(), textLanguage())}`,
        detail: plainText(received.headers["x-github-delivery"] ?? ""),
        act: () => this.#deps.texts.show(`${eventOf(received)}.json`, receivedText(received)),
      })),
      {
        label: `$(add) ${vscode.l10n.t("Create Webhook That Delivers Here...")}`,
        act: () => this.#createHook(undefined, running),
      },
      {
        label: `$(copy) ${vscode.l10n.t("Copy URL")}`,
        act: async () => vscode.env.clipboard.writeText(running.url),
      },
      { label: `$(debug-stop) ${vscode.l10n.t("Stop Listening")}`, act: () => this.stop() },
    ];
    const placeHolder =
      this.#received.length === 0
        ? vscode.l10n.t("Nothing has arrived yet.")
        : vscode.l10n.t("What arrived, newest first. Enter opens headers and payload.");
    const title = vscode.l10n.t("Listening at {0}", running.url);
    const { act } = await pickOne(rows, { title, placeHolder, matchOnDetail: true });
    await act();
  }

  #take(received: Received): void {
    let text = 0;
    this.#received = [received, ...this.#received]
      .slice(0, maxDeliveries)
      .filter(({ body }, index) => (text += body.length) <= maxTextLength || index === 0);
    this.#draw();
    const event = plainText(eventOf(received));
    showStatus(
      received.isVerified
        ? vscode.l10n.t("{0} arrived, its signature matches.", event)
        : vscode.l10n.t("A delivery with a wrong signature was refused."),
      6000,
    );
  }

  #draw(): void {
    if (!this.#running) return;
    const { port } = this.#running.receiver;
    const count = this.#received.length;
    this.#status.text = `$(radio-tower) ${vscode.l10n.t("Webhooks :{0} ({1})", port, count)}`;
    this.#status.tooltip = vscode.l10n.t(
      "Listening at {0}. Click for what arrived, and to stop.",
      this.#running.url,
    );
    this.#status.accessibilityInformation = {
      label: vscode.l10n.t("Listening for webhooks at port {0}, {1} arrived", port, count),
      role: "button",
    };
    this.#status.show();
    this.#isListening.set(true);
  }

  async #askPort(): Promise<number> {
    const invalid = vscode.l10n.t("A port is a number from 1024 to 65535, or nothing.");
    const isPort = (text: string): boolean =>
      text === "" || (/^\d{4,5}$/.test(text) && +text >= 1024 && +text < 65_536);
    const text = await askText({
      title: vscode.l10n.t("Listen for Webhooks Locally"),
      prompt: vscode.l10n.t("Enter a local port, or leave it empty to use any free port"),
      ignoreFocusOut: true,
      validateInput: (value) => (isPort(value.trim()) ? undefined : invalid),
    });
    if (!isPort(text.trim())) throw new UserError(invalid);
    return Number(text.trim());
  }

  #offerHook(target: unknown): void {
    const running = this.#running;
    if (!running) return;
    const create = vscode.l10n.t("Create Webhook...");
    const copy = vscode.l10n.t("Copy URL");
    showInformation(vscode.l10n.t("Listening at {0}.", running.url), create, copy)
      .then(async (answer) => {
        if (answer !== undefined) this.#requireRunning(running);
        if (answer === create) await this.#createHook(target, running);
        if (answer === copy) await vscode.env.clipboard.writeText(running.url);
      })
      .then(undefined, (error: unknown) => this.#deps.onError(hookCommands.listen, error));
  }

  async #createHook(target: unknown, running: Running): Promise<void> {
    const { hooks } = this.#deps;
    const place: RepoPlace = await targetRepository(
      this.#deps,
      target,
      vscode.l10n.t("Select a repository to deliver here"),
    );
    if (!isNearby(hooks.account(place)))
      throw new UserError(
        vscode.l10n.t(
          "This server can't reach your computer, so it can't deliver here. Try it with the sandbox, or with a server on this computer.",
        ),
      );
    const config = { url: running.url, content_type: "json", insecure_ssl: "0" };
    const draft = await inspectDraft(this.#deps, place, { ...newDraft, events: ["*"], config });
    this.#requireRunning(running);
    const hook = await hooks.create(place, draft, running.secret);
    const made: HookPlace = { ...place, id: hook.id };
    this.#made.push(made);
    const ping = vscode.l10n.t("Ping Webhook");
    const text = vscode.l10n.t("The webhook delivers all events of {0}/{1} here.", place.owner, place.repo);
    // The toast stays; the command is over.
    showInformation(text, ping)
      .then(async (answer) => {
        if (answer !== ping) return;
        this.#requireRunning(running);
        await testOrPing(this.#deps, made, "ping");
      })
      .then(undefined, (error: unknown) => this.#deps.onError(hookCommands.ping, error));
  }
}
