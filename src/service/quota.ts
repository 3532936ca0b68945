import type { AccountsModel } from "../accounts/model.ts";
import { systemClock } from "../base/clock.ts";
import { type Disposable, DisposableStore } from "../base/disposable.ts";
import { settings } from "../ids.ts";
import { ConfigValue } from "../ui/configValue.ts";
import { ServiceModel } from "./model.ts";
import { QuotaStatus } from "./statusBar.ts";

export interface Quota extends Disposable {
  readonly service: ServiceModel;
  readonly status: QuotaStatus;
}

/** Builds the status bar's item of the limit, which watches the requests of all features. Makes no request. */
export const registerQuota = (accounts: AccountsModel): Quota => {
  const store = new DisposableStore();
  const service = store.add(new ServiceModel({ accounts, clock: systemClock }));
  const warnBelow = store.add(new ConfigValue(settings.warnBelow, 10));
  const status = store.add(
    new QuotaStatus({ accounts, service, warnBelow: () => warnBelow.value, now: () => Date.now() }),
  );
  store.add(warnBelow.onDidChange(() => status.update()));
  return { service, status, dispose: () => store.dispose() };
};
