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

/** `forgeside.gists.state` selects the welcome text. */
export const contextKeys = {
  ...startContextKeys,
  gistsState: "forgeside.gists.state",
  reposState: "forgeside.repos.state",
  gistsFiltered: "forgeside.gists.filtered",
  /** No server of the accounts has gists. */
  gistsNotOffered: "forgeside.gists.notOffered",
  /** Files of gists whose edits are not at the service: all, those in conflict, refused ones that can go to a fork. */
  gistEdits: "forgeside.gists.edits",
  gistConflicts: "forgeside.gists.conflicts",
  forkableEdits: "forgeside.gists.forkableEdits",
  activityState: "forgeside.activity.state",
  activityFiltered: "forgeside.activity.filtered",
  /** A file of a gist is in a tab. */
  gistOpen: "forgeside.gists.open",
  /** An account with credentials of a server other than the sandbox is signed in. */
  ownAccount: "forgeside.ownAccount",
  /**
   * What hides commands that could do nothing. They are set once it is known that there is nothing: until then, the
   * commands are shown.
   */
  oneAccount: "forgeside.oneAccount",
  noSandbox: "forgeside.noSandbox",
  onlySandbox: "forgeside.onlySandbox",
  /** No account has a token or a sign-in of its own. */
  noToken: "forgeside.noToken",
  /** No server of the accounts has authorizations. */
  authorizationsNotOffered: "forgeside.authorizations.notOffered",
  nothingMuted: "forgeside.activity.nothingMuted",
  noFollowedUsers: "forgeside.gists.noFollowedUsers",
  noAddedOwners: "forgeside.repos.noAddedOwners",
  /** The password of an account is in memory. */
  passwordKnown: "forgeside.authorizations.passwordKnown",
  linkedFiles: "forgeside.links.files",
  canUndoShare: "forgeside.share.canUndo",
  /** The receiver of webhooks on this computer runs. */
  hooksListening: "forgeside.hooks.listening",
  /** Files of gists in tabs whose gist is known to be starred. */
  gistStarred: "forgeside.gists.starred",
  /** Files of gists in tabs whose gist is known to be another user's. */
  gistForeign: "forgeside.gists.foreign",
  localChanges: "forgeside.localChanges",
  localConflicts: "forgeside.localChanges.conflicts",
  localRefusals: "forgeside.localChanges.refusals",
} as const;
