import type { QuickPickItem } from "vscode";
import type { Repository } from "../client/types/repository.ts";
import { plainText } from "../ui/plainText.ts";

/** A repository in a list to pick from. */
export const pickItem = (repository: Repository): QuickPickItem => ({
  label: `$(${repository.private ? "lock" : "repo"}) ${plainText(repository.full_name)}`,
  description: plainText(repository.description ?? ""),
});
