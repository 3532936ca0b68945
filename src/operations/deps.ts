import type { BasicAuth } from "../accounts/signIn/basicAuth.ts";
import type { DirectWrite } from "../accounts/directWrite.ts";
import type { AccountsModel } from "../accounts/model.ts";
import type { Clock } from "../base/clock.ts";
import type { Emitter } from "../base/event.ts";
import type { InspectWrite } from "../guard/inspectWrite.ts";
import type { OperationsModel } from "./model.ts";
import type { OperationReference } from "./reference/operationReference.ts";
import type { OperationTexts } from "./texts.ts";

export interface OperationDeps {
  readonly accounts: AccountsModel;
  readonly basicAuth: BasicAuth;
  readonly operations: OperationsModel;
  readonly texts: OperationTexts;
  readonly inspectWrite: InspectWrite;
  readonly directWrites: Emitter<DirectWrite>;
  readonly clock: Clock;
  /** Shows what a toast's action threw. */
  readonly onError: (what: string, error: unknown) => void;
  /** Descriptions and what is made of them; loaded on first use. */
  readonly reference: () => Promise<OperationReference>;
}
