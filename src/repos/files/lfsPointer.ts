import * as vscode from "vscode";
import { shownText } from "../../base/bytes.ts";
import { showInformation } from "../../ui/messages.ts";
import { plainText } from "../../ui/plainText.ts";
import { sizeText } from "../../ui/sizeText.ts";
import { type ContentPlace, fileKeyOf } from "../types.ts";

/** Bytes of the longest pointer. Source: Git LFS specification, "The Pointer". */
const maxPointerBytes = 1024;
/** How many files are remembered as reported. */
const maxReported = 1000;

/** The bytes of the file that this is a Git LFS pointer to; undefined for what is not a pointer. */
const lfsSizeOf = (bytes: Uint8Array): number | undefined => {
  if (bytes.length >= maxPointerBytes) return undefined;
  const lines = shownText(bytes).split("\n");
  const isPointer =
    // Each implementation names the specification by an address of its own.
    /^version https?:\/\/\S+\/(spec\/v|v\/)\d+$/.test(lines[0] ?? "") &&
    lines.some((line) => /^oid sha256:[0-9a-f]{64}$/.test(line));
  const size = lines.map((line) => /^size (\d{1,15})$/.exec(line)?.[1]).find((digits) => digits !== undefined);
  return isPointer && size !== undefined ? Number(size) : undefined;
};

interface PointerDeps {
  /** Opens the file's page at the server. */
  readonly openPage: (place: ContentPlace) => Promise<void>;
  readonly onError: (what: string, error: unknown) => void;
}

/** Says once of each file that what is shown is a pointer, and where the file itself is. */
export const pointerReporter = ({ openPage, onError }: PointerDeps) => {
  const reported = new Set<string>();
  return ({ place, bytes }: { readonly place: ContentPlace; readonly bytes: Uint8Array }): void => {
    const size = lfsSizeOf(bytes);
    const key = fileKeyOf(place);
    if (size === undefined || reported.has(key) || reported.size >= maxReported) return;
    reported.add(key);
    const open = vscode.l10n.t("Open in Browser");
    showInformation(
      vscode.l10n.t(
        "“{0}” is stored with Git LFS ({1}). The editor shows its pointer.",
        plainText(place.path.split("/").at(-1) ?? ""),
        sizeText(size),
      ),
      open,
    )
      .then((answer) => (answer === open ? openPage(place) : undefined))
      .then(undefined, (error: unknown) => onError(open, error));
  };
};
