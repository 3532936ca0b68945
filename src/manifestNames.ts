/** The names of package.json that activation needs; `ids.ts` has all. */

export const extensionId = "forgeside.forgeside";

export const walkthroughId = "start";
/** The argument of commands that its buttons run. */
export const fromWalkthrough = "walkthrough";

/** The authentication provider that shows token accounts in VS Code's Accounts menu. */
export const authenticationId = "forgeside";

export const views = {
  repos: "forgeside.repos",
  gists: "forgeside.gists",
  service: "forgeside.serviceView",
  activity: "forgeside.activity",
  accounts: "forgeside.accounts",
} as const;
export type ViewId = (typeof views)[keyof typeof views];

/** What keys run in all views. */
export const rowKeyIds = [
  "forgeside.row.delete",
  "forgeside.row.rename",
  "forgeside.row.copy",
  "forgeside.row.open",
  "forgeside.row.preview",
] as const;

/** The context keys that activation sets; `contextKeys` of `ids.ts` has all. */
export const startContextKeys = {
  signedIn: "forgeside.signedIn",
  /** VS Code for the Web: there is no disk, and no port can be opened. */
  inBrowser: "forgeside.inBrowser",
} as const;

/** What links begin with that VS Code opens with the extension, after its id. */
export const linkPaths = { gist: "/gist", repository: "/repository" } as const;
export type LinkPath = (typeof linkPaths)[keyof typeof linkPaths];

/** What VS Code calls rows of the view of gists that are dragged. */
export const gistsTreeMime = "application/vnd.code.tree.forgeside.gists";

/** Content of repositories. */
export const repoScheme = "forgeside-repo";

export const gistScheme = "forgeside-gist";
/** Read-only texts of a gist's file: what the service has, or had. */
export const gistSideScheme = "forgeside-gist-side";
/** Read-only texts of a merge of a linked file. */
export const linkSideScheme = "forgeside-link-side";
/** The read-only document above a gist's comments. */
export const conversationScheme = "forgeside-gist-conversation";
/** The read-only document above a commit's comments. */
export const commitConversationScheme = "forgeside-commit-conversation";
/** The read-only document with all hits of a search. */
export const searchScheme = "forgeside-gist-search";

/** Hooks of repositories as JSON documents. */
export const hookScheme = "forgeside-hook";
/** A payload that is being written. */
export const payloadScheme = "forgeside-payload";
/** The JSON schemas of these two, in the language of VS Code: `/hook.json` and `/payload.json`. */
export const schemaScheme = "forgeside-schema";
/** What a command found, to be read only. */
export const textScheme = "forgeside-text";

/** Calls of operations as JSON documents. */
export const operationScheme = "forgeside-operation";
/** Read-only texts of Run Operation: answers, requests, and the schema of calls. */
export const operationTextScheme = "forgeside-operation-text";

/** Notebooks whose cells are operations. */
export const notebookType = "forgeside-operations";

/** The id of the comment controller, which menus name too. */
export const commentsController = "forgeside.comments";
