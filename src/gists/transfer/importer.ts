import type { NewGist } from "../types.ts";
import type { Clock } from "../../base/clock.ts";
import { CancelledError, isCancelled } from "../../base/errors.ts";
import type { Client } from "../../client/client.ts";
import type { Gist } from "../../client/types/gist.ts";
import { mayHaveSucceeded } from "../mayHaveSucceeded.ts";
import { textOf } from "../content.ts";
import { filesOf } from "../gistFacts.ts";
import type { Inspect } from "../../base/inspect.ts";
import { GistProblem } from "../problem.ts";
import { sha256 } from "../../base/sha256.ts";
import { readWhole } from "../wholeGist.ts";
import { type PathProblem, pathProblem, type TransferFolder } from "./folder.ts";
import type { ImportRecord } from "./importRecord.ts";
import { type Manifest, type ManifestFile, type ManifestGist, titleOfEntry } from "./manifest.ts";

/** What is wrong with a file in the folder. Only a changed one can be sent. */
export type FileProblem = PathProblem | "changed";

/** Whether the account has the gist: not, as it is, with other contents, or made by an earlier import. */
type Presence = "new" | "same" | "different" | "imported";

export interface ImportCandidate {
  readonly gist: ManifestGist;
  /** By the name of the file. */
  readonly problems: ReadonlyMap<string, FileProblem>;
  /** The files that can be sent, with the hash that they have in the folder. */
  readonly files: readonly ManifestFile[];
  readonly presence: Presence;
}

export interface ImportTarget {
  readonly client: Client;
  readonly accountId: string;
  readonly clock: Clock;
  readonly record: ImportRecord;
  /** Bytes of the largest file that is sent. */
  readonly maxFileBytes: number;
  readonly inspect: Inspect;
  readonly create: (gist: NewGist, signal: AbortSignal) => Promise<Gist>;
}

export interface ImportOutcome {
  readonly gist: ManifestGist;
  /** The new gist's id. */
  readonly to?: string;
  readonly isRedacted?: boolean;
  /** Files of the gist that were not sent. */
  readonly left?: readonly string[];
  /** Why there is no new gist; the user's own no counts too. */
  readonly error?: unknown;
  /** The user has stopped the import at this gist, or before it. */
  readonly isStopped?: true;
}

/** The service's clock may differ from ours. Milliseconds. */
const skew = 600_000;

/** Whether the service has these very files. Throws HttpError. */
const hasFiles = async (
  client: Client,
  gistId: string,
  files: readonly ManifestFile[],
  signal: AbortSignal,
): Promise<boolean> => {
  const whole = await readWhole(client, gistId, { signal, priority: "background" });
  if (whole.files.length !== files.length) return false;
  const hashes = new Map(files.map((file) => [file.name, file.sha256]));
  for (const { name, bytes } of whole.files) if ((await sha256(bytes)) !== hashes.get(name)) return false;
  return true;
};

/** Looks at the files of every gist in the folder, and whether the account has the gist. Throws HttpError. */
export const checkImport = async (
  folder: TransferFolder,
  manifest: Manifest,
  own: readonly Gist[],
  { client, record }: Pick<ImportTarget, "client" | "record">,
  signal: AbortSignal,
): Promise<readonly ImportCandidate[]> => {
  const candidates: ImportCandidate[] = [];
  for (const gist of manifest.gists) {
    const problems = new Map<string, FileProblem>();
    const files: ManifestFile[] = [];
    for (const file of gist.files) {
      if (signal.aborted) throw new CancelledError();
      const problem = await pathProblem(folder, file.path);
      if (problem) {
        problems.set(file.name, problem);
        continue;
      }
      const found = await sha256(await folder.read(file.path));
      if (found !== file.sha256) problems.set(file.name, "changed");
      files.push({ ...file, sha256: found });
    }
    const made = record.get(gist.id)?.to;
    const there = own.find(({ id }) => id === gist.id);
    const isMade = made !== undefined && own.some(({ id }) => id === made);
    const isSame = async (): Promise<boolean> =>
      problems.size === 0 &&
      ((there?.updated_at === gist.updated && there.public === gist.public) ||
        (await hasFiles(client, gist.id, files, signal)));
    const presence = there ? ((await isSame()) ? "same" : "different") : isMade ? "imported" : "new";
    candidates.push({ gist, problems, files, presence });
  }
  return candidates;
};

/** A gist that an earlier import made without hearing of it. Throws HttpError. */
const findLost = async (
  { gist, files }: ImportCandidate,
  since: number,
  own: readonly Gist[],
  { client, record }: ImportTarget,
  signal: AbortSignal,
): Promise<string | undefined> => {
  const names = files.map(({ name }) => name).toSorted();
  for (const each of own) {
    const isLike =
      Date.parse(each.created_at) >= since - skew &&
      each.public === gist.public &&
      (each.description ?? "") === (gist.description ?? "") &&
      !record.made.has(each.id) &&
      filesOf(each)
        .map(({ filename }) => filename)
        .toSorted()
        .join("\n") === names.join("\n");
    if (isLike && (await hasFiles(client, each.id, files, signal))) return each.id;
  }
  return undefined;
};

const readTexts = async (
  folder: TransferFolder,
  files: readonly ManifestFile[],
  largest: number,
): Promise<{ readonly texts: Readonly<Record<string, string>>; readonly left: readonly string[] }> => {
  const texts: (readonly [string, string])[] = [];
  const left: string[] = [];
  for (const { name, path, sha256: expected } of files) {
    const bytes = await folder.read(path);
    if ((await pathProblem(folder, path)) !== undefined || (await sha256(bytes)) !== expected) {
      left.push(name);
      continue;
    }
    try {
      texts.push([name, textOf(name, bytes, largest)]);
    } catch (error) {
      if (!(error instanceof GistProblem)) throw error;
      left.push(name);
    }
  }
  return { texts: Object.fromEntries(texts), left };
};

/**
 * Makes new gists of those in the folder, one after the other, until the signal is aborted. Answers what became of each of
 * them.
 */
export const importGists = async (
  folder: TransferFolder,
  candidates: readonly ImportCandidate[],
  own: readonly Gist[],
  target: ImportTarget,
  signal: AbortSignal,
  onProgress?: (done: number, total: number) => void,
): Promise<readonly ImportOutcome[]> => {
  const { record, inspect, create, accountId, clock, maxFileBytes } = target;
  const one = async (candidate: ImportCandidate): Promise<ImportOutcome> => {
    const { gist, files } = candidate;
    const former = record.get(gist.id);
    if (former && former.to === undefined) {
      const found = await findLost(candidate, former.since, own, target, signal);
      if (found !== undefined) {
        await record.finish(gist.id, found);
        return { gist, to: found };
      }
    }
    const { texts, left } = await readTexts(folder, files, maxFileBytes);
    const missing = [...candidate.problems].flatMap(([name, problem]) => (problem === "changed" ? [] : [name]));
    if (Object.keys(texts).length === 0) throw new GistProblem("binary", titleOfEntry(gist));
    const upload = { what: titleOfEntry(gist), files: texts, accountId, isSecret: !gist.public };
    const inspected = await inspect(upload);
    if (signal.aborted) throw new CancelledError();
    await record.begin(gist.id, clock.now());
    let made: Gist;
    try {
      made = await create(
        { description: gist.description ?? undefined, public: gist.public, files: inspected },
        signal,
      );
    } catch (error) {
      if (!mayHaveSucceeded(error)) await record.drop(gist.id, former);
      throw error;
    }
    await record.finish(gist.id, made.id);
    return { gist, to: made.id, isRedacted: inspected !== texts, left: [...missing, ...left] };
  };
  const outcomes: ImportOutcome[] = [];
  for (const candidate of candidates) {
    const { gist } = candidate;
    if (signal.aborted) {
      outcomes.push({ gist, error: new CancelledError(), isStopped: true });
      continue;
    }
    onProgress?.(outcomes.length, candidates.length);
    try {
      outcomes.push(await one(candidate));
    } catch (error) {
      const isStopped = signal.aborted && isCancelled(error);
      outcomes.push({ gist, error, ...(isStopped ? { isStopped } : {}) });
    }
  }
  onProgress?.(outcomes.length, candidates.length);
  return outcomes;
};
