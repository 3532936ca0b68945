import type { CallContext } from "../call.ts";
import { notFound } from "../http.ts";
import { secretAdmin, type Writer } from "../repositories/access.ts";
import type { Store } from "../store.ts";
import type { StoredHook } from "./hookState.ts";

const scopes = {
  GET: ["repo", "admin:repo_hook", "write:repo_hook", "read:repo_hook"],
  DELETE: ["repo", "admin:repo_hook"],
  other: ["repo", "admin:repo_hook", "write:repo_hook"],
} as const;

/** Whoever may see hooks at all, and the hook that the path names. */
export const hookOwner = (store: Store, c: CallContext): Writer => {
  const { method } = c.req;
  return secretAdmin(store, c, method === "GET" || method === "DELETE" ? scopes[method] : scopes.other);
};

export const hookOf = (store: Store, c: CallContext): Writer & { readonly hook: StoredHook } => {
  const who = hookOwner(store, c);
  const hook = who.repository.hooks?.find(({ id }) => String(id) === c.req.param("id"));
  if (hook === undefined) throw notFound();
  return { ...who, hook };
};
