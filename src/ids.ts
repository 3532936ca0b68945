/** Every string that the code shares with package.json. A test holds both against each other. */

export const extensionId = "forgeside.forgeside";

export const accountCommands = {
  signIn: "forgeside.account.signIn",
  trySandbox: "forgeside.account.trySandbox",
  switch: "forgeside.account.switch",
  replaceToken: "forgeside.account.replaceToken",
  signOut: "forgeside.account.signOut",
  refresh: "forgeside.account.refresh",
} as const;

export const gistCommands = {
  shareSelection: "forgeside.gist.shareSelection",
  shareFiles: "forgeside.gist.shareFiles",
  create: "forgeside.gist.create",
  open: "forgeside.gist.open",
  openByUrl: "forgeside.gist.openByUrl",
  insertAtCursor: "forgeside.gist.insertAtCursor",
  addFile: "forgeside.gist.addFile",
  renameFile: "forgeside.gist.renameFile",
  deleteFile: "forgeside.gist.deleteFile",
  editDescription: "forgeside.gist.editDescription",
  star: "forgeside.gist.star",
  unstar: "forgeside.gist.unstar",
  fork: "forgeside.gist.fork",
  delete: "forgeside.gist.delete",
  copyLink: "forgeside.gist.copyLink",
  copyRawLink: "forgeside.gist.copyRawLink",
  openInBrowser: "forgeside.gist.openInBrowser",
  refresh: "forgeside.gist.refresh",
  loadMore: "forgeside.gist.loadMore",
  showAll: "forgeside.gist.showAll",
} as const;

export const logCommands = { show: "forgeside.log.show" } as const;

export type AccountCommandId = (typeof accountCommands)[keyof typeof accountCommands];
export type GistCommandId = (typeof gistCommands)[keyof typeof gistCommands];
export type LogCommandId = (typeof logCommands)[keyof typeof logCommands];

export const views = { gists: "forgeside.gists", accounts: "forgeside.accounts" } as const;
export type ViewId = (typeof views)[keyof typeof views];

/** `forgeside.gists.state` tells the welcome texts apart. */
export const contextKeys = { gistsState: "forgeside.gists.state", signedIn: "forgeside.signedIn" } as const;

export const settings = {
  signInAtStart: "forgeside.sandbox.signInAtStart",
  afterShare: "forgeside.gists.afterShare",
  defaultVisibility: "forgeside.gists.defaultVisibility",
  pageSize: "forgeside.gists.pageSize",
  maxFileMegabytes: "forgeside.gists.maxFileMegabytes",
} as const;

export const gistScheme = "forgeside-gist";
