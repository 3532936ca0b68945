import * as vscode from "vscode";
import type { SessionProvider } from "../profile.ts";
import { apiUrlOf } from "../serverAddress.ts";

/** The API of the server that a sign-in of VS Code belongs to; undefined where no Enterprise server is set. */
export const sessionServer = (provider: SessionProvider): string | undefined => {
  if (provider === "github") return apiUrlOf("github", "");
  const address = vscode.workspace.getConfiguration("github-enterprise").get<unknown>("uri");
  if (typeof address !== "string" || address.trim() === "") return undefined;
  try {
    return apiUrlOf("enterprise", address);
  } catch {
    return undefined;
  }
};
