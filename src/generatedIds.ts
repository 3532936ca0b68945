// `npm run contributions` writes this file: change the tables of contributions in its place.

export const gistCommands = {
  shareSelection: "forgeside.gist.shareSelection",
  shareFiles: "forgeside.gist.shareFiles",
  create: "forgeside.gist.create",
  addFile: "forgeside.gist.addFile",
  open: "forgeside.gist.open",
  openByUrl: "forgeside.gist.openByUrl",
  insertAtCursor: "forgeside.gist.insertAtCursor",
  editDescription: "forgeside.gist.editDescription",
  renameFile: "forgeside.gist.renameFile",
  deleteFile: "forgeside.gist.deleteFile",
  star: "forgeside.gist.star",
  unstar: "forgeside.gist.unstar",
  fork: "forgeside.gist.fork",
  delete: "forgeside.gist.delete",
  recreate: "forgeside.gist.recreate",
  copyLink: "forgeside.gist.copyLink",
  copyAppLink: "forgeside.gist.copyAppLink",
  copyRawLink: "forgeside.gist.copyRawLink",
  openInBrowser: "forgeside.gist.openInBrowser",
  refresh: "forgeside.gist.refresh",
  refreshGist: "forgeside.gist.refreshGist",
  loadMore: "forgeside.gist.loadMore",
  showAll: "forgeside.gist.showAll",
  publish: "forgeside.gist.publish",
  publishAll: "forgeside.gist.publishAll",
  showUnpublished: "forgeside.gist.showUnpublished",
  discardEdit: "forgeside.gist.discardEdit",
  compare: "forgeside.gist.compare",
  revert: "forgeside.gist.revert",
  mergeEdit: "forgeside.gist.mergeEdit",
  keepMine: "forgeside.gist.keepMine",
  takeTheirs: "forgeside.gist.takeTheirs",
  forkAndKeep: "forgeside.gist.forkAndKeep",
  shareEdit: "forgeside.gist.shareEdit",
  saveEditLocally: "forgeside.gist.saveEditLocally",
  choosePublishMode: "forgeside.gist.choosePublishMode",
} as const;
export type GistCommandId = (typeof gistCommands)[keyof typeof gistCommands];

export const arrangeCommands = {
  filter: "forgeside.gist.filter",
  clearFilter: "forgeside.gist.clearFilter",
  sort: "forgeside.gist.sort",
  group: "forgeside.gist.group",
  loadAll: "forgeside.gist.loadAll",
  follow: "forgeside.gist.follow",
  unfollow: "forgeside.gist.unfollow",
} as const;
export type ArrangeCommandId = (typeof arrangeCommands)[keyof typeof arrangeCommands];

export const commentCommands = {
  show: "forgeside.gist.showComments",
  refresh: "forgeside.comment.refresh",
  create: "forgeside.comment.create",
  edit: "forgeside.comment.edit",
  save: "forgeside.comment.save",
  cancelEdit: "forgeside.comment.cancelEdit",
  delete: "forgeside.comment.delete",
  retry: "forgeside.comment.retry",
  discard: "forgeside.comment.discard",
  copyLink: "forgeside.comment.copyLink",
} as const;
export type CommentCommandId = (typeof commentCommands)[keyof typeof commentCommands];

export const historyCommands = {
  show: "forgeside.gist.showHistory",
  compareRevisions: "forgeside.gist.compareRevisions",
  compareWithPrevious: "forgeside.gist.compareWithPreviousRevision",
  compareWithCurrent: "forgeside.gist.compareWithCurrentRevision",
  openAtRevision: "forgeside.gist.openAtRevision",
  restore: "forgeside.gist.restoreRevision",
  copyRevisionId: "forgeside.gist.copyRevisionId",
  showForks: "forgeside.gist.showForks",
  clone: "forgeside.gist.clone",
  addToWorkspace: "forgeside.gist.addToWorkspace",
  openInNewWindow: "forgeside.gist.openInNewWindow",
  loadMore: "forgeside.gist.loadMoreHistory",
} as const;
export type HistoryCommandId = (typeof historyCommands)[keyof typeof historyCommands];

export const linkCommands = {
  link: "forgeside.link.create",
  unlink: "forgeside.link.remove",
  push: "forgeside.link.push",
  pull: "forgeside.link.pull",
  compare: "forgeside.link.compare",
  pushAll: "forgeside.link.pushAll",
  pullAll: "forgeside.link.pullAll",
  show: "forgeside.link.show",
} as const;
export type LinkCommandId = (typeof linkCommands)[keyof typeof linkCommands];

export const searchCommands = {
  find: "forgeside.search.find",
  document: "forgeside.search.document",
  rebuild: "forgeside.search.rebuild",
} as const;
export type SearchCommandId = (typeof searchCommands)[keyof typeof searchCommands];

export const shareCommands = {
  described: "forgeside.share.described",
  public: "forgeside.share.public",
  lines: "forgeside.share.lines",
  permalink: "forgeside.share.permalink",
  undo: "forgeside.share.undo",
  folder: "forgeside.share.folder",
  tabs: "forgeside.share.tabs",
  clipboard: "forgeside.share.clipboard",
  terminal: "forgeside.share.terminal",
  changes: "forgeside.share.changes",
  staged: "forgeside.share.staged",
  cell: "forgeside.share.cell",
} as const;
export type ShareCommandId = (typeof shareCommands)[keyof typeof shareCommands];

export const transferCommands = {
  exportAll: "forgeside.gist.exportAll",
  exportSome: "forgeside.gist.export",
  importFolder: "forgeside.gist.importFolder",
} as const;
export type TransferCommandId = (typeof transferCommands)[keyof typeof transferCommands];

export const trashCommands = {
  restore: "forgeside.gist.restoreDeleted",
  forget: "forgeside.gist.forgetDeleted",
} as const;
export type TrashCommandId = (typeof trashCommands)[keyof typeof trashCommands];

export const repoCommands = {
  open: "forgeside.repo.open",
  reveal: "forgeside.repo.reveal",
  close: "forgeside.repo.close",
  addOwner: "forgeside.repo.addOwner",
  removeOwner: "forgeside.repo.removeOwner",
  listOptions: "forgeside.repo.listOptions",
  create: "forgeside.repo.create",
  fork: "forgeside.repo.fork",
  delete: "forgeside.repo.delete",
  edit: "forgeside.repo.edit",
  addCollaborator: "forgeside.repo.addCollaborator",
  removeCollaborator: "forgeside.repo.removeCollaborator",
  checkCollaborator: "forgeside.repo.checkCollaborator",
  star: "forgeside.repo.star",
  unstar: "forgeside.repo.unstar",
  watch: "forgeside.repo.watch",
  unwatch: "forgeside.repo.unwatch",
  clone: "forgeside.repo.clone",
  copyCloneUrl: "forgeside.repo.copyCloneUrl",
  copyLink: "forgeside.repo.copyLink",
  openInBrowser: "forgeside.repo.openInBrowser",
  openPage: "forgeside.repo.openPage",
  addToWorkspace: "forgeside.repo.addToWorkspace",
  openInNewWindow: "forgeside.repo.openInNewWindow",
  refresh: "forgeside.repo.refresh",
  loadMore: "forgeside.repo.loadMore",
  loadAll: "forgeside.repo.loadAll",
  newBranch: "forgeside.repo.newBranch",
  newFile: "forgeside.repo.newFile",
  openReadme: "forgeside.repo.openReadme",
  follow: "forgeside.repo.follow",
  filterCommits: "forgeside.repo.filterCommits",
  clearCommitFilter: "forgeside.repo.clearCommitFilter",
  openCommit: "forgeside.repo.openCommit",
  copyRefName: "forgeside.repo.copyRefName",
  copySha: "forgeside.repo.copySha",
  compare: "forgeside.repo.compare",
  merge: "forgeside.repo.merge",
} as const;
export type RepoCommandId = (typeof repoCommands)[keyof typeof repoCommands];

export const repoFileCommands = {
  rename: "forgeside.repoFile.rename",
  renameFolder: "forgeside.repoFile.renameFolder",
  delete: "forgeside.repoFile.delete",
  deleteFolder: "forgeside.repoFile.deleteFolder",
  history: "forgeside.repoFile.history",
  folderHistory: "forgeside.repoFile.folderHistory",
  openPage: "forgeside.repoFile.openPage",
  openFolderPage: "forgeside.repoFile.openFolderPage",
  copyPath: "forgeside.repoFile.copyPath",
  copyLink: "forgeside.repoFile.copyLink",
  copyFolderLink: "forgeside.repoFile.copyFolderLink",
} as const;
export type RepoFileCommandId = (typeof repoFileCommands)[keyof typeof repoFileCommands];

export const commitCommentCommands = {
  show: "forgeside.commit.showConversation",
  open: "forgeside.commit.openComment",
  onFile: "forgeside.commit.commentOnFile",
} as const;
export type CommitCommentCommandId = (typeof commitCommentCommands)[keyof typeof commitCommentCommands];

export const downloadCommands = {
  archive: "forgeside.repo.downloadArchive",
  extract: "forgeside.repo.extractArchive",
  save: "forgeside.repo.saveDownload",
  delete: "forgeside.repo.deleteDownload",
} as const;
export type DownloadCommandId = (typeof downloadCommands)[keyof typeof downloadCommands];

export const insightsCommands = {
  show: "forgeside.repo.insights",
} as const;
export type InsightsCommandId = (typeof insightsCommands)[keyof typeof insightsCommands];

export const localChangeCommands = {
  publish: "forgeside.change.publish",
  discard: "forgeside.change.discard",
  compare: "forgeside.change.compare",
  resolve: "forgeside.change.resolve",
  keepMine: "forgeside.change.keepMine",
  publishAll: "forgeside.change.publishAll",
  takeTheirs: "forgeside.change.takeTheirs",
  moveToBranch: "forgeside.change.moveToBranch",
  saveToFile: "forgeside.change.saveToFile",
  show: "forgeside.change.show",
} as const;
export type LocalChangeCommandId = (typeof localChangeCommands)[keyof typeof localChangeCommands];

export const hookCommands = {
  create: "forgeside.hook.create",
  createDocument: "forgeside.hook.createDocument",
  edit: "forgeside.hook.edit",
  activate: "forgeside.hook.activate",
  deactivate: "forgeside.hook.deactivate",
  test: "forgeside.hook.test",
  ping: "forgeside.hook.ping",
  rotateSecret: "forgeside.hook.rotateSecret",
  delete: "forgeside.hook.delete",
  deliveries: "forgeside.hook.deliveries",
  copyUrl: "forgeside.hook.copyUrl",
  refresh: "forgeside.hook.refresh",
  loadMore: "forgeside.hook.loadMore",
  apply: "forgeside.hook.apply",
  listen: "forgeside.hook.listen",
  received: "forgeside.hook.received",
  stopListening: "forgeside.hook.stopListening",
} as const;
export type HookCommandId = (typeof hookCommands)[keyof typeof hookCommands];

export const keyCommands = {
  add: "forgeside.key.add",
  edit: "forgeside.key.edit",
  rotate: "forgeside.key.rotate",
  delete: "forgeside.key.delete",
  refresh: "forgeside.key.refresh",
  loadMore: "forgeside.key.loadMore",
  copyFingerprint: "forgeside.key.copyFingerprint",
  copyPublicKey: "forgeside.key.copyPublicKey",
} as const;
export type KeyCommandId = (typeof keyCommands)[keyof typeof keyCommands];

export const deploymentCommands = {
  create: "forgeside.deployment.create",
  setStatus: "forgeside.deployment.setStatus",
  refresh: "forgeside.deployment.refresh",
  loadMore: "forgeside.deployment.loadMore",
  filter: "forgeside.deployment.filter",
  clearFilter: "forgeside.deployment.clearFilter",
  timeline: "forgeside.deployment.timeline",
  openTarget: "forgeside.deployment.openTarget",
  showPayload: "forgeside.deployment.showPayload",
  copyPayload: "forgeside.deployment.copyPayload",
  usePayload: "forgeside.deployment.usePayload",
  leavePayload: "forgeside.deployment.leavePayload",
} as const;
export type DeploymentCommandId = (typeof deploymentCommands)[keyof typeof deploymentCommands];

export const activityCommands = {
  addFeed: "forgeside.feed.add",
  removeFeed: "forgeside.feed.remove",
  renameFeed: "forgeside.feed.rename",
  moveFeedUp: "forgeside.feed.moveUp",
  moveFeedDown: "forgeside.feed.moveDown",
  refresh: "forgeside.feed.refresh",
  markAllRead: "forgeside.feed.markAllRead",
  refreshFeed: "forgeside.feed.refreshFeed",
  markFeedRead: "forgeside.feed.markFeedRead",
  loadMore: "forgeside.feed.loadMore",
  group: "forgeside.feed.group",
  filter: "forgeside.feed.filter",
  clearFilter: "forgeside.feed.clearFilter",
  mute: "forgeside.feed.mute",
  unmute: "forgeside.feed.unmute",
  open: "forgeside.event.open",
  openInBrowser: "forgeside.event.openInBrowser",
  copyMarkdown: "forgeside.event.copyMarkdown",
  showJson: "forgeside.event.showJson",
} as const;
export type ActivityCommandId = (typeof activityCommands)[keyof typeof activityCommands];

export const serviceCommands = {
  doctor: "forgeside.service.doctor",
  showLimit: "forgeside.service.showLimit",
  refresh: "forgeside.service.refresh",
  emoji: "forgeside.service.emoji",
  copyFact: "forgeside.service.copyFact",
  cancelWaiting: "forgeside.service.cancelWaiting",
  simulateActivity: "forgeside.service.simulateActivity",
  accessibilityHelp: "forgeside.service.accessibilityHelp",
} as const;
export type ServiceCommandId = (typeof serviceCommands)[keyof typeof serviceCommands];

export const authorizationCommands = {
  list: "forgeside.authorization.list",
  create: "forgeside.authorization.create",
  update: "forgeside.authorization.update",
  delete: "forgeside.authorization.delete",
  show: "forgeside.authorization.show",
  lock: "forgeside.authorization.lock",
} as const;
export type AuthorizationCommandId = (typeof authorizationCommands)[keyof typeof authorizationCommands];

export const operationCommands = {
  run: "forgeside.operation.run",
  write: "forgeside.operation.write",
  history: "forgeside.operation.history",
  newNotebook: "forgeside.operation.newNotebook",
  send: "forgeside.operation.send",
  showRequest: "forgeside.operation.showRequest",
  nextPage: "forgeside.operation.nextPage",
  save: "forgeside.operation.save",
  copyCurl: "forgeside.operation.copyCurl",
  copyCall: "forgeside.operation.copyCall",
} as const;
export type OperationCommandId = (typeof operationCommands)[keyof typeof operationCommands];

export const guardCommands = {
  scanEditor: "forgeside.guard.scanEditor",
  forgetDecisions: "forgeside.guard.forgetDecisions",
} as const;
export type GuardCommandId = (typeof guardCommands)[keyof typeof guardCommands];

export const logCommands = {
  show: "forgeside.log.show",
} as const;
export type LogCommandId = (typeof logCommands)[keyof typeof logCommands];

export const rowCommands = {
  delete: "forgeside.row.delete",
  rename: "forgeside.row.rename",
  copy: "forgeside.row.copy",
  open: "forgeside.row.open",
  preview: "forgeside.row.preview",
} as const;
export type RowCommandId = (typeof rowCommands)[keyof typeof rowCommands];

export const accountCommands = {
  signIn: "forgeside.account.signIn",
  lookAround: "forgeside.account.lookAround",
  trySandbox: "forgeside.account.trySandbox",
  switch: "forgeside.account.switch",
  replaceToken: "forgeside.account.replaceToken",
  createToken: "forgeside.account.createToken",
  managePermissions: "forgeside.account.managePermissions",
  grantAccess: "forgeside.account.grantAccess",
  openPage: "forgeside.account.openPage",
  signOut: "forgeside.account.signOut",
  refresh: "forgeside.account.refresh",
} as const;
export type AccountCommandId = (typeof accountCommands)[keyof typeof accountCommands];

export const settings = {
  defaultVisibility: "forgeside.gists.defaultVisibility",
  afterShare: "forgeside.gists.afterShare",
  autoReveal: "forgeside.gists.autoReveal",
  pageSize: "forgeside.gists.pageSize",
  maxFileMegabytes: "forgeside.gists.maxFileMegabytes",
  publish: "forgeside.gists.publish",
  publishPause: "forgeside.gists.publishPauseSeconds",
  reviewBeforePublish: "forgeside.gists.reviewBeforePublish",
  commentsAtFileEnd: "forgeside.comments.atFileEnd",
  linksKeepIn: "forgeside.links.keepIn",
  searchIndex: "forgeside.search.index",
  permalink: "forgeside.share.permalink",
  folderExclude: "forgeside.share.folderExclude",
  snippetsEnabled: "forgeside.snippets.enabled",
  keepDeletedDays: "forgeside.gists.keepDeletedDays",
  commitMessage: "forgeside.repos.commitMessage",
  commitAuthor: "forgeside.repos.commitAuthor",
  committer: "forgeside.repos.committer",
  activityNotifyOf: "forgeside.activity.notifyOf",
  warnBelow: "forgeside.service.warnBelow",
  guardEnabled: "forgeside.guard.enabled",
  guardIgnoredKinds: "forgeside.guard.ignoredKinds",
  signInAtStart: "forgeside.sandbox.signInAtStart",
} as const;

export const settingRanges: Readonly<Record<string, readonly [minimum: number, maximum: number]>> = {
  [settings.pageSize]: [1, 100],
  [settings.maxFileMegabytes]: [0.001, 100],
  [settings.publishPause]: [1, 3600],
  [settings.keepDeletedDays]: [0, 3650],
  [settings.warnBelow]: [0, 100],
};
