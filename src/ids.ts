/**
 * The names that the code shares with package.json. The ids of commands and settings are generated: activation does
 * without them, and imports `manifestNames.ts`.
 */
import type { CommentCommandId, commentCommands } from "./generatedIds.ts";
import { startContextKeys } from "./manifestNames.ts";

export * from "./generatedIds.ts";
export * from "./manifestNames.ts";

/** Those that are about a thread or a comment, whatever it belongs to. */
export type ThreadCommandId = Exclude<CommentCommandId, typeof commentCommands.show>;

/**
 * Keys that hide commands: they hold once it is known that the commands could do nothing. Until then, these are shown.
 * Conditions negate them.
 */
export const hidingKeys = {
  /** No server of the accounts has gists. */
  gistsNotOffered: "forgeside.gists.notOffered",
  /** No server of the accounts has authorizations. */
  authorizationsNotOffered: "forgeside.authorizations.notOffered",
  oneAccount: "forgeside.oneAccount",
  noSandbox: "forgeside.noSandbox",
  onlySandbox: "forgeside.onlySandbox",
  /**
   * The reverse of `ownAccount`: no account is one that has a token or a sign-in of its own. Not the problem `noToken` of an
   * account that is one, whose token is missing on this computer.
   */
  noOwnToken: "forgeside.noOwnToken",
  nothingMuted: "forgeside.activity.nothingMuted",
  noFollowedUsers: "forgeside.gists.noFollowedUsers",
  noOwnGists: "forgeside.gists.noOwn",
  noStarredGists: "forgeside.gists.noStarred",
  /** Of their own; the filter of repositories is not set. */
  noRepositories: "forgeside.repos.none",
  /** No account has two feeds, so none can be moved. */
  oneFeed: "forgeside.activity.oneFeed",
  noAddedOwners: "forgeside.repos.noAddedOwners",
  /** No deleted gist is stored on this computer. */
  noDeletedGists: "forgeside.trash.isEmpty",
  /** The leak guard asks about everything that it finds. */
  noExceptions: "forgeside.guard.noExceptions",
  noOperationHistory: "forgeside.operations.noHistory",
} as const;

/** The id of a view and `.state` is the key that selects its welcome text. */
export const contextKeys = {
  ...startContextKeys,
  ...hidingKeys,
  gistsState: "forgeside.gists.state",
  reposState: "forgeside.repos.state",
  gistsFiltered: "forgeside.gists.filtered",
  /** Files of gists whose edits are not at the service: all, those in conflict, refused ones that can go to a fork. */
  gistEdits: "forgeside.gists.edits",
  gistConflicts: "forgeside.gists.conflicts",
  forkableEdits: "forgeside.gists.forkableEdits",
  activityState: "forgeside.activity.state",
  /** What fails after the start is shown below its row, and is no state of the view. */
  serviceState: "forgeside.serviceView.state",
  accountsState: "forgeside.accounts.state",
  activityFiltered: "forgeside.activity.filtered",
  /** A file of a gist is in a tab. */
  gistOpen: "forgeside.gists.open",
  /** An account with credentials of a server other than the sandbox is signed in. */
  ownAccount: "forgeside.ownAccount",
  /** The password of an account is in memory. */
  passwordKnown: "forgeside.authorizations.passwordKnown",
  /** A result of a search was opened: a step of the walkthrough is done. */
  searchOpened: "forgeside.search.opened",
  /** A repository was opened: a step of the walkthrough is done. */
  repoOpened: "forgeside.repos.opened",
  linkedFiles: "forgeside.links.files",
  /** Files in tabs that are in no folder of the workspace. */
  filesOutside: "forgeside.links.outside",
  canUndoShare: "forgeside.share.canUndo",
  /** The receiver of webhooks on this computer runs. */
  hooksListening: "forgeside.hooks.listening",
  /** Files of gists in tabs whose gist is known to be starred. */
  gistStarred: "forgeside.gists.starred",
  /** Files of gists in tabs whose gist is known to be another user's. */
  gistForeign: "forgeside.gists.foreign",
  localChanges: "forgeside.localChanges",
  localConflicts: "forgeside.localChanges.conflicts",
  protectedChanges: "forgeside.localChanges.protected",
} as const;
