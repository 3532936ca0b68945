import type { OperationId, Sections } from "./table.ts";

/** The operations that change something at the service. */
export type WriteOperationId = {
  [S in keyof Sections]: {
    [O in keyof Sections[S] & string]: Sections[S][O] extends { route: `GET ${string}` } ? never : `${S}.${O}`;
  }[keyof Sections[S] & string];
}[keyof Sections];

/**
 * Where a write has content of users. Every text among the parameters counts as such; this lists which of them are
 * files, and which are secrets by design, so that they are not looked at.
 */
export interface UserContent {
  /** The parameter that has files: name → `{ content }`. */
  readonly files?: string;
  /** The parameter that has the bytes of a file in base64. */
  readonly base64?: string;
  /** Paths of parameters that are secrets by design, such as `config.secret`. */
  readonly secrets?: readonly string[];
}

const plain: UserContent = {};
const hook: UserContent = { secrets: ["config.secret"] };

/** A row for each operation that writes: one that is missing does not compile. */
const rows = {
  "authorization.create": { secrets: ["client_secret"] },
  "authorization.update": { secrets: ["client_secret"] },
  "authorization.delete": plain,
  "gists.create": { files: "files" },
  "gists.edit": { files: "files" },
  "gists.star": plain,
  "gists.deleteStar": plain,
  "gists.fork": plain,
  "gists.delete": plain,
  "gists.createComment": plain,
  "gists.editComment": plain,
  "gists.deleteComment": plain,
  "repos.create": plain,
  "repos.createFromOrg": plain,
  "repos.update": plain,
  "repos.delete": plain,
  "repos.merge": plain,
  "repos.addCollaborator": plain,
  "repos.removeCollaborator": plain,
  "repos.createCommitComment": plain,
  "repos.updateCommitComment": plain,
  "repos.deleteCommitComment": plain,
  "repos.createContent": { base64: "content" },
  "repos.createFile": { base64: "content" },
  "repos.updateFile": { base64: "content" },
  "repos.deleteFile": plain,
  "repos.createDeployment": plain,
  "repos.createDeploymentStatus": plain,
  "repos.deleteDownload": plain,
  "repos.fork": plain,
  "repos.createHook": hook,
  "repos.updateHook": hook,
  "repos.testHook": plain,
  "repos.deleteHook": plain,
  // A public key; a private one is found as any other text.
  "repos.createKey": plain,
  "repos.updateKey": plain,
  "repos.deleteKey": plain,
  "repos.star": plain,
  "repos.unStar": plain,
  "repos.watch": plain,
  "repos.unWatch": plain,
} satisfies Record<WriteOperationId, UserContent>;

/** Secrets among the headers that a call may set. */
const secretHeaders: readonly string[] = ["headers.cookie", "headers.x-service-otp"];

export const writeOperationIds = Object.keys(rows) as readonly WriteOperationId[];

/** Undefined stands for a path without an operation: the configuration of a hook is all that is secret there. */
export const userContentOf = (id: OperationId | undefined): UserContent => {
  const row: UserContent | undefined =
    id === undefined
      ? { secrets: ["secret", "config.secret"] }
      : (rows as Readonly<Partial<Record<OperationId, UserContent>>>)[id];
  return { ...row, secrets: [...(row?.secrets ?? []), ...secretHeaders] };
};
