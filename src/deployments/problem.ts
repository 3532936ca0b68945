/** What cannot be done with a deployment, or what the service did instead. */
export type DeploymentProblemKind =
  | "badPayload"
  | "unknownRef"
  | "conflict"
  | "failedChecks"
  | "empty"
  | "noAccess";

/** The texts for people are made where they are shown. */
export class DeploymentProblem extends Error {
  override readonly name = "DeploymentProblem";
  readonly kind: DeploymentProblemKind;
  /** The account, repository, ref or reason that it is about; empty for a payload. */
  readonly subject: string;
  /** For `failedChecks`: the checks that say no, or nothing yet, with what they say. */
  readonly contexts: readonly CheckContext[];
  /** For `badPayload`: the text where it is no JSON at all. Not in the message, as it may be secret. */
  readonly invalidJson: string | undefined;

  constructor(
    kind: DeploymentProblemKind,
    subject: string,
    {
      cause,
      contexts = [],
      invalidJson,
    }: {
      readonly cause?: unknown;
      readonly contexts?: readonly CheckContext[];
      readonly invalidJson?: string;
    } = {},
  ) {
    super(`${kind}: ${subject}`, cause === undefined ? undefined : { cause });
    this.kind = kind;
    this.subject = subject;
    this.contexts = contexts;
    this.invalidJson = invalidJson;
  }
}

export interface CheckContext {
  readonly context: string;
  readonly state: string;
}
