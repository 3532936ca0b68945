/** Why the service cannot be asked. `subject` is the account. */
export class ServiceProblem extends Error {
  override readonly name = "ServiceProblem";
  readonly kind: "noAccount";
  readonly subject: string;

  constructor(kind: "noAccount", subject: string) {
    super(`${kind}: ${subject}`);
    this.kind = kind;
    this.subject = subject;
  }
}
