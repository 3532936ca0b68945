import * as vscode from "vscode";
import { pluralText } from "../../ui/pluralText.ts";
import type { Gist, GistFile } from "../../client/types/gist.ts";
import { treeItem } from "../../tree/item.ts";
import { contextValue } from "../../tree/node.ts";
import { bytesText, commentsText, filesText } from "../../ui/counts.ts";
import { shortened } from "../../ui/plainText.ts";
import { relativeTime, shortAge } from "../../ui/relativeTime.ts";
import type { GistDiffDocuments } from "../publishing/diffDocuments.ts";
import { blank, filesOf, ownerOf, titleOf } from "../gistFacts.ts";
import type { GistsModel } from "../model.ts";
import type { GistNode } from "../nodeTypes.ts";
import type { GistUris } from "../uri.ts";
import { dateText, textLanguage } from "../../ui/textLanguage.ts";

export interface ItemDeps {
  readonly gists: GistsModel;
  readonly uris: GistUris;
  readonly diffs: GistDiffDocuments;
  readonly now: () => number;
}

/** Characters of a description that a row shows. */
const maxLabelLength = 120;

/** Of a secret gist: descriptions of rows have no icons of VS Code's. */
const lock = "🔒";

const visibility = (gist: Gist): string => (gist.public ? vscode.l10n.t("public") : vscode.l10n.t("secret"));

/** The server lists at most 300 files. */
const fileCount = (gist: Gist): string => {
  const count = filesOf(gist).length;
  return gist.truncated === true
    ? pluralText(vscode.l10n.t("{count, plural, one {more than # file} other {more than # files}}"), count)
    : filesText(count);
};

export const openCommand = (uris: GistUris, accountId: string, gist: Gist, file: GistFile): vscode.Command => ({
  command: "vscode.open",
  title: vscode.l10n.t("Open"),
  arguments: [uris.of({ accountId, gistId: gist.id, fileName: file.filename })],
});

/** The icon is that of the file's language; what the account's own file is marked with is shown, too. */
const iconUri = (
  uris: GistUris,
  accountId: string,
  gist: Gist,
  { filename }: GistFile,
  isMine: boolean,
): vscode.Uri =>
  isMine
    ? uris.of({ accountId, gistId: gist.id, fileName: filename })
    : vscode.Uri.from({ scheme: "forgeside-row", path: `/${filename}` });

/** Whom the gist was forked from; empty where the answer doesn't say. */
const forkNotes = ({ fork_of: origin }: Gist): readonly string[] =>
  origin ? [vscode.l10n.t("Forked from {0}", ownerOf(origin) ?? vscode.l10n.t("unknown user"))] : [];

export const gistItem = ({ gists, uris, now }: ItemDeps, node: GistNode): vscode.TreeItem => {
  const { accountId, gist, list } = node;
  const files = filesOf(gist);
  const [only] = files;
  const single = only !== undefined && files.length === 1;
  const mine = gists.isMine(accountId, gist);
  const starred = gists.isStarred(accountId, gist.id);
  const owner = ownerOf(gist);
  const ownerNotes = list === "own" || owner === undefined ? [] : [owner];
  const countNotes = single ? [] : [fileCount(gist)];
  const [first] = files;
  return treeItem(
    {
      id: node.id,
      label: shortened(titleOf(gist), maxLabelLength),
      notes: [
        shortAge(gist.updated_at, now(), textLanguage()),
        // A narrow side bar cuts off the end; screen readers get the word.
        ...(gist.public ? [] : [lock]),
        ...ownerNotes,
        ...countNotes,
      ],
      ...(first ? { resource: iconUri(uris, accountId, gist, first, mine) } : { icon: "gist" }),
      context: contextValue("gist", [
        mine ? "mine" : "foreign",
        ...(starred ? ["starred"] : []),
        ...(single ? ["single"] : []),
      ]),
      spoken: vscode.l10n.t("Gist {0}", titleOf(gist)),
      spokenNotes: [
        ...ownerNotes,
        ...forkNotes(gists.detail(accountId, gist.id) ?? gist),
        visibility(gist),
        ...countNotes,
        relativeTime(gist.updated_at, now(), textLanguage()),
      ],
      ...(single ? { command: openCommand(uris, accountId, gist, only) } : {}),
    },
    vscode.TreeItemCollapsibleState.Collapsed,
  );
};

const maxFurtherLines = 4;

/** Of the description, after the title. */
const furtherLines = ({ description }: Gist): readonly string[] => {
  const [, ...further] = (description ?? "").split(/\r?\n/).filter((line) => !blank.test(line));
  return further.length > maxFurtherLines ? [...further.slice(0, maxFurtherLines), "…"] : further;
};

export const gistTooltip = (gists: GistsModel, { accountId, gist }: GistNode): string =>
  [
    // What is below would be out of sight.
    shortened(titleOf(gist)),
    ...furtherLines(gist).map((line) => shortened(line)),
    vscode.l10n.t("{0} by {1}", visibility(gist), ownerOf(gist) ?? vscode.l10n.t("unknown user")),
    ...forkNotes(gists.detail(accountId, gist.id) ?? gist),
    ...filesOf(gist)
      .slice(0, 20)
      .map(({ filename, size }) => `  ${filename} (${bytesText(size ?? 0)})`),
    ...(filesOf(gist).length > 20 ? ["  …"] : []),
    commentsText(gist.comments),
    vscode.l10n.t("Created {0}", dateText(gist.created_at)),
    vscode.l10n.t("Changed {0}", dateText(gist.updated_at)),
    gist.html_url,
  ].join("\n");
