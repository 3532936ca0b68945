import type * as vscode from "vscode";
import { entriesOf, fieldsOf } from "../base/fieldsOf.ts";

/** Of the secret storage: the accounts with their tokens. */
export const secretKey = "forgeside.accounts";
/** Of the global state: the profiles of the accounts, without tokens. */
export const localProfilesKey = "forgeside.profiles";
/** Of the global state: what Settings Sync takes to the user's other computers. */
export const syncedKey = "forgeside.synced";

/** Of the shared state: the profiles that Settings Sync takes along. `localProfilesKey` has those of this computer. */
export const syncedProfilesName = "profiles";

/** Whether the user has accounts here, or on another computer whose settings are synced. Reads nothing from the disk. */
export const hasStoredAccounts = (globalState: Pick<vscode.Memento, "get">): boolean => {
  if (entriesOf(globalState.get(localProfilesKey)).length > 0) return true;
  const profiles = fieldsOf(globalState.get(syncedKey))[syncedProfilesName];
  return Object.values(fieldsOf(profiles)).some((entry) => fieldsOf(entry)["value"] !== undefined);
};
