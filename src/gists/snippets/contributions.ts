import type { Contributions } from "../../contributions/types.ts";

export const snippetContributions: Contributions = {
  name: "snippet",
  settings: {
    snippetsEnabled: {
      id: "forgeside.snippets.enabled",
      section: "finding",
      description:
        "Offers gists with `#snippet` in their description, your own and starred ones, as completions, from the moment when such a gist is seen; when you turn it on yourself, at once. The file name is what you type; `.code-snippets` files (plain JSON) may have tab stops.",
      scope: "window",
      type: "boolean",
      default: true,
    },
  },
};
