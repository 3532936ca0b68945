const lines = ["one", "two", "three", "four", "five", ""];
export const text = lines.join("\n");
export const changed = (line: number, word: string, from = text): string =>
  from
    .split("\n")
    .map((each, index) => (index === line ? word : each))
    .join("\n");
export const bytes = (content: string): Uint8Array => new TextEncoder().encode(content);
export const bytesText = (content: Uint8Array): string => new TextDecoder().decode(content);

/** What is no plain file beside one. */
export const odd = {
  owner: "mia",
  name: "odd",
  commits: [
    {
      author: "mia",
      date: "2026-01-01T00:00:00Z",
      message: "Begin",
      files: {
        "a.txt": text,
        "out.txt": { link: "../../etc/passwd" },
        "near.txt": { link: "a.txt" },
        vendor: { submodule: "1".repeat(40) },
        "dir/b.txt": "b\n",
      },
    },
  ],
} as const;

/** The API refuses writes to its main branch. */
export const guarded = {
  owner: "mia",
  name: "guarded",
  protectedBranches: ["main"],
  commits: [
    {
      author: "mia",
      date: "2026-01-01T00:00:00Z",
      message: "Begin",
      files: { "a.txt": "one\n", "b.txt": "two\n" },
    },
  ],
} as const;
