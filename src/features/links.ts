import { type LinksFeature, registerLinks } from "../gists/links/feature.ts";
import type { Core } from "./core.ts";
import type { Gists } from "./gists.ts";

/** Local files that are linked to files of gists. Makes no request. */
export const start = (core: Core, gists: Gists): LinksFeature =>
  registerLinks(core.context, { core, gists, inspect: core.inspect, reports: gists.reports });
