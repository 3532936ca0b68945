import type { AccountsOptions, Entry } from "../account.ts";
import { AccountPermissions } from "./permissions.ts";

/**
 * The permissions of an account of the model. `redraw` is called when more or something else is known of them, `onSuccess`
 * after each call that was answered with success.
 */
export const createAccountPermissions = (
  id: string,
  entry: () => Entry | undefined,
  redraw: () => void,
  request: AccountsOptions["requestPermission"],
  onSuccess: () => void,
): AccountPermissions =>
  new AccountPermissions({
    account: id,
    profile: () => {
      const { profile = { kind: "other", credential: "token" } as const } = entry() ?? {};
      return profile;
    },
    onDidGrant: redraw,
    onSuccess,
    onDidLearn: (facts) => {
      const known = entry();
      if (!known) return;
      // In memory only: an answer is no reason to write the secret, which other windows write, too.
      known.profile = { ...known.profile, ...facts };
      redraw();
    },
    onDidLearnPartial: (organizations) => {
      const known = entry();
      if (!known || organizations.join() === known.partialOrganizations.join()) return;
      known.partialOrganizations = organizations;
      redraw();
    },
    request: async (missing) => {
      const account = entry();
      return account !== undefined && request(account, missing);
    },
  });
