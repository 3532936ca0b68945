import * as vscode from "vscode";
import { decodeBase64, shownText } from "../../base/bytes.ts";
import { isCancelled, UserError } from "../../base/errors.ts";
import { sha256 } from "../../base/sha256.ts";
import type { Client } from "../../client/client.ts";
import type { ContentFile } from "../../client/types/content.ts";
import { errorText } from "../../ui/errorText.ts";
import { showInformation } from "../../ui/messages.ts";
import { plainText } from "../../ui/plainText.ts";
import { withProgress } from "../../ui/progress.ts";
import { askSaveFile } from "../../ui/prompts.ts";
import { sizeText } from "../../ui/sizeText.ts";
import { onDidLeaveFile } from "../../ui/tabs.ts";
import { type ContentPlace, fileKeyOf } from "../types.ts";
import { contentPlaceOf } from "../uri.ts";

/** Bytes of the longest pointer. Source: Git LFS specification, "The Pointer". */
const maxPointerBytes = 1024;
/** How many files are remembered as reported. */
const maxReported = 1000;
/** Bytes of the largest file that is downloaded: it is held as a whole. */
const maxContentBytes = 100_000_000;

interface Pointer {
  /** The SHA-256 of the file, as hexadecimal digits. */
  readonly oid: string;
  /** Bytes of the file. */
  readonly size: number;
}

/** Undefined for what is not a Git LFS pointer. */
const pointerOf = (bytes: Uint8Array): Pointer | undefined => {
  if (bytes.length >= maxPointerBytes) return undefined;
  const lines = shownText(bytes).split(/\r?\n/);
  const valueOf = (pattern: RegExp) => lines.map((line) => pattern.exec(line)?.[1]).find(Boolean);
  // Each implementation names the specification by an address of its own.
  const isPointer = /^version https?:\/\/\S+\/(spec\/v|v\/)\d+$/.test(lines[0] ?? "");
  const [oid, size] = [valueOf(/^oid sha256:([0-9a-f]{64})$/), valueOf(/^size (\d{1,15})$/)];
  return isPointer && oid !== undefined && size !== undefined ? { oid, size: Number(size) } : undefined;
};

/**
 * The file that the pointer is about, from the address that the server names for it: of GitHub that of its media server. The
 * client sends the token to the server's own origin only. Throws UserError where the server doesn't offer the file's content.
 */
const contentOf = async (
  client: Pick<Client, "call" | "download">,
  { owner, repo, path, ref }: ContentPlace,
  shown: Pointer,
  signal: AbortSignal,
): Promise<Uint8Array> => {
  const found = await client.call("repos.getContent", { user: owner, repo, path, ref }, { signal });
  const { content, download_url: url } = Array.isArray(found) ? {} : (found as Partial<ContentFile>);
  // It may have been changed since the pointer was shown.
  const { oid } = (content === undefined ? undefined : pointerOf(decodeBase64(content))) ?? shown;
  const bytes = url ? await client.download(url, { signal, maxBytes: maxContentBytes }) : undefined;
  if (bytes && (await sha256(bytes)) === oid) return bytes;
  throw new UserError(
    vscode.l10n.t("The server doesn't offer the content of this file for download. Open it in the browser."),
  );
};

interface PointerDeps {
  /** Throws SignedOutError. */
  readonly clientOf: (accountId: string) => Pick<Client, "call" | "download">;
  /** Opens the file's page at the server. */
  readonly openPage: (place: ContentPlace) => Promise<void>;
  readonly onError: (what: string, error: unknown, again?: () => Promise<void>) => void;
}

/** Says that what is shown is a pointer and offers the file itself, once until the file's editor is closed. */
export const pointerReporter = ({ clientOf, openPage, onError }: PointerDeps) => {
  const reported = new Set<string>();
  const save = async (place: ContentPlace, name: string, pointer: Pointer): Promise<void> => {
    const bytes = await withProgress(vscode.l10n.t("Downloading “{0}”…", plainText(name)), (signal) =>
      contentOf(clientOf(place.accountId), place, pointer, signal),
    );
    const file = await askSaveFile(name, vscode.l10n.t("Save Content As"));
    await vscode.workspace.fs.writeFile(file, bytes).then(undefined, (error: unknown) => {
      throw new UserError(errorText(error), { cause: error });
    });
    await vscode.commands.executeCommand("vscode.open", file);
  };
  const leaving = onDidLeaveFile((uri) => {
    const place = contentPlaceOf(uri);
    if (place) reported.delete(fileKeyOf(place));
  });
  const report = ({ place, bytes }: { readonly place: ContentPlace; readonly bytes: Uint8Array }): void => {
    const pointer = pointerOf(bytes);
    const key = fileKeyOf(place);
    if (pointer === undefined || reported.has(key) || reported.size >= maxReported) return;
    reported.add(key);
    const name = place.path.split("/").at(-1) ?? "";
    const download = vscode.l10n.t("Save Content As...");
    const open = vscode.l10n.t("Open in Browser");
    showInformation(
      vscode.l10n.t(
        "“{0}” is stored with Git LFS ({1}). The editor shows its pointer.",
        plainText(name),
        sizeText(pointer.size),
      ),
      ...(pointer.size <= maxContentBytes ? [download] : []),
      open,
    )
      .then((answer) => {
        if (answer === undefined) return undefined;
        const act = async (): Promise<void> => {
          try {
            await (answer === open ? openPage(place) : save(place, name, pointer));
          } catch (error) {
            // It is offered again when the file is read again.
            reported.delete(key);
            throw error;
          }
        };
        return act().catch((error: unknown) => {
          if (!isCancelled(error)) onError(answer, error, act);
        });
      })
      .then(undefined, (error: unknown) => onError(name, error));
  };
  return { report, dispose: (): void => void leaving.dispose() };
};
