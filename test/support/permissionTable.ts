import { readFileSync } from "node:fs";
import { type FeatureId, featureIds, featureOperations } from "../../src/client/features.ts";
import { type OperationId, operationOf } from "../../src/client/operations/table.ts";
import { permissionsFor, scopesFor } from "../../src/client/requiredPermissions.ts";
import type { Table } from "./docsTable.ts";

const header = ["Feature", "Scopes, public", "Scopes, private and secret", "Permissions of a fine-grained token"];

/** The names that the user interface has for the features. */
const featureNames = (): ReadonlyMap<string, string> => {
  const source = readFileSync("src/ui/permissionText.ts", "utf8");
  const cases = source.matchAll(/case "(\w+)":\s+return vscode\.l10n\.t\("([^"]+)"\);/g);
  return new Map([...cases].map(([, feature = "", name = ""]) => [feature, name]));
};

const codes = (texts: readonly string[]): string =>
  texts.length === 0 ? "none" : texts.map((text) => `\`${text}\``).join(", ");

const permissionsText = (ids: readonly OperationId[]): string => {
  const texts = permissionsFor(ids).map(({ name, access }) => `${name}: ${access}`);
  const isClassicToo = ids.some((id) => operationOf(id).needs.classicOnly === true);
  return isClassicToo ? `${codes(texts)}; the rest takes a classic token` : codes(texts);
};

const rowOf = (feature: FeatureId, name: string): readonly string[] => {
  const ids: readonly OperationId[] = featureOperations[feature];
  if (ids.every((id) => operationOf(id).needs.access === "password"))
    return [name, "username and password", "username and password", "not accepted"];
  const scopes = [false, true].map((isPrivate) => codes(scopesFor(ids, { isPrivate })));
  return [name, ...scopes, permissionsText(ids)];
};

/** What each feature needs, as the README shows it: a header and a row for each feature that needs something. */
export const permissionTable = (): Table => {
  const names = featureNames();
  const rows = featureIds.map((feature) => {
    const name = names.get(feature);
    if (name === undefined) throw new Error(`src/ui/permissionText.ts has no name of ${feature}.`);
    return rowOf(feature, name);
  });
  return [header, ...rows.filter(([, ...needs]) => needs.some((text) => text !== "none"))];
};
