import type { AccountsModel } from "../accounts/model.ts";
import { type Disposable, DisposableStore } from "../base/disposable.ts";
import { loadOnUse, registerCommands } from "../commands/registry.ts";
import { keyCommands } from "../ids.ts";
import type { RepoPort } from "../repos/types.ts";
import type { Shell } from "../shell/shell.ts";
import type { Log } from "../ui/log.ts";
import type { ReadonlyDocuments } from "../ui/readonlyDocuments.ts";
import { Reports } from "../ui/reports.ts";
import type { LoadKeyFiles } from "./keySources.ts";
import { KeysModel } from "./model.ts";
import { keyContribution } from "./nodes.ts";

/** Builds and registers everything about deploy keys. Makes no request. */
export const registerKeys = ({
  shell,
  accounts,
  repos,
  loadKeyFiles,
  texts,
  log,
}: {
  readonly shell: Shell;
  readonly accounts: AccountsModel;
  readonly repos: RepoPort;
  readonly loadKeyFiles: LoadKeyFiles | undefined;
  readonly texts: ReadonlyDocuments;
  readonly log: Log;
}): Disposable => {
  const store = new DisposableStore();
  const keys = store.add(new KeysModel({ accounts }));
  store.add(repos.onDidForget((path) => keys.forget(path)));
  repos.contribute(keyContribution({ keys, now: () => Date.now() }));
  const handlers = loadOnUse(keyCommands, async () =>
    (await import("./commands.ts")).keyHandlers({
      accounts,
      keys,
      repos,
      loadKeyFiles,
      reports: new Reports(texts),
    }),
  );
  store.add(registerCommands(shell, handlers, log));
  return store;
};
