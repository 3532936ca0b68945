import * as vscode from "vscode";
import { type Profile, hostOf } from "../accounts/profile.ts";
import type { Unavailable } from "./availability.ts";

export const unavailableText = ({ kind, code }: Unavailable, profile: Profile): string => {
  const host = hostOf(profile);
  switch (kind) {
    case "gone":
      return vscode.l10n.t("{0} no longer has this", host);
    case "missing":
      return vscode.l10n.t("{0} responded with {1}: it doesn't seem to have this", host, code ?? 404);
    case "old":
      return vscode.l10n.t("{0} may no longer have this", host);
  }
};
