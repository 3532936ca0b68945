import { isAtServer } from "../../accounts/serverAddress.ts";
import type { AccountsModel } from "../../accounts/model.ts";
import { openRepositories } from "../../localGit/git.ts";
import { remotePlace } from "../../localGit/remote.ts";
import { keyOf, type RepoPlace } from "../types.ts";

/** The repositories of the accounts' servers that are open in this window, by their git remotes. */
export const placesOpenHere = async (accounts: AccountsModel): Promise<readonly RepoPlace[]> => {
  const found = new Map<string, RepoPlace>();
  for (const { state } of await openRepositories())
    for (const { fetchUrl } of state.remotes) {
      const remote = remotePlace(fetchUrl ?? "");
      if (!remote) continue;
      for (const { profile } of accounts.accounts) {
        if (!isAtServer(remote.host, profile.baseUrl)) continue;
        const place = { accountId: profile.id, owner: remote.owner, repo: remote.repo };
        found.set(keyOf(place), place);
      }
    }
  return [...found.values()];
};
