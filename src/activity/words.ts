import * as vscode from "vscode";
import { wordsOf } from "./activity.ts";
import type { EventDescription } from "./describeEvent.ts";
import { pluralText } from "../ui/pluralText.ts";

/** The sentence of an event, whole, so that every language may order it as it likes. */
export const sentenceText = (actor: string, { sentence, args }: EventDescription): string => {
  const who = actor === "" ? vscode.l10n.t("Someone") : actor;
  const unknown = vscode.l10n.t("(unknown)");
  const [first = unknown, second = unknown] = args.map((arg) => (arg === "" ? unknown : arg));
  switch (sentence) {
    case "pushed":
      return vscode.l10n.t("{0} pushed to {1}", who, first);
    case "pushedSome":
      return pluralText(
        vscode.l10n.t("{count, plural, one {{0} pushed # commit to {1}} other {{0} pushed # commits to {1}}}"),
        Number(first),
        who,
        second,
      );
    case "createdRepository":
      return vscode.l10n.t("{0} created the repository", who);
    case "createdBranch":
      return vscode.l10n.t("{0} created the branch {1}", who, first);
    case "createdTag":
      return vscode.l10n.t("{0} created the tag {1}", who, first);
    case "deletedBranch":
      return vscode.l10n.t("{0} deleted the branch {1}", who, first);
    case "deletedTag":
      return vscode.l10n.t("{0} deleted the tag {1}", who, first);
    case "forked":
      return vscode.l10n.t("{0} forked the repository to {1}", who, first);
    case "appliedFork":
      return vscode.l10n.t("{0} applied a change of a fork to {1}", who, first);
    case "starred":
      return vscode.l10n.t("{0} starred the repository", who);
    case "followed":
      return vscode.l10n.t("{0} followed {1}", who, first);
    case "gistCreated":
      return vscode.l10n.t("{0} created the gist {1}", who, first);
    case "gistChanged":
      return vscode.l10n.t("{0} changed the gist {1}", who, first);
    case "gistForked":
      return vscode.l10n.t("{0} forked the gist {1}", who, first);
    case "wikiCreated":
      return vscode.l10n.t("{0} created the wiki page {1}", who, first);
    case "wikiEdited":
      return vscode.l10n.t("{0} edited the wiki page {1}", who, first);
    case "wikiSeveral":
      return pluralText(
        vscode.l10n.t("{count, plural, one {{0} changed # wiki page} other {{0} changed # wiki pages}}"),
        Number(first),
        who,
      );
    case "commentedIssue":
      return vscode.l10n.t("{0} commented on the issue {1}", who, first);
    case "commentedPull":
      return vscode.l10n.t("{0} commented on the pull request {1}", who, first);
    case "issueDone":
    case "issueOther":
      return vscode.l10n.t("{0}, about the issue {1}: {2}", who, first, second);
    case "issueOpened":
      return vscode.l10n.t("{0} opened the issue {1}", who, first);
    case "issueClosed":
      return vscode.l10n.t("{0} closed the issue {1}", who, first);
    case "issueReopened":
      return vscode.l10n.t("{0} reopened the issue {1}", who, first);
    case "memberAdded":
      return vscode.l10n.t("{0} added {1} as a collaborator", who, first);
    case "memberChanged":
      return vscode.l10n.t("{0} changed what {1} may do as a collaborator", who, first);
    case "madePublic":
      return vscode.l10n.t("{0} made the repository public", who);
    case "pullDone":
      return vscode.l10n.t("{0}, about the pull request {1}: {2}", who, first, second);
    case "pullOpened":
      return vscode.l10n.t("{0} opened the pull request {1}", who, first);
    case "pullClosed":
      return vscode.l10n.t("{0} closed the pull request {1}", who, first);
    case "pullMerged":
      return vscode.l10n.t("{0} merged the pull request {1}", who, first);
    case "pullReopened":
      return vscode.l10n.t("{0} reopened the pull request {1}", who, first);
    case "pullUpdated":
      return vscode.l10n.t("{0} pushed to the pull request {1}", who, first);
    case "reviewApproved":
      return vscode.l10n.t("{0} approved the pull request {1}", who, first);
    case "reviewRefused":
      return vscode.l10n.t("{0} requested changes on the pull request {1}", who, first);
    case "reviewed":
      return vscode.l10n.t("{0} reviewed the pull request {1}", who, first);
    case "reviewComment":
      return vscode.l10n.t("{0} commented on the changes of the pull request {1}", who, first);
    case "commentedCommit":
      return vscode.l10n.t("{0} commented on the commit {1}", who, first);
    case "released":
      return vscode.l10n.t("{0} published the release {1}", who, first);
    case "releaseChanged":
      return vscode.l10n.t("{0} changed the release {1}", who, first);
    case "sponsored":
      return vscode.l10n.t("{0} sponsored {1}", who, first);
    case "sponsoring":
      return vscode.l10n.t("{0} changed a sponsorship", who);
    case "teamAdded":
      return vscode.l10n.t("{0} added the repository to the team {1}", who, first);
    case "downloadAdded":
      return vscode.l10n.t("{0} added the download {1}", who, first);
    case "deployed":
      return vscode.l10n.t("{0} deployed {1} to {2}", who, first, second);
    case "deploymentState":
      return vscode.l10n.t("{0} said of the deployment to {1}: {2}", who, first, second);
    case "labeled":
      return vscode.l10n.t("{0} added the label {2} to the issue {1}", who, first, second);
    case "unlabeled":
      return vscode.l10n.t("{0} removed the label {2} from the issue {1}", who, first, second);
    case "assigned":
      return vscode.l10n.t("{0} assigned {2} to the issue {1}", who, first, second);
    case "unassigned":
      return vscode.l10n.t("{0} unassigned {2} from the issue {1}", who, first, second);
    case "milestoned":
      return vscode.l10n.t("{0} added the issue {1} to the milestone {2}", who, first, second);
    case "demilestoned":
      return vscode.l10n.t("{0} removed the issue {1} from the milestone {2}", who, first, second);
    case "renamed":
      return vscode.l10n.t("{0} renamed the issue {1}, which was called {2}", who, first, second);
    case "referenced":
      return vscode.l10n.t("{0} referred to the issue {1} in a commit", who, first);
    case "other":
      return vscode.l10n.t("{0}: {1}", who, first);
  }
};

/** Of an issue. What the service may think of later stays as it says. */
export const stateText = (state: string): string => {
  if (state === "open") return vscode.l10n.t("open");
  return state === "closed" ? vscode.l10n.t("closed") : wordsOf(state);
};
