import { fieldsOf } from "../../base/fieldsOf.ts";
import type { MissingPermission } from "../../client/errors.ts";

const isList = (value: unknown, isMeant: (each: unknown) => boolean): boolean =>
  Array.isArray(value) && value.every(isMeant);

const isPermission = (value: unknown): boolean => {
  const { name, access } = fieldsOf(value);
  return typeof name === "string" && typeof access === "string";
};

/** The argument of a command, where it is what a row of ours gave it. */
export const missingPermissionOf = (value: unknown): MissingPermission | undefined => {
  const { kind, account, operation, scopes, permissions, url } = fieldsOf(value);
  const isWhole =
    kind === "signIn" ||
    (kind === "scopes" && isList(scopes, (each) => typeof each === "string")) ||
    (kind === "permissions" && isList(permissions, isPermission)) ||
    (kind === "sso" && typeof url === "string");
  const isNamed = typeof account === "string" && (operation === undefined || typeof operation === "string");
  return isWhole && isNamed ? (value as MissingPermission) : undefined;
};
