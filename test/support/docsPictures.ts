/** The colors of VS Code in which each picture is taken. */
export const pictureThemes = ["light", "dark"] as const;
export type PictureTheme = (typeof pictureThemes)[number];

interface DocsPicture {
  /** Of the file, `docs/pictures/<name>.webp`; that in dark colors ends in `-dark.webp`. */
  readonly name: string;
  /** The journey that takes it. */
  readonly journey: string;
  /** The journey's screenshots; more than one are shown one after the other. */
  readonly shots: readonly string[];
}

const sandboxJourney =
  "A person without an account tries the sandbox from the welcome view and is still signed in after a reload";

export const docsPictures: readonly DocsPicture[] = [
  { name: "share", journey: sandboxJourney, shots: ["share-select", "share-done", "share-undone"] },
  { name: "gists", journey: sandboxJourney, shots: ["readme"] },
  {
    name: "merge",
    journey: "Another user's changes are merged when they fit, and never overwritten when they do not",
    shots: ["merge"],
  },
  {
    name: "guard",
    journey:
      "A secret in a selection is found before anything is sent, kept back on Enter and Escape, and redacted on request",
    shots: ["guard"],
  },
  {
    name: "repository",
    journey: "A person looks through a repository: files, branches, commits; reads its README, and stars it",
    shots: ["repository-file"],
  },
  {
    name: "insights",
    journey: "A person opens the Insights of a repository by keyboard, reads a table, and copies it as CSV",
    shots: ["insights"],
  },
  {
    name: "hook",
    journey: "A person writes a hook with completion, and sees a push arrive at this machine",
    shots: ["hook-completion"],
  },
  {
    name: "deployments",
    journey:
      "A person reads the board of deployments, sees which check failed, deploys past it, and adds a status",
    shots: ["deployments-timeline"],
  },
  {
    name: "activity",
    journey:
      "A person follows what happens in the sandbox: by day and repository, by person, filtered, in light and dark",
    shots: ["activity"],
  },
  {
    name: "accounts",
    journey:
      "A person who signed in with VS Code's account grants access to webhooks where they need more permission",
    shots: ["manage-permissions"],
  },
  {
    name: "keys",
    journey:
      "A person generates a deploy key that ssh-keygen accepts, is kept from pasting a private one, and rotates",
    shots: ["deploy-key-add"],
  },
  {
    name: "service",
    journey:
      "A person sees what used the limit, lets the doctor look, takes an emoji, and makes a token with a one-time password",
    shots: ["service-doctor"],
  },
  { name: "sandbox", journey: sandboxJourney, shots: ["sandbox-simulate"] },
  {
    name: "history",
    journey:
      "A person looks through a gist's history, compares revisions, opens a file as it was, restores one and takes it back",
    shots: ["gist-history"],
  },
  {
    name: "search",
    journey: "A word inside a gist is found live, seen beside the list, and opened at its place",
    shots: ["search"],
  },
  {
    name: "linked",
    journey: "A person links a file to a gist, edits and pushes it; deletes a gist and undoes that",
    shots: ["linkAhead"],
  },
  {
    name: "operations",
    journey: "A person runs operations by questions and as JSON, and gets an answer to go on with",
    shots: ["operation-form"],
  },
];

/** Relative to the project. */
export const pictureFile = (name: string, theme: PictureTheme): string =>
  `docs/pictures/${name}${theme === "dark" ? "-dark" : ""}.webp`;
