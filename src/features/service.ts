import { BasicAuth } from "../accounts/signIn/basicAuth.ts";
import { registerAuthorizations } from "../authorizations/feature.ts";
import { DisposableStore } from "../base/disposable.ts";
import { registerOperations } from "../operations/feature.ts";
import { registerService } from "../service/feature.ts";
import type { Core } from "./core.ts";

/** Builds and registers everything about the service itself, and every operation of its interface. Makes no request. */
export const start = (core: Core) => {
  const { context, shell, platform, accounts, inspectWrite, directWrites, state, texts, log } = core;
  const store = new DisposableStore();
  const service = store.add(
    registerService(
      context,
      accounts,
      {
        shell,
        service: core.quota.service,
        retention: core.signedIn.retention,
        sandbox: core.signedIn,
        texts,
        environment: platform.environment,
      },
      log,
    ),
  );
  const { port } = service;
  const basicAuth = store.add(new BasicAuth(accounts));
  store.add(registerAuthorizations({ shell, accounts, basicAuth, service: port, texts, log }));
  const { operations } = store.add(
    registerOperations(
      context,
      accounts,
      { shell, basicAuth, inspectWrite, directWrites, service: port, state },
      log,
    ),
  );
  return { tree: service.tree, operations, basicAuth, dispose: () => store.dispose() };
};
