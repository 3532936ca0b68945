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
  /** The account, repository, ref or reason that it is about; of a payload that is no JSON what `jsonErrorText` takes, and of other JSON nothing. */
  readonly subject: string;
  /** For `failedChecks`: the checks that say no, or nothing yet, with what they say. */
  readonly contexts: readonly CheckContext[];

  constructor(
    kind: DeploymentProblemKind,
    subject: string,
    { cause, contexts = [] }: { readonly cause?: unknown; readonly contexts?: readonly CheckContext[] } = {},
  ) {
    super(`${kind}: ${subject}`, cause === undefined ? undefined : { cause });
    this.kind = kind;
    this.subject = subject;
    this.contexts = contexts;
  }
}

export interface CheckContext {
  readonly context: string;
  readonly state: string;
}
