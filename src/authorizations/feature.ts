import type { BasicAuth } from "../accounts/signIn/basicAuth.ts";
import type { AccountsModel } from "../accounts/model.ts";
import { type Disposable, DisposableStore } from "../base/disposable.ts";
import { loadOnUse, registerCommands } from "../commands/registry.ts";
import { authorizationCommands } from "../ids.ts";
import type { ServicePort } from "../service/types.ts";
import type { ReadonlyDocuments } from "../ui/readonlyDocuments.ts";
import type { Shell } from "../shell/shell.ts";
import type { Log } from "../ui/log.ts";
import { AuthorizationsModel } from "./model.ts";
import { authorizationContribution } from "./nodes.ts";

/** Builds and registers everything about authorizations. Makes no request. */
export const registerAuthorizations = ({
  shell,
  accounts,
  basicAuth,
  service,
  texts,
  log,
}: {
  readonly shell: Shell;
  readonly accounts: AccountsModel;
  readonly basicAuth: BasicAuth;
  readonly service: ServicePort;
  readonly texts: ReadonlyDocuments;
  readonly log: Log;
}): Disposable => {
  const store = new DisposableStore();
  const now = (): number => Date.now();
  const authorizations = store.add(
    new AuthorizationsModel({
      accounts,
      withPassword: (profile, title, call) => basicAuth.run(profile, title, call),
    }),
  );
  service.contribute(authorizationContribution({ accounts, authorizations, now }));
  const handlers = loadOnUse(authorizationCommands, async () =>
    (await import("./commands.ts")).authorizationHandlers({ accounts, authorizations, basicAuth, texts, now }),
  );
  store.add(registerCommands(shell, handlers, log));
  return store;
};
