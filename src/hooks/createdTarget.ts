import type * as vscode from "vscode";
import type { RepoPlace } from "../repos/types.ts";
import type { HookBases } from "./hookBases.ts";
import { hookUri } from "./uri.ts";

/**
 * What the document at `uri` is about: of a new hook's document that has become a hook, that hook, also after a reload of the
 * window. `created`: the hooks that such documents have become, by address.
 */
export const createdTarget = async (
  bases: HookBases,
  created: Map<string, vscode.Uri>,
  uri: vscode.Uri,
  place: RepoPlace & { readonly id: number | undefined },
): Promise<vscode.Uri> => {
  const key = uri.toString();
  const known = created.get(key);
  if (known || place.id !== undefined) return known ?? uri;
  await bases.restore(key);
  const hook = bases.of(key)?.hook;
  if (!hook) return uri;
  bases.forget(key);
  const target = hookUri({ ...place, id: hook.id }, hook.name);
  bases.keep(target.toString(), hook);
  created.set(key, target);
  return target;
};
