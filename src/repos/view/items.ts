import * as vscode from "vscode";
import type { Commit } from "../../client/types/commit.ts";
import { commitCommentCommands, insightsCommands, repoCommands } from "../../ids.ts";
import { treeItem } from "../../tree/item.ts";
import { contextValue } from "../../tree/node.ts";
import { bytesText, commitsText } from "../../ui/counts.ts";
import { relativeTime, shortAge } from "../../ui/relativeTime.ts";
import type { ReposModel } from "../model.ts";
import type {
  ContentNode,
  FolderNode,
  InsightsNode,
  LeafNode,
  RefNode,
  RepoNode,
  RepoTreeNode,
  SectionNode,
} from "../nodeTypes.ts";
import type { SectionKey } from "./sections.ts";
import { keyOf } from "../types.ts";
import { contentUri } from "../uri.ts";
import { pluralText } from "../../ui/pluralText.ts";
import { textLanguage } from "../../ui/textLanguage.ts";

export interface ItemDeps {
  readonly repos: ReposModel;
  readonly now: () => number;
  /** Keys of the repositories that are open in this window. */
  readonly openHere: () => ReadonlySet<string>;
}

const { Collapsed } = vscode.TreeItemCollapsibleState;

interface Facts {
  readonly id: string;
  readonly label: string;
  readonly notes: readonly string[];
  readonly icon: string;
  readonly context: string;
  /** What a screen reader says before the notes. */
  readonly spoken: string;
}

const firstLine = (text: string): string => text.trim().split(/\r?\n/)[0] ?? "";

export const repoItem = ({ repos, now, openHere }: ItemDeps, node: RepoNode): vscode.TreeItem => {
  const { place, repository } = node;
  const isHere = openHere().has(keyOf(place));
  const pushed = repository?.pushed_at ?? repository?.updated_at;
  const starred = repos.isStarred(place);
  const watched = repos.isWatched(place);
  const language = textLanguage();
  const isPrivate = repository?.private === true;
  const visibility = isPrivate ? vscode.l10n.t("private") : vscode.l10n.t("public");
  const here = isHere ? [vscode.l10n.t("open here")] : [];
  const kinds = [
    ...(repository?.fork ? [vscode.l10n.t("fork")] : []),
    ...(repository?.archived ? [vscode.l10n.t("archived")] : []),
    ...(repository?.language ? [repository.language] : []),
  ];
  const name = repository?.full_name ?? `${place.owner}/${place.repo}`;
  const flags = [
    ...(starred ? ["starred"] : []),
    ...(watched ? ["watched"] : []),
    ...(repository?.permissions?.["admin"] ? ["admin"] : []),
    ...(node.parent?.kind === "opened" ? ["opened"] : []),
  ];
  return treeItem(
    {
      id: node.id,
      label: name,
      // As those of gists: what is looked for stands first, as the end is cut where the view is narrow.
      notes: [
        ...here,
        ...(pushed ? [shortAge(pushed, now(), language)] : []),
        ...kinds,
        ...(isPrivate ? [visibility] : []),
      ],
      icon: isPrivate ? "lock" : repository?.fork ? "repo-forked" : "repo",
      context: contextValue("repo", flags),
      spoken: vscode.l10n.t("Repository {0}", name),
      spokenNotes: [
        ...here,
        ...(repository ? [visibility] : []),
        ...kinds,
        ...(pushed ? [relativeTime(pushed, now(), language)] : []),
      ],
    },
    Collapsed,
  );
};

export const repoTooltip = ({ repository, place }: RepoNode): string => {
  if (!repository) return `${place.owner}/${place.repo}`;
  return [
    repository.full_name,
    ...(repository.description ? [repository.description] : []),
    [
      pluralText(vscode.l10n.t("{count, plural, one {# star} other {# stars}}"), repository.stargazers_count ?? 0),
      pluralText(vscode.l10n.t("{count, plural, one {# fork} other {# forks}}"), repository.forks_count ?? 0),
      pluralText(
        vscode.l10n.t("{count, plural, one {# open issue} other {# open issues}}"),
        repository.open_issues_count ?? 0,
      ),
    ].join(" · "),
    ...(repository.default_branch ? [vscode.l10n.t("Default branch: {0}", repository.default_branch)] : []),
    ...(repository.parent ? [vscode.l10n.t("Forked from {0}", repository.parent.full_name)] : []),
    ...(repository.topics && repository.topics.length > 0 ? [repository.topics.join(", ")] : []),
    repository.html_url,
  ].join("\n");
};

export const sectionLabel = (section: SectionKey): string => {
  switch (section) {
    case "branches":
      return vscode.l10n.t("Branches");
    case "tags":
      return vscode.l10n.t("Tags");
    case "commits":
      return vscode.l10n.t("Commits");
    case "contributors":
      return vscode.l10n.t("Contributors");
    case "languages":
      return vscode.l10n.t("Languages");
    case "collaborators":
      return vscode.l10n.t("Collaborators");
    case "teams":
      return vscode.l10n.t("Teams");
    case "forks":
      return vscode.l10n.t("Forks");
    case "stargazers":
      return vscode.l10n.t("Stargazers");
    case "watchers":
      return vscode.l10n.t("Watchers");
    case "downloads":
      return vscode.l10n.t("Downloads");
    case "comments":
      return vscode.l10n.t("Commit Comments");
  }
};

const sectionIcons: Readonly<Record<SectionKey, string>> = {
  branches: "git-branch",
  tags: "tag",
  commits: "git-commit",
  contributors: "organization",
  languages: "code",
  collaborators: "person",
  teams: "organization",
  forks: "repo-forked",
  stargazers: "star-full",
  watchers: "eye",
  downloads: "cloud-download",
  comments: "comment",
};

export const sectionItem = ({ id, section, filter }: SectionNode): vscode.TreeItem => {
  const label = sectionLabel(section);
  const narrowed = Object.entries(filter).map(([key, value]) => `${key}: ${String(value)}`);
  const item = treeItem(
    {
      id,
      label,
      notes: narrowed,
      icon: sectionIcons[section],
      context: contextValue("repoSection", [section, ...(narrowed.length > 0 ? ["narrowed"] : [])]),
      spoken: label,
    },
    Collapsed,
  );
  return item;
};

export const insightsItem = (node: InsightsNode): vscode.TreeItem => {
  const label = vscode.l10n.t("Insights");
  const item = treeItem({
    id: node.id,
    label,
    notes: [],
    icon: "graph",
    context: contextValue("repoInsights", []),
    spoken: label,
  });
  item.command = { command: insightsCommands.show, title: vscode.l10n.t("Show Insights"), arguments: [node] };
  return item;
};

/** Whether the account may change the repository that a row is in, also where that isn't known yet. */
const mayPush = (node: RepoTreeNode | undefined): boolean =>
  node?.kind === "repo"
    ? node.repository?.permissions?.["push"] !== false
    : node === undefined || !("parent" in node) || mayPush(node.parent);

const isInTag = (node: RepoTreeNode | undefined): boolean =>
  node?.kind === "ref"
    ? node.isTag
    : (node?.kind === "folder" || node?.kind === "content") && isInTag(node.parent);

/** Whether what is at a row can be changed: not in a tag, nor where the account may not push. */
const branchFlag = (node: RepoTreeNode): readonly "branch"[] =>
  isInTag(node) || !mayPush(node) ? [] : ["branch"];

export const folderItem = (node: FolderNode): vscode.TreeItem => {
  const { id, place, label } = node;
  const name = label ?? place.path.split("/").at(-1) ?? place.path;
  const item = new vscode.TreeItem(contentUri(place), Collapsed);
  item.id = id;
  item.label = name;
  item.description = label === undefined ? "" : place.ref;
  item.iconPath = label === undefined ? vscode.ThemeIcon.Folder : new vscode.ThemeIcon("files");
  const topFlags = mayPush(node) ? ["top"] : [];
  item.contextValue = contextValue("repoFolder", label === undefined ? branchFlag(node) : topFlags);
  item.accessibilityInformation = {
    label: label === undefined ? vscode.l10n.t("Folder {0}", name) : vscode.l10n.t("{0}, {1}", name, place.ref),
  };
  return item;
};

export const contentItem = (node: ContentNode): vscode.TreeItem => {
  const { id, place, entry } = node;
  const uri = contentUri(place);
  const isSubmodule = entry.type === "submodule";
  const note = isSubmodule
    ? vscode.l10n.t("submodule at {0}", entry.sha.slice(0, 7))
    : entry.type === "symlink"
      ? vscode.l10n.t("link")
      : "";
  const item = new vscode.TreeItem(uri);
  item.id = id;
  item.label = entry.name;
  item.description = note;
  if (isSubmodule) item.iconPath = new vscode.ThemeIcon("file-submodule");
  item.contextValue = contextValue("repoFile", [entry.type, ...(entry.type === "file" ? branchFlag(node) : [])]);
  item.accessibilityInformation = {
    label: [vscode.l10n.t("File {0}", entry.name), ...(note === "" ? [] : [note])].join(", "),
  };
  if (!isSubmodule) item.command = { command: "vscode.open", title: vscode.l10n.t("Open"), arguments: [uri] };
  return item;
};

export const refItem = (node: RefNode): vscode.TreeItem => {
  const { id, ref, isTag, isDefault } = node;
  const isProtected = "protected" in ref && ref.protected === true;
  return treeItem(
    {
      id,
      label: ref.name,
      notes: [
        ref.commit.sha.slice(0, 7),
        ...(isDefault ? [vscode.l10n.t("default")] : []),
        ...(isProtected ? [vscode.l10n.t("protected")] : []),
      ],
      icon: isTag ? "tag" : isProtected ? "lock" : "git-branch",
      context: contextValue("repoRef", [isTag ? "tag" : "branch", ...(mayPush(node) ? ["changeable"] : [])]),
      spoken: isTag ? vscode.l10n.t("Tag {0}", ref.name) : vscode.l10n.t("Branch {0}", ref.name),
    },
    Collapsed,
  );
};

const commitFacts = (commit: Commit, now: number): Pick<Facts, "label" | "notes" | "icon" | "spoken"> => {
  const { author } = commit.commit;
  const subject = firstLine(commit.commit.message);
  return {
    label: subject === "" ? commit.sha.slice(0, 7) : subject,
    notes: [
      commit.author?.login ?? author?.name ?? vscode.l10n.t("unknown user"),
      ...(author?.date === undefined ? [] : [relativeTime(author.date, now, textLanguage())]),
      commit.sha.slice(0, 7),
    ],
    icon: "git-commit",
    spoken: vscode.l10n.t("Commit {0}", subject),
  };
};

const leafFacts = (node: LeafNode, now: number): Pick<Facts, "label" | "notes" | "icon" | "spoken"> => {
  switch (node.section) {
    case "commits":
      return commitFacts(node.item, now);
    case "contributors": {
      const { login, name, email, contributions } = node.item;
      const label = login ?? name ?? email ?? vscode.l10n.t("unknown user");
      return {
        label,
        notes: [commitsText(contributions), ...(login === undefined ? [vscode.l10n.t("anonymous")] : [])],
        icon: "person",
        spoken: label,
      };
    }
    case "languages": {
      const percent = node.item.share.toLocaleString(textLanguage(), {
        style: "percent",
        maximumFractionDigits: 1,
      });
      return {
        label: node.item.name,
        notes: [percent, bytesText(node.item.bytes)],
        icon: "code",
        spoken: node.item.name,
      };
    }
    case "collaborators":
    case "stargazers":
    case "watchers":
      return { label: node.item.login, notes: [], icon: "person", spoken: node.item.login };
    case "teams": {
      const { name, permission, description } = node.item;
      return {
        label: name,
        notes: [...(permission === undefined ? [] : [permission]), ...(description ? [description] : [])],
        icon: "organization",
        spoken: name,
      };
    }
    case "downloads": {
      const { name, size, download_count: count } = node.item;
      const notes = [
        ...(size === undefined ? [] : [bytesText(size)]),
        ...(count === undefined
          ? []
          : [pluralText(vscode.l10n.t("{count, plural, one {# download} other {# downloads}}"), count)]),
      ];
      return { label: name, notes, icon: "package", spoken: name };
    }
    case "comments": {
      const { body, user, path, commit_id: sha, created_at: created } = node.item;
      const label = firstLine(body);
      const notes = [
        user?.login ?? vscode.l10n.t("unknown user"),
        relativeTime(created, now, textLanguage()),
        path ?? sha.slice(0, 7),
      ];
      return { label, notes, icon: "comment", spoken: vscode.l10n.t("Comment {0}", label) };
    }
  }
};

export const leafItem = (node: LeafNode, now: number): vscode.TreeItem => {
  const item = treeItem({
    id: node.id,
    context: contextValue("repoLeaf", [
      node.section,
      ...(node.section === "downloads" && mayPush(node) ? ["changeable"] : []),
    ]),
    ...leafFacts(node, now),
  });
  if (node.section === "commits")
    item.command = { command: repoCommands.openCommit, title: vscode.l10n.t("Open Commit"), arguments: [node] };
  if (node.section === "comments")
    item.command = {
      command: commitCommentCommands.open,
      title: vscode.l10n.t("Open Comment"),
      arguments: [node],
    };
  return item;
};

export const leafTooltip = (node: LeafNode): string | undefined => {
  switch (node.section) {
    case "commits":
      return [
        node.item.sha,
        `${node.item.commit.author?.name ?? ""} <${node.item.commit.author?.email ?? ""}>`,
        "",
        node.item.commit.message,
      ].join("\n");
    case "comments":
      return node.item.body;
    case "contributors":
    case "languages":
    case "collaborators":
    case "stargazers":
    case "watchers":
    case "teams":
    case "downloads":
      return undefined;
  }
};
