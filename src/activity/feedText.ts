import * as vscode from "vscode";
import { isSameFeed } from "./feed.ts";
import type { Feed, FeedKind } from "./types.ts";

/** What a feed is, for people; `login` is the account's own. */
export const feedText = (feed: Feed, login?: string): string => {
  const { kind, target, name } = feed;
  if (name !== undefined) return name;
  const [first = "", second = ""] = target.split("/");
  const isOwn = login !== undefined && isSameFeed(feed, { kind, target: login });
  switch (kind) {
    case "received":
      return isOwn ? vscode.l10n.t("For You") : vscode.l10n.t("What {0} Receives", first);
    case "receivedPublic":
      return isOwn
        ? vscode.l10n.t("For You, Public Only")
        : vscode.l10n.t("What {0} Receives, Public Only", first);
    case "user":
      return isOwn ? vscode.l10n.t("Your Activity") : vscode.l10n.t("Activity of {0}", first);
    case "userPublic":
      return isOwn ? vscode.l10n.t("Your Public Activity") : vscode.l10n.t("Public Activity of {0}", first);
    case "userOrg":
      return vscode.l10n.t("{0}, as {1} Sees It", second, first);
    case "org":
      return vscode.l10n.t("Organization {0}", first);
    case "repo":
      return target;
    case "network":
      return vscode.l10n.t("{0} and Its Forks", target);
    case "issues":
      return vscode.l10n.t("Issues of {0}", target);
    case "public":
      return vscode.l10n.t("Everything Public");
  }
};

/** Codicons. */
export const feedIcons: Readonly<Record<FeedKind, string>> = {
  received: "inbox",
  receivedPublic: "inbox",
  user: "person",
  userPublic: "person",
  userOrg: "organization",
  org: "organization",
  repo: "repo",
  network: "repo-forked",
  issues: "issues",
  public: "globe",
};
