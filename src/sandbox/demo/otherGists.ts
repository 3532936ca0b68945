import type { DemoGist } from "./demoGist.ts";

const retryFiles = {
  "retry.ts": `/** Calls until it works, at most "attempts" times, with growing pauses. */
export const retry = async <T>(attempts: number, pauseMs: number, work: () => Promise<T>): Promise<T> => {
  for (let attempt = 1; ; attempt += 1) {
    try {
      return await work();
    } catch (error) {
      if (attempt >= attempts) throw error;
      await new Promise((resolve) => setTimeout(resolve, pauseMs * 2 ** (attempt - 1)));
    }
  }
};
`,
};

/** The gists of the two other users, and the main user's fork of one. */
export const otherGists: readonly DemoGist[] = [
  {
    owner: "tomas-berg",
    id: "9a7d2e4c61b34f0f8be5d20c7f13a946",
    description: "Retry a promise with exponential back-off",
    days: 52,
    starredBy: ["ada-finch"],
    files: retryFiles,
    comments: [["ada-finch", 50, "I use this with a little jitter, see my fork."]],
  },
  {
    forkOf: "9a7d2e4c61b34f0f8be5d20c7f13a946",
    description: "Retry a promise with exponential back-off",
    days: 50,
    edited: 49,
    files: {
      "retry.ts": retryFiles["retry.ts"].replace(
        "2 ** (attempt - 1)",
        "2 ** (attempt - 1) * (0.5 + Math.random())",
      ),
    },
    earlier: [{ days: 50, files: retryFiles }],
  },
  {
    owner: "lin-okafor",
    forkOf: "5c1f0a9be3d84276a1f04d7b92ce6810",
    description: "Debounce with a trailing call and a cancel",
    days: 1,
    files: {
      "debounce.js": `export const debounce = (wait, run) => {
  let timer;
  return (...args) => {
    clearTimeout(timer);
    timer = setTimeout(run, wait, ...args);
  };
};
`,
    },
  },
  {
    owner: "tomas-berg",
    description: "nginx: single-page app with cache headers",
    days: 120,
    starredBy: ["ada-finch"],
    files: {
      "nginx.conf": `server {
  listen 80;
  root /srv/www;

  location /assets/ {
    add_header Cache-Control "public, max-age=31536000, immutable";
  }

  location / {
    add_header Cache-Control "no-cache";
    try_files $uri /index.html;
  }
}
`,
    },
  },
  {
    owner: "tomas-berg",
    description: "Draft: notes for the onboarding talk",
    secret: true,
    days: 9,
    files: { "talk.md": "# Onboarding\n\n1. Where things are\n2. How a change gets out\n3. Whom to ask\n" },
  },
  {
    owner: "lin-okafor",
    description: "Haskell: the sieve, honestly",
    days: 400,
    starredBy: ["ada-finch", "tomas-berg"],
    files: {
      "Sieve.hs": `module Sieve (primes) where

primes :: [Int]
primes = 2 : filter isPrime [3, 5 ..]

isPrime :: Int -> Bool
isPrime n = all (\\p -> n \`mod\` p /= 0) (takeWhile (\\p -> p * p <= n) primes)
`,
    },
  },
  {
    owner: "lin-okafor",
    description: "R: a tidy box plot",
    days: 230,
    files: {
      "boxplot.r": `library(ggplot2)

ggplot(mpg, aes(class, hwy)) +
  geom_boxplot(outlier.alpha = 0.4) +
  coord_flip() +
  labs(x = NULL, y = "miles per gallon") +
  theme_minimal()
`,
    },
  },
  {
    owner: "lin-okafor",
    description: "tmux settings",
    days: 35,
    edited: 12,
    starredBy: ["ada-finch"],
    files: {
      "tmux.cfg": `set -g mouse on
set -g base-index 1
set -g history-limit 50000
bind | split-window -h -c "#{pane_current_path}"
bind - split-window -v -c "#{pane_current_path}"
bind r source-file ~/.tmux.conf
`,
    },
  },
];
