import * as vscode from "vscode";
import { gistsText } from "../../ui/counts.ts";
import { relativeTime } from "../../ui/relativeTime.ts";
import { conversationUri } from "../comments/place.ts";
import type { GistUris } from "../uri.ts";
import { maxIndexedLength } from "./record.ts";
import type { Hit, IndexedGist, IndexProgress } from "./types.ts";
import { clockText } from "../../ui/clockText.ts";
import { pluralText } from "../../ui/pluralText.ts";
import { textLanguage } from "../../ui/textLanguage.ts";

/** The description, or the first file's name. One line. */
export const titleOfIndexed = ({ description, files, id }: IndexedGist): string => {
  const line = description.trim().split(/[\r\n]/)[0] ?? "";
  return line === "" ? (files[0]?.name ?? id) : line;
};

/** Such as "secret · mia · 3 days ago". `account` is given when there are several. */
export const factsOf = ({ isPublic, owner, updated }: IndexedGist, account?: string): string =>
  [
    isPublic ? vscode.l10n.t("public") : vscode.l10n.t("secret"),
    ...(owner === "" ? [] : [owner]),
    relativeTime(updated, Date.now(), textLanguage()),
    ...(account === undefined ? [] : [account]),
  ].join(" · ");

export const uriOfHit = (uris: GistUris, { accountId, gist, file, comment }: Hit): vscode.Uri => {
  const place = { accountId, gistId: gist.id };
  if (comment) return conversationUri(uris, place, titleOfIndexed(gist));
  return uris.of({ ...place, fileName: file?.name ?? "" }, titleOfIndexed(gist));
};

/** How far the index is, in words; empty when there is nothing to show. */
export const progressText = ({ state, indexed, total, until }: IndexProgress): string => {
  switch (state) {
    case "off":
      return vscode.l10n.t("contents are not indexed: see the setting forgeside.search.index");
    case "loading":
      return vscode.l10n.t("loading the index…");
    case "listing":
      return pluralText(
        vscode.l10n.t(
          "{count, plural, one {reading the lists… indexed {0} of # gist} other {reading the lists… indexed {0} of # gists}}",
        ),
        total,
        indexed,
      );
    case "reading":
      return pluralText(
        vscode.l10n.t("{count, plural, one {indexed {0} of # gist…} other {indexed {0} of # gists…}}"),
        total,
        indexed,
      );
    case "limited":
      return pluralText(
        vscode.l10n.t(
          "{count, plural, one {indexed {0} of # gist; the rate limit is nearly reached, continues at {1}} other {indexed {0} of # gists; the rate limit is nearly reached, continues at {1}}}",
        ),
        total,
        indexed,
        clockText(until ?? 0),
      );
    case "failed":
      return pluralText(
        vscode.l10n.t(
          "{count, plural, one {indexed {0} of # gist; the server could not be read, see the log} other {indexed {0} of # gists; the server could not be read, see the log}}",
        ),
        total,
        indexed,
      );
    case "waiting":
      return total === indexed
        ? gistsText(total)
        : pluralText(
            vscode.l10n.t("{count, plural, one {indexed {0} of # gist} other {indexed {0} of # gists}}"),
            total,
            indexed,
          );
  }
};

/** Of each file only the beginning is indexed. */
export const limitText = (): string =>
  pluralText(
    vscode.l10n.t(
      "{count, plural, one {of each file the first # character is searched} other {of each file the first # characters are searched}}",
    ),
    maxIndexedLength,
  );
