import {
  authenticationId,
  commitConversationScheme,
  conversationScheme,
  gistScheme,
  gistSideScheme,
  hookScheme,
  linkPaths,
  linkSideScheme,
  notebookType,
  operationScheme,
  operationTextScheme,
  payloadScheme,
  repoScheme,
  schemaScheme,
  searchScheme,
  textScheme,
  views,
} from "../manifestNames.ts";

/** What starts a feature. */
interface FeatureEntry {
  /** The second word of the ids of its commands: activation reads no list of them. */
  readonly commands: readonly string[];
  /** Views, schemes of documents, types of panels and notebooks, authentication providers. */
  readonly others: readonly string[];
}

/**
 * What activation knows of the features: which one a command, a view or a document belongs to, so that its code is loaded
 * with the first use.
 */
const features = {
  core: {
    commands: ["account", "guard", "log"],
    others: [views.accounts, authenticationId, textScheme],
  },
  comments: { commands: ["comment"], others: [] },
  gists: {
    commands: ["gist", "share"],
    others: [views.gists, linkPaths.gist, gistScheme, gistSideScheme, conversationScheme],
  },
  links: { commands: ["link"], others: [linkSideScheme] },
  search: { commands: ["search"], others: [searchScheme] },
  repos: {
    commands: ["repo", "repoFile", "change", "commit", "hook", "key", "deployment"],
    others: [
      views.repos,
      linkPaths.repository,
      repoScheme,
      hookScheme,
      payloadScheme,
      schemaScheme,
      commitConversationScheme,
      "forgeside.insights",
      "forgeside.timeline",
    ],
  },
  service: {
    commands: ["service", "authorization", "operation"],
    others: [views.service, operationScheme, operationTextScheme, notebookType],
  },
  activity: { commands: ["event", "feed"], others: [views.activity] },
} as const satisfies Readonly<Record<string, FeatureEntry>>;

export type FeatureId = keyof typeof features;
export const featureIds = Object.keys(features) as readonly FeatureId[];

const entries = Object.entries(features) as readonly (readonly [FeatureId, FeatureEntry])[];
const byUse = new Map(entries.flatMap(([id, { others }]) => others.map((use) => [use, id] as const)));
const byCommand = new Map(entries.flatMap(([id, { commands }]) => commands.map((word) => [word, id] as const)));

/** The feature that a command, a view, a scheme or a type of panels or notebooks belongs to. */
export const featureOf = (use: string): FeatureId | undefined =>
  byUse.get(use) ?? byCommand.get(use.split(".")[1] ?? "");
