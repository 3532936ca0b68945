import type { Contributions } from "../../contributions/types.ts";
import { onOneRow, row, withRepository } from "../../contributions/when.ts";
import { views } from "../../ids.ts";

export const insightsContributions: Contributions = {
  name: "insights",
  commands: {
    show: {
      id: "forgeside.repo.insights",
      title: "Show Repository Insights",
      help: "Six charts of a repository, each also as a table and as CSV",
      icon: "$(graph)",
      palette: withRepository,
      menus: {
        "view/item/context": [{ when: onOneRow(row(views.repos, "repo")), groups: ["2_insights@1"] }],
      },
    },
  },
};
