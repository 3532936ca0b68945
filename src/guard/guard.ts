import type * as vscode from "vscode";
import { HeldBackError } from "../base/errors.ts";
import { containedTexts } from "./containedTexts.ts";
import type { Choice, Decisions } from "./decisions.ts";
import { type Finding, ownTokenKind, type ScanOptions, uncheckedKind } from "./finding.ts";
import { redact } from "./redact.ts";
import { fileText, SeenTexts } from "./seenTexts.ts";

/** What is about to leave this machine. */
export interface Upload {
  /** For people: “the selection”, a file's name. */
  readonly what: string;
  /** Name → content. */
  readonly files: Readonly<Record<string, string>>;
  readonly accountId: string;
  /** False when everyone can find it, which the question says; undefined where that isn't known. */
  readonly isSecret?: boolean | undefined;
  /** What the server has already, such as the former content of the gist: its secrets are no news. */
  readonly known?: readonly string[];
  /** When false nothing is asked: HeldBackError is thrown where that would be necessary. */
  readonly mayAsk?: boolean;
  /** The document of a file, to show a finding there. */
  readonly place?: (name: string) => vscode.Uri | undefined;
}

export interface FindingInFile extends Finding {
  readonly file: string;
  /** Stays in memory: it is never shown, logged or kept. */
  readonly secret: string;
}

export interface Answer {
  readonly finding: FindingInFile;
  readonly choice: Choice;
  /** True when the user wants the same answer next time. */
  readonly isForLater: boolean;
}

export interface GuardOptions {
  readonly isEnabled: () => boolean;
  /** Kinds that the user does not want to hear of. */
  readonly ignoredKinds: () => readonly string[];
  readonly decisions: Decisions;
  /** The tokens of all accounts, which must never leave. */
  readonly ownTokens: () => Promise<readonly string[]>;
  readonly loadScan: () => Promise<(text: string, options: ScanOptions) => readonly Finding[]>;
  /** Asks what to do with each finding. Throws CancelledError when nothing is to be sent. */
  readonly ask: (upload: Upload, findings: readonly FindingInFile[]) => Promise<readonly Answer[]>;
}

const textsOf = (files: Upload["files"]): readonly string[] =>
  Object.entries(files).map(([name, text]) => fileText(name, text));

/** Looks through everything before it is uploaded. All of it happens on this machine. */
export class LeakGuard {
  readonly #options: GuardOptions;
  readonly #seen = new SeenTexts();
  #asking: Promise<unknown> = Promise.resolve();

  constructor(options: GuardOptions) {
    this.#options = options;
  }

  /**
   * What may be sent: the files as they are, or with secrets redacted. The very same object when nothing was redacted.
   * Throws CancelledError when the user wants nothing to be sent, and whatever keeps the scan from running: unseen
   * nothing leaves.
   */
  async inspect(upload: Upload): Promise<Readonly<Record<string, string>>> {
    if (!this.isEnabled) return upload.files;
    // Taken before the scan: a token or setting that is added during it changes the rules.
    const rules = await this.#rules(upload.accountId);
    const isUnasked = upload.mayAsk === false;
    if (isUnasked && (await this.#seen.missing(rules, textsOf(upload.files))).size === 0) return upload.files;
    const files = await this.#decided(upload);
    await this.#seen.add(rules, [...Object.values(files), ...textsOf(files)]);
    return files;
  }

  get isEnabled(): boolean {
    return this.#options.isEnabled();
  }

  /** Those of the texts that `inspect` has not answered for this account in this session. */
  async unseen(accountId: string, texts: readonly string[]): Promise<ReadonlySet<string>> {
    return this.#seen.missing(await this.#rules(accountId), texts);
  }

  /** What an inspection depends on beside the text. */
  async #rules(accountId: string): Promise<string> {
    return JSON.stringify([accountId, await this.#options.ownTokens(), this.#options.ignoredKinds()]);
  }

  async #decided(upload: Upload): Promise<Readonly<Record<string, string>>> {
    const found = await this.#find(upload);
    if (found.length === 0) return upload.files;
    // One question at a time: the answer to the first may answer the second.
    const chosen = this.#asking.then(() => this.#choose(upload, found));
    this.#asking = chosen.catch(() => undefined);
    const choices = await chosen;
    const toRedact = found.filter((finding) => choices.get(finding) !== "share");
    if (toRedact.length === 0) return upload.files;
    const shared = found.filter((finding) => choices.get(finding) === "share").map(({ secret }) => secret);
    const rest = { ...upload, known: [...(upload.known ?? []), ...shared] };
    return this.#redacted(rest, upload.files, toRedact);
  }

  /** Redacts until nothing is found: without a secret, what stands beside it can look like one. */
  async #redacted(
    upload: Upload,
    files: Readonly<Record<string, string>>,
    found: readonly FindingInFile[],
  ): Promise<Readonly<Record<string, string>>> {
    const next = Object.fromEntries(
      Object.entries(files).map(([name, text]) => [
        name,
        redact(
          text,
          found.filter(({ file }) => file === name),
        ),
      ]),
    );
    const more = await this.#find({ ...upload, files: next });
    const isChanged = Object.entries(next).some(([name, text]) => text !== files[name]);
    return more.length === 0 || !isChanged ? next : this.#redacted(upload, next, more);
  }

  /** Findings of one text that the user wants to hear of. */
  async check(fileName: string, text: string): Promise<readonly Finding[]> {
    const [scan, ownTokens] = await Promise.all([this.#options.loadScan(), this.#options.ownTokens()]);
    const ignored = new Set(this.#options.ignoredKinds());
    return scan(text, { fileName, ownTokens }).filter(
      ({ kind }) => kind === ownTokenKind || kind === uncheckedKind || !ignored.has(kind),
    );
  }

  async #find({ files, known = [] }: Upload): Promise<readonly FindingInFile[]> {
    const found: FindingInFile[] = [];
    for (const [file, text] of Object.entries(files)) {
      for (const finding of await this.check(file, text)) {
        found.push({ ...finding, file, secret: text.slice(finding.start, finding.end) });
      }
    }
    const former = containedTexts(
      found.map(({ secret }) => secret),
      known,
    );
    return found.filter(({ secret }) => !former.has(secret));
  }

  async #choose(upload: Upload, found: readonly FindingInFile[]): Promise<ReadonlyMap<FindingInFile, Choice>> {
    const { decisions } = this.#options;
    const { accountId } = upload;
    const choices = new Map<FindingInFile, Choice>();
    for (const finding of found) {
      const choice = await decisions.get({ kind: finding.kind, secret: finding.secret, accountId });
      if (choice) choices.set(finding, choice);
    }
    const open = found.filter((finding) => !choices.has(finding));
    if (open.length === 0) return choices;
    if (upload.mayAsk === false) throw new HeldBackError();
    for (const { finding, choice, isForLater } of await this.#options.ask(upload, open)) {
      choices.set(finding, choice);
      if (isForLater) await decisions.remember({ kind: finding.kind, secret: finding.secret, accountId }, choice);
    }
    return choices;
  }
}
