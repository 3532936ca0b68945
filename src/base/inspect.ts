/** What is about to leave this machine. */
interface Upload {
  /** For people: a file's name, or what was selected. */
  readonly what: string;
  /** Name → content. */
  readonly files: Readonly<Record<string, string>>;
  readonly accountId: string;
  /** False when everyone can find it; undefined where that isn't known. */
  readonly isSecret?: boolean | undefined;
  /** What the service has already: its secrets are no news. */
  readonly known?: readonly string[];
  /** When false nothing is asked: CancelledError is thrown where that would be necessary. */
  readonly mayAsk?: boolean;
}

/** Answers what may be sent, with secrets redacted where the user wants it. Throws CancelledError when nothing may. */
export type Inspect = (upload: Upload) => Promise<Readonly<Record<string, string>>>;

/** As `Inspect`, of a text that is no file, such as a description; `what` names it for people. */
export const inspectText = async (
  inspect: Inspect,
  { what, text, ...upload }: Omit<Upload, "files"> & { readonly text: string },
): Promise<string> => {
  const files = await inspect({ ...upload, what, files: Object.fromEntries([[what, text]]) });
  return files[what] ?? text;
};
