import type { CallContext } from "../call.ts";
import { notFound } from "../http.ts";
import { secretAdmin, type Writer } from "../repositories/access.ts";
import type { Store } from "../store.ts";
import type { StoredHook } from "./hookState.ts";

/** The hook that the path names, and the admin who asks for it. */
export const hookOf = (store: Store, c: CallContext): Writer & { readonly hook: StoredHook } => {
  const who = secretAdmin(store, c);
  const hook = who.repository.hooks?.find(({ id }) => String(id) === c.req.param("id"));
  if (hook === undefined) throw notFound();
  return { ...who, hook };
};
