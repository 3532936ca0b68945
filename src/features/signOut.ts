import type { SignOutDeps } from "../accounts/signOut/signOut.ts";
import { removeAccountFiles } from "../storage/accountFiles.ts";
import { accountFolders, unsentFolders } from "../storage/folders.ts";
import { keepDrafts } from "../storage/keptDrafts.ts";
import type { Core } from "./core.ts";
import type { FeatureId } from "./featureTable.ts";
import { featureName, type StartError } from "./startFailures.ts";

interface Deps {
  startAll(): Promise<ReadonlyMap<FeatureId, StartError>>;
  start(id: "links"): Promise<{ forgetAccount(accountId: string): Promise<void> }>;
}

/** What a sign-out does in all features, which are started for it: each may have something of the account. */
export const signOutDeps = (
  { context, state }: Pick<Core, "context" | "state">,
  features: Deps,
): Omit<SignOutDeps, "accounts"> => ({
  startAll: async () =>
    [...(await features.startAll())].map(([id, { message }]) => ({ name: featureName(id), reason: message })),
  keepUnsent: (accountId) => keepDrafts(state, accountId),
  cleanUp: async (accountId, isUnsentKept, { listedAt, signedOutAt }) => {
    await state.forget(accountId);
    if (!isUnsentKept) await (await features.start("links")).forgetAccount(accountId);
    if (!isUnsentKept) await removeAccountFiles(unsentFolders(context), accountId, listedAt);
    await removeAccountFiles(accountFolders(context), accountId, signedOutAt);
  },
});
