import ignore from "ignore";

/** What git ignores below a folder, by the .gitignore files in it and above it. A bundle of its own: loads on first use. */
export class GitIgnore {
  /** Folders with a trailing slash, relative to the root and "" for that, from the outermost in, and what their files say. */
  readonly #rules: { readonly folder: string; readonly rules: ReturnType<typeof ignore> }[] = [];

  /** `folder` is relative to the root, with slashes and one at its end; "" is the root itself. */
  add(folder: string, text: string): void {
    this.#rules.push({ folder, rules: ignore({ allowRelativePaths: false }).add(text) });
  }

  /** Of a path relative to the root; a folder's has a slash at its end. The innermost file that knows the path decides. */
  ignores(path: string): boolean {
    return this.#rules.reduce((isIgnored, { folder, rules }) => {
      if (!path.startsWith(folder) || path === folder) return isIgnored;
      const { ignored, unignored } = rules.test(path.slice(folder.length));
      return ignored || (isIgnored && !unignored);
    }, false);
  }
}
