import type { Operation, OperationTypes } from "../operation.ts";
import { authorization } from "./authorization.ts";
import { events } from "./events.ts";
import { gists } from "./gists.ts";
import { misc } from "./misc.ts";
import { branches } from "./repos/branches.ts";
import { collaborators } from "./repos/collaborators.ts";
import { commits } from "./repos/commits.ts";
import { contents } from "./repos/contents.ts";
import { deployments } from "./repos/deployments.ts";
import { downloads } from "./repos/downloads.ts";
import { forks } from "./repos/forks.ts";
import { hooks } from "./repos/hooks.ts";
import { keys } from "./repos/keys.ts";
import { repositories } from "./repos/repositories.ts";
import { starring } from "./repos/starring.ts";
import { statistics } from "./repos/statistics.ts";
import { watching } from "./repos/watching.ts";

const repos = {
  ...repositories,
  ...branches,
  ...collaborators,
  ...commits,
  ...contents,
  ...deployments,
  ...downloads,
  ...forks,
  ...hooks,
  ...keys,
  ...starring,
  ...statistics,
  ...watching,
};

/** Every operation of the service: section → operation → row. Both call surfaces are derived from it. */
const sections = { authorization, repos, gists, events, misc } satisfies Record<string, Record<string, Operation>>;
export type Sections = typeof sections;

/** Such as `gists.edit`. */
export type OperationId = {
  [S in keyof Sections]: `${S}.${keyof Sections[S] & string}`;
}[keyof Sections];

type RowOf<Id extends OperationId> = Id extends `${infer S extends keyof Sections}.${infer O}`
  ? O extends keyof Sections[S]
    ? Sections[S][O]
    : never
  : never;
export type MessageOf<Id extends OperationId> = OperationTypes<RowOf<Id>>["msg"];
export type ResultOf<Id extends OperationId> = OperationTypes<RowOf<Id>>["result"];
/** The operations that answer a list. */
export type ListOperationId = {
  [Id in OperationId]: ResultOf<Id> extends readonly unknown[] ? Id : never;
}[OperationId];
export type ItemOf<Id extends ListOperationId> = ResultOf<Id> extends readonly (infer T)[] ? T : never;

export const operationIds = Object.entries(sections).flatMap(([section, rows]) =>
  Object.keys(rows).map((name) => `${section}.${name}` as OperationId),
);

export const operationOf = (id: OperationId): Operation => {
  const [section = "", name = ""] = id.split(".");
  const rows: Readonly<Record<string, Operation>> | undefined = (
    sections as Readonly<Record<string, Readonly<Record<string, Operation>>>>
  )[section];
  const row = rows && Object.hasOwn(rows, name) ? rows[name] : undefined;
  if (!row) throw new TypeError(`There is no operation ${id}.`);
  return row;
};

/** Whether the operation changes something at the service. */
export const isWrite = (id: OperationId): boolean => !operationOf(id).route.startsWith("GET ");

/** Undefined for a name that no operation has. */
export const operationNamed = (name: string): OperationId | undefined => operationIds.find((id) => id === name);
