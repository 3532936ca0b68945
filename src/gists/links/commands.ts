import * as vscode from "vscode";
import { isCancelled, UserError } from "../../base/errors.ts";
import { explained, type Handler } from "../../commands/registry.ts";
import { linkCommands, type LinkCommandId } from "../../ids.ts";
import { filesText } from "../../ui/counts.ts";
import { errorText } from "../../ui/errorText.ts";
import { pluralText } from "../../ui/pluralText.ts";
import { plainText } from "../../ui/plainText.ts";
import { withProgress } from "../../ui/progress.ts";
import { confirm, pickOne } from "../../ui/prompts.ts";
import { withCountedProgress } from "../../ui/countedProgress.ts";
import { textOf } from "../content.ts";
import { filesOf } from "../gistFacts.ts";
import { toUserError } from "../problemText.ts";
import type { Reports } from "../../ui/reports.ts";
import { share } from "../share/shareGist.ts";
import { fromFiles } from "../share/source.ts";
import { targetFile } from "../target.ts";
import type { FilePlace } from "../types.ts";
import { compare, type Done, type LinkParts, pull, push } from "./actions.ts";
import type { ConfirmedLinks } from "./confirmedLinks.ts";
import { confirmLink, confirmLinks } from "./confirmLinks.ts";
import { stateText, stateWord } from "./stateText.ts";
import { plainOf } from "./textShape.ts";
import type { Link, LinkState } from "./types.ts";
import { readSpot, spotOf, spotProblem, uriOf } from "./workspaceFiles.ts";
import { showStatus } from "../../ui/messages.ts";

export interface LinkCommandParts extends LinkParts {
  readonly confirmed: ConfirmedLinks;
  readonly reports: Reports;
}

const targetUri = (target: unknown): vscode.Uri | undefined =>
  target instanceof vscode.Uri ? target : vscode.window.activeTextEditor?.document.uri;

const nameOf = ({ path }: Pick<Link, "path">): string => path.split("/").at(-1) ?? path;

/** The title of the linked gist, or its id while the gist is not known. */
const gistOf = ({ gists, links }: LinkCommandParts, link: Link): string => {
  const place = links.placeOf(link);
  return (place && gists.knownTitle(place.accountId, place.gistId)) ?? link.gistId;
};

const pickLink = async (parts: LinkCommandParts, placeHolder: string): Promise<Link> => {
  const { links } = parts;
  if (links.links.length === 0)
    throw new UserError(vscode.l10n.t("No file of this workspace is linked. Run Forgeside: Link File to Gist."));
  const items = links.links.map((link) => ({
    label: plainText(link.path),
    description: stateWord(links.state(link)),
    detail: plainText(vscode.l10n.t("{0} in the gist {1}", link.fileName, gistOf(parts, link))),
    link,
  }));
  return (await pickOne(items, { placeHolder, matchOnDetail: true })).link;
};

/** The link of the given file or of the active editor, or the one that the user picks. */
const targetLink = async (parts: LinkCommandParts, target: unknown, placeHolder: string): Promise<Link> => {
  await parts.accounts.load();
  const uri = targetUri(target);
  const spot = uri && spotOf(uri);
  return (spot && parts.links.at(spot.folder, spot.path)) ?? pickLink(parts, placeHolder);
};

const pickPartner = async (parts: LinkCommandParts, uri: vscode.Uri): Promise<FilePlace> => {
  const { choice } = await pickOne(
    [
      { label: `$(file) ${vscode.l10n.t("A file of one of your gists…")}`, choice: "existing" },
      { label: `$(lock) ${vscode.l10n.t("A new secret gist with this file")}`, choice: "secret" },
      { label: `$(globe) ${vscode.l10n.t("A new public gist with this file")}`, choice: "public" },
    ] as const,
    { placeHolder: vscode.l10n.t("Select what to link {0} to", uri.path.split("/").at(-1) ?? "") },
  );
  if (choice === "existing") {
    const nowhere = vscode.Uri.from({ scheme: "forgeside-none", path: "/" });
    const { place } = await targetFile(
      parts,
      nowhere,
      vscode.l10n.t("Select the gist of the file"),
      vscode.l10n.t("Select a file"),
    );
    return place;
  }
  const gist = await share(
    { ...parts, isPublic: () => choice === "public", isVisibilityFromWorkspace: () => false },
    (largest) => fromFiles([uri], largest),
    parts.largestFile(),
  );
  const accountId = parts.accounts.active?.profile.id ?? "";
  return { accountId, gistId: gist.id, fileName: filesOf(gist)[0]?.filename ?? "" };
};

const linkFile = async (parts: LinkCommandParts, target: unknown): Promise<void> => {
  await parts.accounts.load();
  const uri = targetUri(target);
  const spot = uri && spotOf(uri);
  if (!uri || !spot)
    throw new UserError(
      vscode.l10n.t("Only a file of the workspace can be linked. Open one, or its folder, first."),
    );
  const bytes = (await spotProblem(spot)) === undefined ? await readSpot(spot) : undefined;
  if (!bytes) throw new UserError(vscode.l10n.t("{0} isn't a file on disk. Save it first.", nameOf(spot)));
  // What is no text has nothing to be paired with.
  if (bytes.length > 0) textOf(nameOf(spot), bytes, parts.largestFile());
  const clashing = parts.links.clashing(spot.folder, spot.path);
  // A file of links has only one of them: the other one would be gone with the next start.
  if (clashing)
    throw new UserError(
      vscode.l10n.t(
        "{0} can't be linked: some disks take it for the same file as {1}, which is linked. Unlink that one, or rename a file.",
        spot.path,
        clashing.path,
      ),
    );
  const former = parts.links.at(spot.folder, spot.path);
  if (former)
    await confirm(
      vscode.l10n.t("{0} is linked already. Link it to another file?", nameOf(spot)),
      vscode.l10n.t(
        "It is linked to {0} in the gist {1}. Neither file is changed.",
        former.fileName,
        former.gistId,
      ),
      vscode.l10n.t("Link Again"),
    );
  const { accountId, gistId, fileName } = await pickPartner(parts, uri);
  const server = parts.accounts.get(accountId)?.profile.baseUrl ?? "";
  const link: Link = { ...spot, server, accountId, gistId, fileName, base: null };
  await parts.confirmed.add([link]);
  await parts.links.put(link);
  const { text } = await parts.links.readRemote(link);
  if (
    former === undefined &&
    text !== null &&
    text !== undefined &&
    plainOf(text) !== plainOf(new TextDecoder().decode(bytes))
  )
    showStatus(vscode.l10n.t("Linked. The gist has other contents: compare, pull or push."), 8000);
};

const removeLink = async ({ links, confirmed }: LinkCommandParts, link: Link): Promise<void> => {
  await links.remove(link);
  await confirmed.remove(link);
};

const unlink = async (parts: LinkCommandParts, target: unknown): Promise<void> => {
  const link = await targetLink(parts, target, vscode.l10n.t("Select a file to unlink"));
  await removeLink(parts, link);
  showStatus(vscode.l10n.t("{0} is no longer linked. Neither file was changed.", plainText(nameOf(link))), 6000);
};

const doneText = (done: Done): string => {
  switch (done) {
    case "same":
      return vscode.l10n.t("the same on both sides");
    case "pulled":
      return vscode.l10n.t("pulled");
    case "merged":
      return vscode.l10n.t("merged in the editor, not saved");
    case "pushed":
      return vscode.l10n.t("pushed");
    case "undecided":
      return vscode.l10n.t("changed on both sides, left as it is");
  }
};

const one = async (parts: LinkCommandParts, link: Link, act: typeof pull, title: string): Promise<void> => {
  await confirmLink(parts, link, act === push ? vscode.l10n.t("Push") : vscode.l10n.t("Pull"));
  const done = await withProgress(title, (signal) => act(parts, link, false, signal));
  if (done !== "undecided" && done !== "merged") showStatus(plainText(`${nameOf(link)}: ${doneText(done)}`), 6000);
};

const leftText = (paths: readonly string[]): readonly string[] => {
  const [path] = paths;
  if (path === undefined) return [];
  const text = vscode.l10n.t("{count, plural, =1 {“{0}” left as it is} other {# files left as they are}}");
  return [pluralText(text, paths.length, path)];
};

/** Acts on every link in this state, continues after a failure, and reports each. */
const all = async (
  parts: LinkCommandParts,
  act: typeof pull,
  isMeant: (state: LinkState) => boolean,
  title: string,
  report: string,
): Promise<void> => {
  const { links } = parts;
  await parts.accounts.load();
  if (links.links.length === 0) throw new UserError(vscode.l10n.t("No file of this workspace is linked."));
  const meant = await confirmLinks(parts, links.links, report);
  const lines: string[] = [];
  let acted = 0;
  const left: string[] = [];
  await withCountedProgress(title, async ({ signal, onProgress }) => {
    await links.check(meant, "user");
    for (const [index, link] of meant.entries()) {
      if (signal.aborted) break;
      onProgress(index, meant.length);
      const state = links.state(link);
      if (!isMeant(state)) {
        if (state !== "synced") left.push(link.path);
        lines.push(`${link.path}: ${stateWord(state)}`);
        continue;
      }
      try {
        const done = await act(parts, link, true, signal);
        if (done === "pushed" || done === "pulled") acted++;
        else if (done !== "same") left.push(link.path);
        lines.push(`${link.path}: ${doneText(done)}`);
      } catch (error) {
        left.push(link.path);
        const why = isCancelled(error)
          ? vscode.l10n.t("you canceled it; nothing was sent")
          : errorText(toUserError(error));
        lines.push(`${link.path}: ${why}`);
      }
    }
    if (signal.aborted) lines.push(vscode.l10n.t("Stopped: the rest was left as it is."));
  });
  const done = acted === 0 && left.length > 0 ? [] : [vscode.l10n.t("{0} done", filesText(acted))];
  parts.reports
    .notify(vscode.l10n.t("{0}: {1}.", report, [...done, ...leftText(left)].join(", ")), report, lines)
    .catch((error: unknown) => parts.onError(report, error));
};

/** What can be done with the file of the status bar item, or with the one that the user picks. */
const show = async (parts: LinkCommandParts, target: unknown): Promise<void> => {
  const spot = target instanceof vscode.Uri ? spotOf(target) : undefined;
  const given = spot && parts.links.at(spot.folder, spot.path);
  const link = given ?? (await pickLink(parts, vscode.l10n.t("Select a linked file")));
  const state = parts.links.state(link);
  const choice = (
    icon: string,
    text: string,
    act: () => Promise<unknown>,
  ): { readonly label: string; readonly act: () => Promise<unknown> } => ({ label: `$(${icon}) ${text}`, act });
  const open = choice("go-to-file", vscode.l10n.t("Open"), async () =>
    vscode.window.showTextDocument(uriOf(link)),
  );
  const pushIt = choice("cloud-upload", vscode.l10n.t("Push"), () =>
    one(parts, link, push, vscode.l10n.t("Pushing…")),
  );
  const pullIt = choice("cloud-download", vscode.l10n.t("Pull"), () =>
    one(parts, link, pull, vscode.l10n.t("Pulling…")),
  );
  const { act } = await pickOne(
    [
      // The one of the status bar item is open already.
      ...(given ? [] : [open]),
      // What its state asks for is first.
      ...(state === "behind" || state === "diverged" ? [pullIt, pushIt] : [pushIt, pullIt]),
      choice("diff", vscode.l10n.t("Compare"), () => compare(parts, link)),
      choice("close", vscode.l10n.t("Unlink"), () => removeLink(parts, link)),
    ],
    { title: plainText(link.path), placeHolder: stateText(state) },
  );
  await act();
};

export const linkHandlers = (parts: LinkCommandParts): Record<LinkCommandId, Handler> => {
  const handlers = {
    [linkCommands.link]: (target) => linkFile(parts, target),
    [linkCommands.unlink]: (target) => unlink(parts, target),
    [linkCommands.push]: async (target) =>
      one(
        parts,
        await targetLink(parts, target, vscode.l10n.t("Select a file to push")),
        push,
        vscode.l10n.t("Pushing…"),
      ),
    [linkCommands.pull]: async (target) =>
      one(
        parts,
        await targetLink(parts, target, vscode.l10n.t("Select a file to pull")),
        pull,
        vscode.l10n.t("Pulling…"),
      ),
    [linkCommands.compare]: async (target) =>
      compare(parts, await targetLink(parts, target, vscode.l10n.t("Select a file to compare"))),
    [linkCommands.pushAll]: () =>
      all(parts, push, (state) => state === "ahead", vscode.l10n.t("Pushing linked files"), vscode.l10n.t("Push")),
    [linkCommands.pullAll]: () =>
      all(
        parts,
        pull,
        (state) => state === "behind" || state === "localMissing",
        vscode.l10n.t("Pulling linked files"),
        vscode.l10n.t("Pull"),
      ),
    [linkCommands.show]: (target) => show(parts, target),
  } satisfies Record<LinkCommandId, Handler>;
  return explained(handlers, toUserError);
};
