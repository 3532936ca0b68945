import type { ReposModel } from "../model.ts";
import type { ContentPlace } from "../types.ts";

/** The address of the page of a file or folder at the server. Throws HttpError. */
export const pageOf = async (repos: ReposModel, place: ContentPlace): Promise<string> => {
  const { html_url: page } = await repos.read(place);
  const entry = await repos.entry(place);
  const isFolder = entry === "root" || entry?.type === "dir";
  const parts = [...place.ref.split("/"), ...place.path.split("/")].filter((part) => part !== "");
  return [page, isFolder ? "tree" : "blob", ...parts.map(encodeURIComponent)].join("/");
};
