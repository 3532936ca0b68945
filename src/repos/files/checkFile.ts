import { callAtOnce, type SavingAccounts } from "../../accounts/storage/saveAtOnce.ts";
import { decodeBase64, utf8Text } from "../../base/bytes.ts";
import type { ServerFile } from "../../ui/discardInEditors.ts";
import type { ContentPlace } from "../types.ts";

/** Asks the server for the file, without a long wait, and without noting it as read. Throws HttpError and SignedOutError. */
export const checkFile = async (
  accounts: SavingAccounts,
  { accountId, owner, repo, path, ref }: ContentPlace,
  signal: AbortSignal,
): Promise<ServerFile> => {
  const found = await callAtOnce(accounts, accountId, (client) =>
    client.call("repos.getContent", { user: owner, repo, path, ref }, { signal, priority: "visible" }),
  );
  const isWhole = "content" in found && found.type === "file" && found.encoding === "base64";
  return { text: isWhole ? utf8Text(decodeBase64(found.content ?? "")) : undefined };
};
