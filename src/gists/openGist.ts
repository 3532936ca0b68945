import * as vscode from "vscode";
import type { Gist } from "../client/types/gist.ts";
import { filesOf } from "./gistFacts.ts";
import type { GistUris } from "./uri.ts";

/** Shows the gist's first file. */
export const openGist = async (uris: GistUris, accountId: string, gist: Gist): Promise<void> => {
  const [first] = filesOf(gist);
  if (!first) return;
  await vscode.commands.executeCommand(
    "vscode.open",
    uris.of({ accountId, gistId: gist.id, fileName: first.filename }),
    {
      preview: false,
    },
  );
};
