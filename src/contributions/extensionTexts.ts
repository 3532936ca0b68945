/** What package.json says of the extension as a whole, by the keys of package.nls.json. */
export const extensionTexts = {
  "extension.displayName": "Forgeside",
  "extension.description":
    "Repositories, gists and activity beside your code: share a selection as a gist, edit gists as files, for GitHub.com, GitHub Enterprise and other GitHub-compatible servers.",
  "capabilities.untrustedWorkspaces":
    "Settings of a workspace that decide who sees a gist, or where links to gists are stored, are ignored until you trust it.",
  "container.title": "Forgeside",
} as const;
