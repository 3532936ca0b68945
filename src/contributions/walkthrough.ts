import {
  accountCommands,
  contextKeys,
  fromWalkthrough,
  gistCommands,
  repoCommands,
  searchCommands,
  serviceCommands,
} from "../ids.ts";

interface Step {
  readonly title: string;
  /** Markdown; a link on a line of its own is a button. */
  readonly description: string;
  /** Describes the picture, `media/walkthrough/<name of the step>.svg`, whose colors are those of the theme. */
  readonly picture: string;
  /**
   * A command counts once it was run, also where the user leaves its list; so what changes something has a context key. VS Code
   * counts a key only when it changes while the page is known.
   */
  readonly completionEvents: readonly string[];
}

const button = (title: string, command: string, ...given: readonly string[]): string =>
  `\n[${title}](command:${command}${given.length > 0 ? `?${encodeURIComponent(JSON.stringify(given))}` : ""})`;

/** The first steps, as VS Code's welcome page shows them. */
export const walkthrough = {
  title: "Get Started with Forgeside",
  description:
    "Share code as gists, edit them as files, and manage repositories and webhooks without leaving VS Code.",
  steps: {
    sandbox: {
      title: "Try it without an account",
      description: `The sandbox is a service with demo data inside VS Code. Nothing leaves your computer.${button("Try the Sandbox", accountCommands.trySandbox, fromWalkthrough)}`,
      picture: "The Gists view, signed out: the button Sign In, and a link to try the sandbox",
      completionEvents: [`onContext:${contextKeys.signedIn}`, `onCommand:${accountCommands.trySandbox}`],
    },
    share: {
      title: "Share a selection",
      description: `Select some code and share it: the link is in your clipboard, and Undo takes it back. Without a selection, the whole file is shared.${button("Share Selection as Gist", gistCommands.shareSelection)}`,
      picture: "Three selected lines, and the message that they are shared as a secret gist",
      completionEvents: [`onContext:${contextKeys.canUndoShare}`],
    },
    edit: {
      title: "Edit, and never lose an edit",
      description: `Open a gist's file, change it and save. When it was changed elsewhere too, both changes are merged, or you decide in the merge editor. What can't be sent waits under Unpublished.${button("Open Gist...", gistCommands.open)}`,
      picture: "Two versions of a file side by side, and their merged result",
      completionEvents: [`onContext:${contextKeys.gistOpen}`],
    },
    find: {
      title: "Find anything",
      description: `Search names, descriptions, comments and contents of your gists and the starred ones while you type.${button("Search Gists...", searchCommands.find)}`,
      picture: "A search with a language and a word, and the line that it found",
      completionEvents: [`onContext:${contextKeys.searchOpened}`],
    },
    repos: {
      title: "Repositories and webhooks",
      description: `Files, commits, webhooks, deploy keys and deployments are below each repository. Open any repository by its name or URL.${button("Open Repository...", repoCommands.open)}`,
      picture: "The webhooks of a repository with the result of their last delivery",
      completionEvents: [`onContext:${contextKeys.repoOpened}`],
    },
    signIn: {
      title: "Sign in to your own account",
      description: `GitHub.com, GitHub Enterprise Server or another server, several accounts side by side. Tokens stay in VS Code's secret storage.${button("Sign In...", accountCommands.signIn)}\nSomething doesn't work? [The doctor](command:${serviceCommands.doctor}) finds out why.`,
      picture: "The servers to choose from",
      completionEvents: [`onContext:${contextKeys.ownAccount}`],
    },
  } satisfies Readonly<Record<string, Step>>,
};
