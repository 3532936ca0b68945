import type { Contributions } from "../contributions/types.ts";
import { inView } from "../contributions/when.ts";
import { views } from "../ids.ts";

export const logContributions: Contributions = {
  name: "log",
  commands: {
    show: {
      id: "forgeside.log.show",
      signedOut: "everywhere",
      title: "Show Log",
      help: "What the extension did, without tokens",
      icon: "$(output)",
      menus: {
        "view/title": [{ when: inView(views.gists), groups: ["9_log@1"] }],
      },
    },
  },
};
