import type { WrittenContent } from "../operation.ts";
import { isWrite, type OperationId, operationIds, operationOf, type Sections } from "./table.ts";

/** The operations that change something at the service. */
export type WriteOperationId = {
  [S in keyof Sections]: {
    [O in keyof Sections[S] & string]: Sections[S][O] extends { route: `GET ${string}` } ? never : `${S}.${O}`;
  }[keyof Sections[S] & string];
}[keyof Sections];

/** Secrets among the headers that a call may set. */
const secretHeaders: readonly string[] = ["headers.cookie", "headers.x-service-otp"];

export const writeOperationIds = operationIds.filter((id): id is WriteOperationId => isWrite(id));

/** What of the parameters of a write are files, and what are secrets by design. */
export interface UserContent extends WrittenContent {
  /** The parameter that has the bytes of a file in base64. */
  readonly base64?: string;
  readonly secrets: readonly string[];
}

/** Undefined stands for a path without an operation: the configuration of a hook is all that is secret there. */
export const userContentOf = (id: OperationId | undefined): UserContent => {
  if (id === undefined) return { secrets: ["secret", "config.secret", ...secretHeaders] };
  const { content, body = {} } = operationOf(id);
  const base64 = Object.keys(body).find((name) => body[name]?.base64);
  return {
    ...content,
    ...(base64 === undefined ? {} : { base64 }),
    secrets: [...(content?.secrets ?? []), ...secretHeaders],
  };
};
