import * as vscode from "vscode";
import type { DirectWrite } from "../accounts/directWrite.ts";
import type { GistsModel } from "./model.ts";
import { gistPlaceOf } from "./uri.ts";

/** Reads again what a write of Run Operation changed; what isn't visible is read when it is shown. Throws HttpError. */
export const refreshWritten = async (gists: GistsModel, { accountId, operation, parameters }: DirectWrite) => {
  if (!operation.startsWith("gists.")) return;
  // The lists only: a gist whose files are open may be the one that was deleted.
  gists.refresh(accountId);
  const { id } = parameters;
  const isOpen = vscode.workspace.textDocuments.some(({ uri }) => {
    const place = gistPlaceOf(uri);
    return place?.accountId === accountId && place.gistId === id;
  });
  if (operation === "gists.edit" && typeof id === "string" && isOpen) await gists.reload(accountId, id);
};
