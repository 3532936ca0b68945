import * as vscode from "vscode";
import { accountIn, decodePart, encodePart, readablePart } from "../base/uriPart.ts";
import { gistScheme } from "../ids.ts";
import type { GistPlace } from "./types.ts";

/** The folder of a gist whose title is empty or not known. */
const untitled = "gist";

/** The gist's title as a folder name: what a tab shows beside the file's name. */
const folderOf = (title: string): string => {
  const line = readablePart(title);
  const short = Array.from(line).slice(0, 60).join("").trim();
  return short === "" || short === "." || short === ".." ? untitled : short;
};

/** Without capital letters, which VS Code makes small in an authority: `aB_` → `a_b__`. */
const encodeId = (gistId: string): string =>
  gistId.replaceAll("_", "__").replace(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`);
const decodeId = (part: string): string =>
  part.replace(/_(.)/g, (_, char: string) => (char === "_" ? "_" : char.toUpperCase()));

/**
 * `//<account>.<gist id>/<title>/<file>`, so that what VS Code shows of the path begins with the title. Former versions had
 * `//<account>/<gist id>/<title>/<file>`. The title doesn't count.
 */
export const gistPlaceOf = (uri: vscode.Uri): GistPlace | undefined => {
  if (uri.scheme !== gistScheme) return undefined;
  const accountId = accountIn(uri.authority);
  const parts = uri.path.split("/").slice(1);
  const gistId = uri.authority === accountId ? parts.shift() : decodeId(uri.authority.slice(accountId.length + 1));
  const [, file, ...rest] = parts;
  if (!gistId || rest.length > 0) return undefined;
  return { accountId, gistId, ...(file ? { fileName: decodePart(file) } : {}) };
};

/** Whether an authority can have this id; addresses of other gists have the form of former versions. */
const fitsAuthority = (gistId: string): boolean => /^[\w-]+$/.test(gistId);

/**
 * Account and gist → the title that its URIs have. Where the id is in the authority, a slash is before the title; titles of
 * gists that were opened with a former version have none.
 */
export type UriTitles = Readonly<Record<string, string>>;
export interface TitleStorage {
  read(): UriTitles;
  write(titles: UriTitles): Promise<void>;
}

/** How many gists keep the title that they were opened with. */
const maxEntries = 500;

/**
 * The URIs of gists. They have the gist's title in them, for people to read; so that a document keeps its URI, a gist
 * that was opened once keeps the title that it had then.
 */
export class GistUris {
  readonly scheme = gistScheme;
  readonly #storage: TitleStorage;
  /** As stored, of what this window has opened: it may still be open after the account was signed out. */
  readonly #kept = new Map<string, string>();
  readonly #titleOf: (place: GistPlace) => string | undefined;

  constructor(storage: TitleStorage, titleOf: (place: GistPlace) => string | undefined) {
    this.#storage = storage;
    this.#titleOf = titleOf;
  }

  /** `title` is for gists of which nothing else is known. */
  of(place: GistPlace, title = ""): vscode.Uri {
    const { accountId, gistId, fileName, address } = place;
    if (address !== undefined) return vscode.Uri.parse(address);
    const known = this.#folder(place);
    const folder = known ?? `/${folderOf(this.#titleOf(place) ?? title)}`;
    const isInAuthority = folder.startsWith("/") && fitsAuthority(gistId);
    const path = isInAuthority ? folder : `/${gistId}/${folder.replace(/^\//, "")}`;
    return vscode.Uri.from({
      scheme: gistScheme,
      authority: isInAuthority ? `${accountId}.${encodeId(gistId)}` : accountId,
      path: fileName === undefined ? path : `${path}/${encodePart(fileName)}`,
    });
  }

  /** The address of the file's document, where this window has opened the gist; empty otherwise. */
  addressOf(place: GistPlace): string {
    return this.#kept.has(`${place.accountId}/${place.gistId}`) ? this.of(place).toString() : "";
  }

  /** The title of a gist that was opened once, as far as addresses can have it; undefined where none is kept. */
  titleOf(place: GistPlace): string | undefined {
    const title = this.#folder(place)?.replace(/^\//, "");
    return title === untitled ? undefined : title;
  }

  /** The account was signed out: nothing of it is kept. */
  forget(accountId: string): void {
    const titles = Object.entries(this.#storage.read());
    const others = titles.filter(([key]) => !key.startsWith(`${accountId}/`));
    if (others.length < titles.length) void this.#storage.write(Object.fromEntries(others));
  }

  /** The gist of this URI was opened: its title stays what it is there. */
  keep(uri: vscode.Uri): void {
    const place = gistPlaceOf(uri);
    const isInAuthority = place !== undefined && uri.authority !== place.accountId;
    const folder = uri.path.split("/")[isInAuthority ? 1 : 2];
    if (!place || !folder) return;
    const key = `${place.accountId}/${place.gistId}`;
    const titles = this.#storage.read();
    const title = titles[key] ?? this.#kept.get(key) ?? (isInAuthority ? `/${folder}` : folder);
    this.#kept.set(key, title);
    if (Object.hasOwn(titles, key)) return;
    const entries = [...Object.entries(titles), [key, title] as const];
    void this.#storage.write(Object.fromEntries(entries.slice(-maxEntries)));
  }

  #folder({ accountId, gistId }: GistPlace): string | undefined {
    const key = `${accountId}/${gistId}`;
    return this.#kept.get(key) ?? this.#storage.read()[key];
  }
}
