import * as vscode from "vscode";
import type { Disposable } from "../base/disposable.ts";
import { Emitter } from "../base/event.ts";
import { fieldsOf } from "../base/fieldsOf.ts";
import { localProfilesKey } from "../storage/storedAccounts.ts";
import type { MarkerStorage } from "./secretMarker.ts";
import { type AccountStorage, formerIdsOf, profilesOf } from "./storage.ts";

const secretKey = "forgeside.accounts";
const formerIdsKey = "forgeside.formerAccountIds";
const activeKey = "forgeside.activeAccount";
const markerKey = "forgeside.secretMarker";

export const markerStorage = ({ secrets, globalState }: vscode.ExtensionContext): MarkerStorage => ({
  session: vscode.env.sessionId,
  readMarker: () => {
    const { value, session } = fieldsOf(globalState.get(markerKey));
    return typeof value === "string" && typeof session === "string" ? { value, session } : undefined;
  },
  writeMarker: async (marker) => globalState.update(markerKey, marker),
  readSecret: async () => secrets.get(markerKey),
  writeSecret: async (value) => secrets.store(markerKey, value),
});

/** SecretStorage for what is secret, the global state for what is not. */
export const vscodeStorage = (context: vscode.ExtensionContext): AccountStorage & Disposable => {
  const changed = new Emitter<void>();
  const subscription = context.secrets.onDidChange(({ key }) => {
    if (key === secretKey) changed.fire();
  });
  return {
    readSecret: async () => context.secrets.get(secretKey),
    writeSecret: async (text) => context.secrets.store(secretKey, text),
    onDidChangeSecret: changed.event,
    readLocalProfiles: () => profilesOf(context.globalState.get(localProfilesKey)),
    writeLocalProfiles: async (profiles) => context.globalState.update(localProfilesKey, profiles),
    readFormerIds: () => formerIdsOf(context.globalState.get(formerIdsKey)),
    writeFormerIds: async (ids) => context.globalState.update(formerIdsKey, ids),
    readActive: () => context.workspaceState.get<string>(activeKey) ?? context.globalState.get<string>(activeKey),
    writeActive: async (id) => {
      await context.workspaceState.update(activeKey, id);
      await context.globalState.update(activeKey, id);
    },
    // For a moment after a write, VS Code may answer what was stored before it.
    forgetActive: async (id, isActive) => {
      for (const memento of [context.workspaceState, context.globalState])
        if (isActive || memento.get(activeKey) === id) await memento.update(activeKey, undefined);
    },
    dispose: () => {
      subscription.dispose();
      changed.dispose();
    },
  };
};
