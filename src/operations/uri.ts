import * as vscode from "vscode";
import { type Profile, nameOf } from "../accounts/profile.ts";
import { accountIn, readablePart } from "../base/uriPart.ts";
import type { OperationId } from "../client/operations/table.ts";
import type { Dialect } from "../client/request.ts";
import { operationScheme, operationTextScheme } from "../ids.ts";
import { isOperation } from "./parameters.ts";

const ending = ".operation.json";

/** What a document of a call is about. */
export interface OperationDocument {
  readonly accountId: string;
  /** Random, so that no other document has it: not one of another window, and none before or after a reload. */
  readonly id: string;
  readonly operation: OperationId;
}

/**
 * `//<account>.<dialect>.<id>/<account's name>/gists.create.operation.json`, so that what VS Code shows of the path is for
 * people. The dialect selects the JSON schema. A number above 1 distinguishes the tabs of the same operation.
 */
export const documentUri = (profile: Profile, id: string, operation: OperationId, number = 1): vscode.Uri =>
  vscode.Uri.from({
    scheme: operationScheme,
    authority: `${profile.id}.${profile.dialect}.${id}`,
    path: `/${readablePart(nameOf(profile))}/${operation}${number > 1 ? ` ${number}` : ""}${ending}`,
  });

/** Undefined for an address that is no call's. */
export const documentOf = ({ scheme, authority, path }: vscode.Uri): OperationDocument | undefined => {
  if (scheme !== operationScheme) return undefined;
  const accountId = accountIn(authority);
  const id = /^\.(?:interface|github)\.([0-9a-f-]{36})$/.exec(authority.slice(accountId.length))?.[1];
  const operation = /^\/[^/]+\/([A-Za-z.]+)(?: \d{1,9})?\.operation\.json$/.exec(path)?.[1];
  return id !== undefined && isOperation(operation) ? { accountId, id, operation } : undefined;
};

const schemaPath = "/schema/";

/** Where the schema of calls is; package.json names both. */
export const schemaDialectOf = (uri: vscode.Uri): Dialect | undefined => {
  if (uri.scheme !== operationTextScheme || !uri.path.startsWith(schemaPath)) return undefined;
  const name = uri.path.slice(schemaPath.length);
  if (name === "interface.json") return "interface";
  return name === "github.json" ? "github" : undefined;
};
