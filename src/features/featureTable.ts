import {
  accountCommands,
  activityCommands,
  arrangeCommands,
  authenticationId,
  authorizationCommands,
  commentCommands,
  commitCommentCommands,
  commitConversationScheme,
  conversationScheme,
  deploymentCommands,
  downloadCommands,
  gistCommands,
  gistScheme,
  gistSideScheme,
  guardCommands,
  historyCommands,
  hookCommands,
  hookScheme,
  insightsCommands,
  keyCommands,
  linkCommands,
  localChangeCommands,
  logCommands,
  notebookType,
  operationCommands,
  operationScheme,
  operationTextScheme,
  payloadScheme,
  repoCommands,
  repoFileCommands,
  repoScheme,
  searchCommands,
  searchScheme,
  serviceCommands,
  shareCommands,
  textScheme,
  transferCommands,
  trashCommands,
  views,
} from "../ids.ts";

/** What starts a feature. */
interface FeatureEntry {
  readonly commands: readonly Readonly<Record<string, string>>[];
  /** Views, schemes of documents, types of panels and notebooks, authentication providers. */
  readonly others: readonly string[];
}

const { show: showComments, ...threadCommands } = commentCommands;

/**
 * What activation knows of the features: which one a command, a view or a document belongs to, so that its code is loaded
 * with the first use.
 */
const features = {
  core: {
    commands: [accountCommands, guardCommands, logCommands],
    others: [views.accounts, authenticationId, textScheme],
  },
  comments: { commands: [threadCommands], others: [] },
  gists: {
    commands: [
      gistCommands,
      { showComments },
      historyCommands,
      trashCommands,
      transferCommands,
      shareCommands,
      arrangeCommands,
    ],
    others: [views.gists, gistScheme, gistSideScheme, conversationScheme],
  },
  links: { commands: [linkCommands], others: [] },
  search: { commands: [searchCommands], others: [searchScheme] },
  repos: {
    commands: [
      repoCommands,
      repoFileCommands,
      localChangeCommands,
      downloadCommands,
      insightsCommands,
      commitCommentCommands,
      hookCommands,
      keyCommands,
      deploymentCommands,
    ],
    others: [
      views.repos,
      repoScheme,
      hookScheme,
      payloadScheme,
      commitConversationScheme,
      "forgeside.insights",
      "forgeside.timeline",
    ],
  },
  service: {
    commands: [serviceCommands, authorizationCommands, operationCommands],
    others: [views.service, operationScheme, operationTextScheme, notebookType],
  },
  activity: { commands: [activityCommands], others: [views.activity] },
} as const satisfies Readonly<Record<string, FeatureEntry>>;

export type FeatureId = keyof typeof features;
export const featureIds = Object.keys(features) as readonly FeatureId[];

/** The commands of a feature. */
export const commandsOf = (id: FeatureId): readonly string[] =>
  features[id].commands.flatMap((commands) => Object.values(commands));

const byUse = new Map<string, FeatureId>(
  featureIds.flatMap((id) =>
    [...commandsOf(id), ...features[id].others].map((use): [string, FeatureId] => [use, id]),
  ),
);

/** The feature that a command, a view, a scheme or a type of panels or notebooks belongs to. */
export const featureOf = (use: string): FeatureId | undefined => byUse.get(use);
