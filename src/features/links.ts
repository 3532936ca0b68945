import { type LinksFeature, registerLinks } from "../gists/links/feature.ts";
import type { Core } from "./core.ts";
import type { Gists } from "./gists.ts";

/** Local files that are linked to files of gists. Makes no request. */
export const start = ({ context }: Core, { parts }: Gists): LinksFeature => registerLinks(context, parts);
