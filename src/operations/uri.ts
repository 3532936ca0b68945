import * as vscode from "vscode";
import type { OperationId } from "../client/operations/table.ts";
import type { Dialect } from "../client/request.ts";
import { operationScheme, operationTextScheme } from "../ids.ts";
import { isOperation } from "./parameters.ts";

const ending = ".operation.json";

/** The document of a call. Its dialect selects the JSON schema. */
export const documentUri = (
  accountId: string,
  dialect: Dialect,
  number: number,
  operation: OperationId,
): vscode.Uri =>
  vscode.Uri.from({
    scheme: operationScheme,
    authority: accountId,
    path: `/${dialect}/${number}/${operation}${ending}`,
  });

/** Undefined for an address that is no call's. */
export const documentOf = (
  uri: vscode.Uri,
): { readonly accountId: string; readonly number: number; readonly operation: OperationId } | undefined => {
  if (uri.scheme !== operationScheme) return undefined;
  const [, dialect = "", number = "", file = "", ...rest] = uri.path.split("/");
  const operation = file.slice(0, -ending.length);
  if (rest.length > 0 || !/^(interface|github)$/.test(dialect) || !/^\d{1,9}$/.test(number)) return undefined;
  if (!file.endsWith(ending) || !isOperation(operation)) return undefined;
  return { accountId: uri.authority, number: Number(number), operation };
};

const schemaPath = "/schema/";

/** Where the schema of calls is; package.json names both. */
export const schemaDialectOf = (uri: vscode.Uri): Dialect | undefined => {
  if (uri.scheme !== operationTextScheme || !uri.path.startsWith(schemaPath)) return undefined;
  const name = uri.path.slice(schemaPath.length);
  if (name === "interface.json") return "interface";
  return name === "github.json" ? "github" : undefined;
};
