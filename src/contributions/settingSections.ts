/** The sections of the settings editor, in its order. */
export const settingSections = {
  sharing: "Sharing",
  editing: "Editing Gists",
  finding: "Gists View, Search and Snippets",
  repositories: "Repositories",
  secrets: "Secret Scanning",
  service: "Activity and Service",
} as const;

export type SettingSection = keyof typeof settingSections;
