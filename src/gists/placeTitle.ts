import type { GistsModel } from "./model.ts";
import type { GistPlace } from "./types.ts";
import type { GistUris } from "./uri.ts";

/** What knows the title of a gist, also before lists are read. */
export interface TitleDeps {
  readonly gists: Pick<GistsModel, "knownTitle">;
  readonly uris: Pick<GistUris, "titleOf">;
}

/** The title of a gist; as its address has it where the gist was not read; its id where that is not known either. */
export const placeTitle = ({ gists, uris }: TitleDeps, place: GistPlace): string =>
  gists.knownTitle(place.accountId, place.gistId) ?? uris.titleOf(place) ?? place.gistId;
