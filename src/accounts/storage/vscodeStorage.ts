import * as vscode from "vscode";
import type { Disposable } from "../../base/disposable.ts";
import { Emitter } from "../../base/event.ts";
import { fieldsOf } from "../../base/fieldsOf.ts";
import type { OrderedMemento } from "../../storage/orderedMemento.ts";
import { localProfilesKey, secretKey } from "../../storage/storedAccounts.ts";
import type { OtherPages } from "./otherPages.ts";
import { type MarkerStorage, sessionIdOf } from "./secretMarker.ts";
import { type AccountStorage, formerIdsOf, profilesOf } from "./storage.ts";

const formerIdsKey = "forgeside.formerAccountIds";
const activeKey = "forgeside.activeAccount";
const markerKey = "forgeside.secretMarker";

/** To be made once per activation: its session may be an id that is made here. */
export const markerStorage = (
  { secrets }: vscode.ExtensionContext,
  globalState: OrderedMemento,
): MarkerStorage => ({
  session: sessionIdOf(vscode.env.sessionId),
  // The extension host starts with the page or window.
  startedAt: performance.timeOrigin,
  readMarker: () => {
    const { value, session, at } = fieldsOf(globalState.get(markerKey));
    return typeof value === "string" && typeof session === "string"
      ? { value, session, at: Number(at) }
      : undefined;
  },
  writeMarker: (marker) => globalState.update(markerKey, marker),
  readSecret: async () => secrets.get(markerKey),
  writeSecret: async (value) => secrets.store(markerKey, value),
});

const textOf = (value: unknown): string | undefined => (typeof value === "string" ? value : undefined);

/** SecretStorage for what is secret, the global state for what is not. */
export const vscodeStorage = (
  context: vscode.ExtensionContext,
  globalState: OrderedMemento,
  otherPages: OtherPages,
): AccountStorage & Disposable => {
  const { workspaceState } = context;
  const changed = new Emitter<void>();
  const subscription = context.secrets.onDidChange(({ key }) => {
    if (key === secretKey) changed.fire();
  });
  return {
    readSecret: async () => context.secrets.get(secretKey),
    writeSecret: async (text) => context.secrets.store(secretKey, text),
    onDidChangeSecret: changed.event,
    ...otherPages,
    readLocalProfiles: () => profilesOf(globalState.get(localProfilesKey)),
    writeLocalProfiles: (profiles) => globalState.update(localProfilesKey, profiles),
    readFormerIds: () => formerIdsOf(globalState.get(formerIdsKey)),
    writeFormerIds: (ids) => globalState.update(formerIdsKey, ids),
    readActive: () => textOf(workspaceState.get<unknown>(activeKey)) ?? textOf(globalState.get(activeKey)),
    writeActive: async (id) => {
      await workspaceState.update(activeKey, id);
      await globalState.update(activeKey, id);
    },
    forgetActive: async (id) => {
      for (const memento of [workspaceState, globalState])
        if (memento.get<unknown>(activeKey) === id) await memento.update(activeKey, undefined);
    },
    dispose: () => {
      subscription.dispose();
      changed.dispose();
    },
  };
};
