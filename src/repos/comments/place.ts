import * as vscode from "vscode";
import { decodePart, encodePart } from "../../base/uriPart.ts";
import { commitConversationScheme } from "../../ids.ts";
import { commitSideOf } from "../uri.ts";
import type { CommitPlace } from "./types.ts";

/** The document that shows what is said about a commit; its name is what the tab shows. */
export const commitConversationUri = ({ accountId, owner, repo, sha }: CommitPlace): vscode.Uri => {
  const name = vscode.l10n.t("Comments: {0}", sha.slice(0, 7));
  return vscode.Uri.from({
    scheme: commitConversationScheme,
    authority: accountId,
    path: `/${[owner, repo, sha].map(encodePart).join("/")}/${name}`,
  });
};

/** What of a commit a document shows: a file after it, or without a path its conversation. */
export interface CommitView {
  readonly place: CommitPlace;
  readonly path?: string;
}

export const commitViewOf = (uri: vscode.Uri): CommitView | undefined => {
  if (uri.scheme === commitConversationScheme) {
    const [owner, repo, sha] = uri.path.split("/").slice(1).map(decodePart);
    return owner && repo && sha ? { place: { accountId: uri.authority, owner, repo, sha } } : undefined;
  }
  const side = commitSideOf(uri);
  if (!side) return undefined;
  const { accountId, owner, repo, ref, path } = side;
  return { place: { accountId, owner, repo, sha: ref }, path };
};
